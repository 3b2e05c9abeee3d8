// The line of ten mansions: the psychic and the tokens of each, and which one is in play.
import { html } from "../../lib.js";
import { HiddenPsychic, Portrait, Stone, Token } from "./art.js";
import { psychic } from "./psychics.js";
import { endOf } from "./score-sheet.js";
import { sentence, tokenNames } from "./labels.js";
import { fill, WORDS } from "./words.js";

/** @typedef {import("./board.js").BoardContext} BoardContext */

/** @param {{board: BoardContext}} props */
export const MansionLine = ({ board }) => html`
  <ol class="rip-line">
    ${board.view.line.map((/** @type {any} */ place, /** @type {number} */ at) => html`
      <li key=${at} class=${stateOf(board, at + 1)}>
        <${Mansion} board=${board} place=${place} round=${at + 1}/>
      </li>
    `)}
  </ol>
`;

/**
 * @param {BoardContext} board
 * @param {number} round
 */
const stateOf = (board, round) =>
  round === board.view.round ? "now" : round < board.view.round ? "past" : "ahead";

/** @param {{board: BoardContext, place: any, round: number}} props */
const Mansion = ({ board, place, round }) => {
  const { view, below, above } = board;
  const part = board.picksMansions ? String(round) : "";
  const target = part && board.options.has(part);
  const taken = board.picked.includes(part) && board.picksMansions;
  const props = target
    ? board.partProps(part)
    : {
        onClick: () => board.inspect({ kind: "mansion", round }),
        ...board.hoverProps({ kind: "mansion", round }),
      };
  return html`
    <button
      class=${`rip-mansion ${target ? "glow" : ""} ${taken ? "taken" : ""}`}
      aria-label=${describe(board, place, round)}
      aria-current=${round === view.round ? "step" : undefined}
      ...${props}
      ...${target ? board.hint(part) : {}}
      data-place=${`mansion:${round}`}
    >
      <span class="rip-number">${round === 10 ? "X" : round}</span>
      <span class="rip-watcher">
        ${round === 10
          ? html`<${Stone}/>`
          : !place.open
          ? html`<${HiddenPsychic}/>`
          : place.psychic
          ? html`
            <span class="rip-piece" data-piece=${`psychic ${place.psychic}`}>
              <${Portrait} number=${place.psychic}/>
            </span>
          `
          : null}
        ${round < view.round
          ? html`<${RoundResult} end=${endOf(view, round)} below=${below} above=${above}/>`
          : null}
      </span>
      <span class="rip-tokens">
        ${place.tokens.map((/** @type {string} */ kind, /** @type {number} */ at) => html`
          <span key=${at}><${Token} kind=${kind}/></span>
        `)}
      </span>
      <span class="rip-who">
        ${place.psychic ? psychic(place.psychic).name : round === 10 ? WORDS.last : ""}
      </span>
      ${round === 10 && view.round < 10 ? html`<${Pile} board=${board}/>` : null}
    </button>
  `;
};

/**
 * The totals of a finished round; the winner's is marked.
 * @param {{end: any, below: number, above: number}} props
 */
const RoundResult = ({ end, below, above }) => html`
  <span class="rip-result">
    ${[below, above].map((side, at) => html`
      ${at ? html`<i>:</i>` : null}
      <span class=${end.winner === side ? "won" : ""}>${end.totals[side]}</span>
    `)}
  </span>
`;

/**
 * How many cards of each side wait at the last mansion.
 * @param {{board: BoardContext}} props
 */
const Pile = ({ board }) => html`
  <span class="rip-pile">
    <b class="theirs" data-place=${`last:${board.above}`}>
      ${board.view.rows[9][board.above].cards.length}
    </b>
    <b class="mine" data-place=${`last:${board.below}`}>
      ${board.view.rows[9][board.below].cards.length}
    </b>
  </span>
`;

/**
 * Describe how a round ended.
 * @param {any} end
 * @param {string[]} names
 */
const describeResult = ({ totals, winner, known }, names) => {
  const score = names.map((name, side) => `${name} ${totals[side]}`).join(", ");
  if (!known) return score;
  const result = winner === null ? WORDS.endedTie : fill(WORDS.endedWon, { name: names[winner] });
  return `${result} (${score})`;
};

/**
 * Describe a mansion for screen readers.
 * @param {BoardContext} board
 * @param {any} place
 * @param {number} round
 */
function describe({ view, names, below, above }, place, round) {
  const watcher =
    round === 10
      ? fill(WORDS.waitingThere, {
          mine: view.rows[9][below].cards.length,
          me: names[below],
          theirs: view.rows[9][above].cards.length,
          them: names[above],
        })
      : !place.open
        ? WORDS.faceDownPsychic
        : place.psychic
          ? sentence(fill(WORDS.watched, { name: psychic(place.psychic).name }))
          : WORDS.unwatched;
  if (round < view.round)
    return `${fill(WORDS.round, { n: round })}: ${describeResult(endOf(view, round), names)}`;
  return (
    fill(WORDS.mansion, { n: round, tokens: tokenNames(place.tokens), watcher }) +
    (round === view.round ? ` ${WORDS.here}` : "")
  );
}

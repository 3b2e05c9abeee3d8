// The line of ten mansions: who watches each, what it is, which one is fought for.
import { html } from "../../lib.js";
import { Portrait, Stone, Token, Unseen } from "./art.js";
import { psychic } from "./psychics.js";
import { endOf } from "./score-sheet.js";
import { sentence, tokenNames } from "./labels.js";
import { fill, WORDS } from "./words.js";

/** @typedef {import("./board.js").Table} Table */

/** @param {{table: Table}} props */
export const Line = ({ table }) => html`
  <ol class="rip-line">
    ${table.view.line.map((/** @type {any} */ place, /** @type {number} */ at) => html`
      <li key=${at} class=${stateOf(table, at + 1)}>
        <${Mansion} table=${table} place=${place} round=${at + 1}/>
      </li>
    `)}
  </ol>
`;

/**
 * @param {Table} table
 * @param {number} round
 */
const stateOf = (table, round) =>
  round === table.view.round ? "now" : round < table.view.round ? "past" : "ahead";

/** @param {{table: Table, place: any, round: number}} props */
const Mansion = ({ table, place, round }) => {
  const { view, below, above } = table;
  const part = table.mansions ? String(round) : "";
  const target = part && table.options.has(part);
  const taken = table.picked.includes(part) && table.mansions;
  const props = target
    ? table.target(part)
    : {
        onClick: () => table.look({ kind: "mansion", round }),
        ...table.peek({ kind: "mansion", round }),
      };
  return html`
    <button
      class=${`rip-mansion ${target ? "glow" : ""} ${taken ? "taken" : ""}`}
      aria-label=${describe(table, place, round)}
      aria-current=${round === view.round ? "step" : undefined}
      ...${props}
      ...${target ? table.hint(part) : {}}
      data-place=${`mansion:${round}`}
    >
      <span class="rip-number">${round === 10 ? "X" : round}</span>
      <span class="rip-watch">
        ${round === 10
          ? html`<${Stone}/>`
          : !place.open
          ? html`<${Unseen}/>`
          : place.psychic
          ? html`
            <span class="rip-piece" data-piece=${`psychic ${place.psychic}`}>
              <${Portrait} number=${place.psychic}/>
            </span>
          `
          : null}
        ${round < view.round
          ? html`<${Fought} end=${endOf(view, round)} below=${below} above=${above}/>`
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
      ${round === 10 && view.round < 10 ? html`<${Pile} table=${table}/>` : null}
    </button>
  `;
};

/**
 * How a round ended; the winner's total is marked.
 * @param {{end: any, below: number, above: number}} props
 */
const Fought = ({ end, below, above }) => html`
  <span class="rip-fought">
    ${[below, above].map((side, at) => html`
      ${at ? html`<i>:</i>` : null}
      <span class=${end.winner === side ? "won" : ""}>${end.totals[side]}</span>
    `)}
  </span>
`;

/**
 * How many cards wait at the last mansion, above and below.
 * @param {{table: Table}} props
 */
const Pile = ({ table }) => html`
  <span class="rip-pile">
    <b class="theirs" data-place=${`last:${table.above}`}>
      ${table.view.rows[9][table.above].cards.length}
    </b>
    <b class="mine" data-place=${`last:${table.below}`}>
      ${table.view.rows[9][table.below].cards.length}
    </b>
  </span>
`;

/**
 * How a round ended, in words.
 * @param {any} end
 * @param {string[]} names
 */
const ending = ({ totals, winner, known }, names) => {
  const score = names.map((name, side) => `${name} ${totals[side]}`).join(", ");
  if (!known) return score;
  const result = winner === null ? WORDS.endedTie : fill(WORDS.endedWon, { name: names[winner] });
  return `${result} (${score})`;
};

/**
 * @param {Table} table
 * @param {any} place
 * @param {number} round
 */
function describe({ view, names, below, above }, place, round) {
  const watch =
    round === 10
      ? fill(WORDS.waitingThere, {
          mine: view.rows[9][below].cards.length,
          me: names[below],
          theirs: view.rows[9][above].cards.length,
          them: names[above],
        })
      : !place.open
        ? WORDS.unseen
        : place.psychic
          ? sentence(fill(WORDS.watched, { name: psychic(place.psychic).name }))
          : WORDS.unwatched;
  if (round < view.round)
    return `${fill(WORDS.round, { n: round })}: ${ending(endOf(view, round), names)}`;
  return (
    fill(WORDS.mansion, { n: round, tokens: tokenNames(place.tokens), watch }) +
    (round === view.round ? ` ${WORDS.here}` : "")
  );
}

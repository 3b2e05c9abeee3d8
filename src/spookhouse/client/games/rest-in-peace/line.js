// The line of ten mansions: who watches each, what it is, which one is fought for.
import { html } from "../../lib.js";
import { Portrait, Stone, Token, Unseen } from "./art.js";
import { sentence, tokenNames } from "./speech.js";
import { fill, WORDS } from "./words.js";

/** @typedef {import("./board.js").Table} Table */

/** @param {{table: Table}} props */
export const Line = ({ table }) => html`<ol class="rip-line">${table.view.line.map((/** @type {any} */ place, /** @type {number} */ at) =>
  html`<li key=${at} class=${stateOf(table, at + 1)}><${Mansion} table=${table} place=${place} round=${at + 1}/></li>`)}</ol>`;

/** @param {Table} table @param {number} round */
const stateOf = (table, round) => (round === table.view.round ? "now" : round < table.view.round ? "past" : "ahead");

/** @param {{table: Table, place: any, round: number}} props */
const Mansion = ({ table, place, round }) => {
  const { view, below, above } = table;
  const part = table.mansions ? String(round) : "";
  const target = part && table.options.has(part);
  const taken = table.picked.includes(part) && table.mansions;
  const sides = view.rows[round - 1];
  const props = target ? table.target(part) : { onClick: () => table.look({ kind: "mansion", round }), ...table.peek({ kind: "mansion", round }) };
  return html`<button class=${`rip-mansion ${target ? "glow" : ""} ${taken ? "taken" : ""}`} aria-label=${describe(table, place, round)} aria-current=${round === view.round ? "step" : undefined} ...${props} ...${target ? table.hint(part) : {}} data-place=${`mansion:${round}`}>
    <span class="rip-number">${round === 10 ? "X" : round}</span>
    <span class="rip-watch">${round === 10 ? html`<${Stone}/>` : !place.open ? html`<${Unseen}/>`
      : place.psychic ? html`<span class="rip-piece" data-piece=${`psychic ${place.psychic}`}><${Portrait} number=${place.psychic}/></span>` : null}
      ${round < view.round && round < 10 ? html`<span class="rip-fought">${sides[below].total}<i>:</i>${sides[above].total}</span>` : null}</span>
    <span class="rip-tokens">${place.tokens.map((/** @type {string} */ kind, /** @type {number} */ at) => html`<span key=${at}><${Token} kind=${kind}/></span>`)}</span>
    <span class="rip-who">${place.psychic ? WORDS.psychics[place.psychic].name : round === 10 ? WORDS.last : ""}</span>
    ${round === 10 && view.round < 10 ? html`<${Pile} table=${table}/>` : null}
  </button>`;
};

/** How many cards wait at the last mansion, above and below. @param {{table: Table}} props */
const Pile = ({ table }) => html`<span class="rip-pile"><b class="theirs" data-place=${`last:${table.above}`}>${table.view.rows[9][table.above].cards.length}</b><b class="mine" data-place=${`last:${table.below}`}>${table.view.rows[9][table.below].cards.length}</b></span>`;

/** @param {Table} table @param {any} place @param {number} round */
function describe({ view, names, below, above }, place, round) {
  const watch = round === 10 ? fill(WORDS.waitingThere, { mine: view.rows[9][below].cards.length, me: names[below], theirs: view.rows[9][above].cards.length, them: names[above] })
    : !place.open ? WORDS.unseen : place.psychic ? sentence(fill(WORDS.watched, { name: WORDS.psychics[place.psychic].name })) : WORDS.unwatched;
  return fill(WORDS.mansion, { n: round, tokens: tokenNames(place.tokens), watch }) + (round === view.round ? ` ${WORDS.here}` : "");
}

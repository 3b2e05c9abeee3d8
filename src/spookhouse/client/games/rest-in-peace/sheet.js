// Who owns what, round by round.
import { html } from "../../lib.js";
import { Mark } from "../../art/kit.js";
import { Token } from "./art.js";
import { WORDS } from "./words.js";

/** @param {{view: any, people: any[]}} props */
export const Sheet = ({ view, people }) => html`<div class="rip-sheet"><table><caption>${WORDS.sheet.title}</caption>
  <thead><tr><th scope="col">${WORDS.sheet.round}</th>${people.map((who) => html`<th scope="col" key=${who.seat}><${Mark} seat=${who.seat} size=${16}/> ${who.name}</th>`)}</tr></thead>
  <tbody>${view.rows.slice(0, view.round).map((/** @type {any} */ sides, /** @type {number} */ at) => html`<tr key=${at}><th scope="row">${at === 9 ? WORDS.lastShort : at + 1}</th>${people.map((who) => html`<td key=${who.seat}>${sides[who.seat].total}</td>`)}</tr>`)}</tbody>
  <tfoot>${/** @type {["manor", "castle"]} */ (["manor", "castle"]).map((kind) => html`<tr key=${kind}><th scope="row"><${Token} kind=${kind}/>${kind === "manor" ? WORDS.sheet.manors : WORDS.sheet.castles}</th>${people.map((who) => html`<td key=${who.seat}><b>${view.tokens[who.seat][kind]}</b></td>`)}</tr>`)}</tfoot>
</table></div>`;

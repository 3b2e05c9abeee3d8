// The score sheet: how every round ended and who won it, and who owns which mansions.
import { html } from "../../lib.js";
import { Mark } from "../../art/shapes.js";
import { Token } from "./art.js";
import { WORDS } from "./words.js";

/**
 * The totals with which a finished round ended, and its winner. Cards can leave the rows later, so
 * the rows may show less. Positions without a sheet fall back to the rows.
 * @param {any} view
 * @param {number} round
 * @returns {{totals: number[], winner: number | null, known: boolean}}
 */
export const endOf = (view, round) => {
  const end = view.sheet?.[round - 1];
  if (end) return { ...end, known: true };
  return {
    totals: view.rows[round - 1].map((/** @type {any} */ row) => row.total),
    winner: null,
    known: false,
  };
};

/** @param {{view: any, people: any[], round: number}} props */
const Round = ({ view, people, round }) => {
  const { totals, winner, known } = endOf(view, round);
  return html`
    <tr>
      <th scope="row">${round === 10 ? WORDS.lastShort : round}</th>
      ${people.map((who) => html`
        <td key=${who.seat} class=${who.seat === winner ? "won" : ""}>
          ${totals[who.seat]}
          ${who.seat === winner
            ? html` <span class="rip-check" role="img" aria-label=${WORDS.sheet.won}>✓</span>`
            : null}
        </td>
      `)}
      <td class="rip-tie">${known && winner === null ? WORDS.sheet.tie : ""}</td>
    </tr>
  `;
};

/** @param {{view: any, people: any[]}} props */
export const Sheet = ({ view, people }) => {
  const rounds = Array.from({ length: view.round }, (_, at) => at + 1);
  const kinds = /** @type {["manor", "castle"]} */ (["manor", "castle"]);
  const names = { manor: WORDS.sheet.manors, castle: WORDS.sheet.castles };
  return html`
    <div class="rip-sheet">
      <table>
        <caption>${WORDS.sheet.title}</caption>
        <thead>
          <tr>
            <th scope="col">${WORDS.sheet.round}</th>
            ${people.map((who) => html`
              <th scope="col" key=${who.seat}>
                <${Mark} seat=${who.seat} size=${16}/> ${who.name}
              </th>
            `)}
            <td></td>
          </tr>
        </thead>
        <tbody>
          ${rounds.map((round) => html`
            <${Round} key=${round} view=${view} people=${people} round=${round}/>
          `)}
        </tbody>
        <tfoot>
          ${kinds.map((kind) => html`
            <tr key=${kind}>
              <th scope="row"><${Token} kind=${kind}/>${names[kind]}</th>
              ${people.map((who) => html`
                <td key=${who.seat}><b>${view.tokens[who.seat][kind]}</b></td>
              `)}
              <td></td>
            </tr>
          `)}
        </tfoot>
      </table>
    </div>
  `;
};

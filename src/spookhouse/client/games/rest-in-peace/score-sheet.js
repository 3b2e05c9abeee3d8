// The score sheet: the totals and winner of each round, and the mansions of each player.
import { html } from "../../lib.js";
import { Mark } from "../../art/shapes.js";
import { PlayerName } from "../../parts/players.js";
import { Token } from "./art.js";
import { WORDS } from "./words.js";

/**
 * Return the final totals of a round, and its winner. Cards can leave the rows later, so the rows
 * may show less. Positions without a sheet fall back to the rows.
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

/** @param {{view: any, players: any[], round: number}} props */
const Round = ({ view, players, round }) => {
  const { totals, winner, known } = endOf(view, round);
  return html`
    <tr>
      <th scope="row">${round === 10 ? WORDS.lastShort : round}</th>
      ${players.map((player) => html`
        <td key=${player.seat} class=${player.seat === winner ? "won" : ""}>
          ${totals[player.seat]}
          ${player.seat === winner
            ? html` <span class="rip-check" role="img" aria-label=${WORDS.sheet.won}>✓</span>`
            : null}
        </td>
      `)}
      <td class="rip-tie">${known && winner === null ? WORDS.sheet.tie : ""}</td>
    </tr>
  `;
};

/** @param {{view: any, players: any[]}} props */
export const Sheet = ({ view, players }) => {
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
            ${players.map((player) => html`
              <th scope="col" key=${player.seat}>
                <${Mark} seat=${player.seat} size=${16}/>
                ${" "}
                <${PlayerName} player=${player}/>
              </th>
            `)}
            <td></td>
          </tr>
        </thead>
        <tbody>
          ${rounds.map((round) => html`
            <${Round} key=${round} view=${view} players=${players} round=${round}/>
          `)}
        </tbody>
        <tfoot>
          ${kinds.map((kind) => html`
            <tr key=${kind}>
              <th scope="row"><${Token} kind=${kind}/>${names[kind]}</th>
              ${players.map((player) => html`
                <td key=${player.seat}><b>${view.tokens[player.seat][kind]}</b></td>
              `)}
              <td></td>
            </tr>
          `)}
        </tfoot>
      </table>
    </div>
  `;
};

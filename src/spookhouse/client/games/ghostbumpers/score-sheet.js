// The score sheet: the points of every round. A view holds totals only, so the board stores the
// points of each round in this tab when the round ends. Rounds that were not watched share a row.
import { html } from "../../lib.js";
import { Mark } from "../../art/shapes.js";
import { PlayerName } from "../../parts/players.js";
import { say } from "./words.js";

/** @typedef {{round: number, points: number[], totals: number[], combined?: boolean}} Row */

const storageKey = () => `ghostbumpers rounds ${location.pathname}`;

/** @returns {Row[]} */
function storedRows() {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey()) ?? "[]");
  } catch {
    return [];
  }
}

/**
 * Store the round that ended between two views, if one did.
 * @param {any} before
 * @param {any} view
 */
export function storeRound(before, view) {
  const ended =
    before &&
    (view.round === before.round + 1 || (view.phase === "over" && before.phase !== "over"));
  if (!ended || before.scores.length !== view.scores.length) return;
  const row = {
    round: before.round,
    points: view.scores.map((total, seat) => total - before.scores[seat]),
    totals: view.scores,
  };
  sessionStorage.setItem(
    storageKey(),
    JSON.stringify(
      [...storedRows().filter(({ round }) => round !== row.round), row].sort(
        (a, b) => a.round - b.round,
      ),
    ),
  );
}

/**
 * Return the number of rounds that have ended.
 * @param {any} view
 */
const endedRounds = (view) => (view.phase === "over" ? view.round : view.round - 1);

/**
 * Return the rows that match the view, from the last round backwards, as far as their totals
 * follow from each other.
 * @param {any} view
 * @returns {Row[]}
 */
export function rowsOf(view) {
  const rows = [];
  let totals = view.scores;
  const all = storedRows();
  for (let round = endedRounds(view); round > 0; round--) {
    const row = all.find(
      (known) => known.round === round && known.totals.join() === totals.join(),
    );
    if (!row) {
      rows.unshift({ round, points: totals, totals, combined: round > 1 });
      break;
    }
    rows.unshift(row);
    totals = totals.map((total, seat) => total - row.points[seat]);
  }
  return rows;
}

export const Sheet = ({ view, players }) => {
  const best = Math.max(...view.scores);
  return html`
    <div class="gb-sheet">
      <table>
        <caption class="gb-visually-hidden">${say("sheet")}</caption>
        <thead>
          <tr>
            <th scope="col">${say("round")}</th>
            ${view.scores.map((_, seat) => html`
              <th key=${seat} scope="col" title=${players[seat]?.name}>
                <${Mark} seat=${seat}/> <span class="gb-name">
                  <${PlayerName} player=${players[seat]}/>
                </span>
              </th>
            `)}
          </tr>
        </thead>
        <tbody>
          ${rowsOf(view).map((row) => html`
            <tr key=${row.round}>
              <th scope="row">${row.combined ? say("rounds-before", row) : row.round}</th>
              ${row.points.map((points, seat) => html`
                <td key=${seat} class=${points ? "" : "is-none"}>${points}</td>
              `)}
            </tr>
          `)}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">${say("total")}</th>
            ${view.scores.map((total, seat) => html`
              <td key=${seat} class=${total === best && best > 0 ? "is-best" : ""}>${total}</td>
            `)}
          </tr>
        </tfoot>
      </table>
    </div>
  `;
};

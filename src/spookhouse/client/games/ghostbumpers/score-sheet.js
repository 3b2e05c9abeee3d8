// The points of every round. A view holds totals only, so the board notes each round as it ends; it
// keeps them for this tab, so that a page loaded again still has them. Rounds that nobody watched
// are one line.
import { html } from "../../lib.js";
import { Mark } from "../../art/shapes.js";
import { say } from "./words.js";

/** @typedef {{round: number, points: number[], totals: number[], together?: boolean}} Line */

const place = () => `ghostbumpers rounds ${location.pathname}`;

/** @returns {Line[]} */
function noted() {
  try {
    return JSON.parse(sessionStorage.getItem(place()) ?? "[]");
  } catch {
    return [];
  }
}

/**
 * Note the round that ended between two views, if one did.
 * @param {any} before
 * @param {any} view
 */
export function note(before, view) {
  const ended =
    before &&
    (view.round === before.round + 1 || (view.phase === "over" && before.phase !== "over"));
  if (!ended || before.scores.length !== view.scores.length) return;
  const line = {
    round: before.round,
    points: view.scores.map((total, seat) => total - before.scores[seat]),
    totals: view.scores,
  };
  sessionStorage.setItem(
    place(),
    JSON.stringify(
      [...noted().filter(({ round }) => round !== line.round), line].sort(
        (a, b) => a.round - b.round,
      ),
    ),
  );
}

/**
 * Rounds that have ended.
 * @param {any} view
 */
const ended = (view) => (view.phase === "over" ? view.round : view.round - 1);

/**
 * The lines that fit the view: from the last round backwards, as far as each follows from the one
 * before.
 * @param {any} view
 * @returns {Line[]}
 */
export function lines(view) {
  const found = [];
  let totals = view.scores;
  const all = noted();
  for (let round = ended(view); round > 0; round--) {
    const line = all.find(
      (known) => known.round === round && known.totals.join() === totals.join(),
    );
    if (!line) {
      found.unshift({ round, points: totals, totals, together: round > 1 });
      break;
    }
    found.unshift(line);
    totals = totals.map((total, seat) => total - line.points[seat]);
  }
  return found;
}

export const Sheet = ({ view, people }) => {
  const best = Math.max(...view.scores);
  return html`
    <div class="gb-sheet">
      <table>
        <caption class="gb-hidden">${say("sheet")}</caption>
        <thead>
          <tr>
            <th scope="col">${say("round")}</th>
            ${view.scores.map((_, seat) => html`
              <th key=${seat} scope="col" title=${people[seat]?.name}>
                <${Mark} seat=${seat}/> <span class="gb-name">${people[seat]?.name}</span>
              </th>
            `)}
          </tr>
        </thead>
        <tbody>
          ${lines(view).map((line) => html`
            <tr key=${line.round}>
              <th scope="row">${line.together ? say("rounds-before", line) : line.round}</th>
              ${line.points.map((points, seat) => html`
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

// The score sheet: points and Boo! tokens of a match, or the order in which players left the house.
import { html } from "../../lib.js";
import { Mark } from "../../art/shapes.js";
import { PlayerName } from "../../parts/players.js";
import { Boo } from "./art.js";
import { withSizes } from "./board.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Player} Player */

/** @param {{player: Player, seat: number}} props */
const NameCell = ({ player, seat }) => html`
  <th scope="row">
    <span class="gh-name">
      <${Mark} seat=${player?.mark ?? seat} size=${18}/>
      <${PlayerName} player=${player}/>
    </span>
  </th>
`;

/**
 * Return when a seat left the house, or why it has not.
 * @param {View} view
 * @param {number} seat
 */
function departure(view, seat) {
  const place = view.left.indexOf(seat) + 1;
  if (place) return say("sheet.place", { place });
  return say(view.phase === "over" ? "sheet.haunted" : "sheet.in");
}

/** @param {{view: any, players: Player[]}} props */
export function Sheet({ view: given, players }) {
  const view = withSizes(given);
  const match = view.options.mode === "match";
  const seats = Array.from({ length: view.options.players }, (_, seat) => seat);
  const first = (/** @type {number} */ seat) =>
    match ? -view.scores[seat] : (view.left.indexOf(seat) + 99) % 99;
  return html`
    <table class="gh-sheet">
      <caption class="unseen">${say("sheet.caption")}</caption>
      <thead>
        <tr>
          <th scope="col">${say("sheet.player")}</th>
          ${match
            ? html`
              <th scope="col">${say("sheet.points")}</th>
              <th scope="col">${say("sheet.boos")}</th>
            `
            : null}
          <th scope="col">${match ? say("round", view) : say("sheet.out")}</th>
          <th scope="col">${say("sheet.ghosts")}</th>
        </tr>
      </thead>
      <tbody>
        ${seats
          .sort((a, b) => first(a) - first(b))
          .map((seat) => html`
            <tr key=${seat}>
              <${NameCell} player=${players[seat]} seat=${seat}/>
              ${match
                ? html`
                  <td class="gh-number">${view.scores[seat]}</td>
                  <td>
                    ${view.boos[seat]
                      ? html`
                        <span
                          class="gh-boos"
                          role="img"
                          aria-label=${say("seat.boos", { boos: view.boos[seat] })}
                        >
                          ${Array.from({ length: view.boos[seat] }, (_, i) => html`
                            <${Boo} key=${i}/>
                          `)}
                        </span>
                      `
                      : "–"}
                  </td>
                `
                : null}
              <td>${departure(view, seat)}</td>
              <td class="gh-number">${view.hand_sizes[seat] + view.mansion_sizes[seat]}</td>
            </tr>
          `)}
      </tbody>
    </table>
  `;
}

// The score sheet: points and Boo! tokens of a match, or who left the house when.
import { html } from "../../lib.js";
import { Mark } from "../../art/shapes.js";
import { Boo } from "./art.js";
import { sized } from "./board.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Person} Person */

/** @param {{person: Person, seat: number}} props */
const Who = ({ person, seat }) => html`
  <th scope="row">
    <span class="gh-name">
      <${Mark} seat=${person?.mark ?? seat} size=${18}/>
      <span>${person?.name}</span>
    </span>
  </th>
`;

/**
 * Who left, or why not yet.
 * @param {View} view
 * @param {number} seat
 */
function leaving(view, seat) {
  const place = view.left.indexOf(seat) + 1;
  if (place) return say("sheet.place", { place });
  return say(view.phase === "over" ? "sheet.haunted" : "sheet.in");
}

/** @param {{view: any, people: Person[]}} props */
export function Sheet({ view: given, people }) {
  const view = sized(given);
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
              <${Who} person=${people[seat]} seat=${seat}/>
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
              <td>${leaving(view, seat)}</td>
              <td class="gh-number">${view.hand_sizes[seat] + view.mansion_sizes[seat]}</td>
            </tr>
          `)}
      </tbody>
    </table>
  `;
}

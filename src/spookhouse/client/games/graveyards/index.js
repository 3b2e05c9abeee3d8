// Graveyards, Ghosts & Haunted Houses in the browser.
import { html } from "../../lib.js";
import { Svg } from "../../art/shapes.js";
import { PlayerName } from "../../parts/players.js";
import { Ghost, Picture } from "./art.js";
import { Board } from "./board.js";
import { Tiles } from "./hud.js";
import { label, name } from "./labels.js";
import words from "./words.js";

/** @param {{view: any, players: any[]}} props The scores of every seat. */
const Sheet = ({ view, players }) => html`
  <table class="sheet">
    <tbody>
      ${players.map((each) => html`
        <tr key=${each.seat}>
          <th scope="row"><${PlayerName} player=${each}/></th>
          ${view.options.colours[each.seat].map((/** @type {string} */ colour) => html`
            <td>
              <${Svg} w=${50} h=${50} width="26" label=${name(words.colour, colour)}>
                <${Ghost} colour=${colour}/>
              </${Svg}> ${view.scores[colour]}
            </td>
          `)}
          <td><b>${view.totals[each.seat]}</b></td>
        </tr>
      `)}
    </tbody>
  </table>
`;

/**
 * An open hand, for replays.
 * @param {{view: any}} props
 */
const Hand = ({ view }) => html`
  <div class="cards">
    <${Tiles} view=${view} tiles=${view.hand}/>
  </div>
`;

/**
 * Return how long an event is held in view, in ms.
 * @param {any} event
 */
const hold = (event) =>
  ({ "last-tile": 1200, won: 900, scored: 500, laid: 350, swapped: 450, taken: 450 })[
    /** @type {string} */ (event.event)
  ] ?? 150;

export default {
  Board,
  Hand,
  Sheet,
  Picture,
  book: () => import("./rulebook.js"),
  css: "board.css",
  reasons: words.reasons,
  hold,
  label,
  coach: [
    {
      when: (/** @type {any} */ view, /** @type {string[]} */ moves) =>
        moves.length > 0 && view.phase === "main",
      text: words.coach.start,
    },
    {
      when: (/** @type {any} */ view, /** @type {string[]} */ moves) =>
        moves.length > 0 && view.phase === "main",
      text: words.coach.tile,
    },
    {
      when: (/** @type {any} */ view, /** @type {string[]} */ moves) => moves.includes("skip"),
      text: words.coach.icon,
    },
    {
      when: (/** @type {any} */ view, /** @type {string[]} */ moves) =>
        moves.some((move) => move.startsWith("house")),
      text: words.coach.house,
    },
  ],
};

// Ghooost! in the browser.
import { html } from "../../lib.js";
import { Card } from "./art.js";
import { Board } from "./board.js";
import { coach } from "./coach.js";
import { flights, hold } from "./flights.js";
import { label } from "./moves.js";
import { Picture } from "./picture.js";
import { Sheet } from "./score-sheet.js";
import { name, say } from "./words.js";

/**
 * An open hand, for replays.
 * @param {{view: any}} props
 */
const Hand = ({ view }) => html`
  <div class="cards">
    ${view.hand.map((/** @type {string} */ card, /** @type {number} */ at) => html`
      <${Card} key=${at} card=${card} label=${name(card)}/>
    `)}
  </div>
`;

const reasons = Object.fromEntries(
  ["last-haunted", "dawn", "second-boo"].map((reason) => [reason, say(`reason.${reason}`)]),
);

/**
 * Return the sound of an event.
 * @param {any} event
 */
const sound = (event) => (event.event === "midnight" ? "chime" : "tick");

export default {
  Board,
  Hand,
  Sheet,
  Picture,
  book: () => import("./rulebook.js"),
  css: "board.css",
  flights,
  hold,
  label,
  coach,
  sound,
  reasons,
  loserSound: "howl",
};

// What is happening just now, drawn large over the table for a moment.
import { html } from "../../lib.js";
import { Boo, Card, Clock, Mansion } from "./art.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").Happening} Happening */

/**
 * @param {string} card
 * @param {number} count
 */
const cards = (card, count) => html`
  <span class="gh-moment-cards">
    ${Array.from({ length: count }, (_, i) => html`
      <span key=${i} style=${{ "--turn": `${(i - (count - 1) / 2) * 8}deg` }}>
        <${Card} card=${card}/>
      </span>
    `)}
  </span>
`;

/** @type {Record<string, (e: Happening) => {word: string, picture?: any, mood?: string}>} */
const MOMENTS = {
  "turned-up": (e) => ({
    word: say(e.valid ? "moment.valid" : "moment.invalid"),
    picture: cards(e.card, 1),
    mood: e.valid ? "good" : "bad",
  }),
  double: () => ({ word: say("moment.double") }),
  triple: () => ({ word: say("moment.triple") }),
  quartet: (e) => ({ word: say("moment.quartet"), picture: cards(e.card, 4), mood: "good" }),
  "direction-turned": () => ({ word: say("moment.turned"), picture: cards("8", 1) }),
  midnight: () => ({
    word: say("moment.midnight"),
    picture: html`<${Clock} ghosts=${0}/>`,
    mood: "midnight",
  }),
  left: () => ({
    word: say("moment.left"),
    picture: html`<${Mansion} ghosts=${0} open/>`,
    mood: "good",
  }),
  skipped: () => ({ word: say("moment.skipped"), picture: cards("K", 1) }),
  "extra-turn": () => ({ word: say("moment.again"), mood: "good" }),
  dawn: () => ({ word: say("moment.dawn") }),
  boo: () => ({ word: say("moment.boo"), picture: html`<${Boo}/>`, mood: "bad" }),
  dealt: (e) => ({ word: say("moment.round", e) }),
};

/** @param {{event: Happening | null}} props */
export function Moment({ event }) {
  const moment = event && MOMENTS[event.event]?.(event);
  if (!moment) return null;
  return html`
    <div key=${event.event} class=${`gh-moment ${moment.mood ?? ""}`} aria-hidden="true">
      ${moment.picture ?? null}
      <b>${moment.word}</b>
    </div>
  `;
}

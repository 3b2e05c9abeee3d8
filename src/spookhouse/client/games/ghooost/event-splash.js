// A splash: the event being shown, drawn large over the table.
import { html } from "../../lib.js";
import { Boo, Card, Clock, Mansion } from "./art.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").GameEvent} GameEvent */

/**
 * @param {string} card
 * @param {number} count
 */
const cards = (card, count) => html`
  <span class="gh-splash-cards">
    ${Array.from({ length: count }, (_, i) => html`
      <span key=${i} style=${{ "--turn": `${(i - (count - 1) / 2) * 8}deg` }}>
        <${Card} card=${card}/>
      </span>
    `)}
  </span>
`;

/** @type {Record<string, (e: GameEvent) => {title: string, picture?: any, mood?: string}>} */
const SPLASHES = {
  "turned-up": (e) => ({
    title: say(e.valid ? "splash.valid" : "splash.invalid"),
    picture: cards(e.card, 1),
    mood: e.valid ? "good" : "bad",
  }),
  double: () => ({ title: say("splash.double") }),
  triple: () => ({ title: say("splash.triple") }),
  quartet: (e) => ({ title: say("splash.quartet"), picture: cards(e.card, 4), mood: "good" }),
  "direction-turned": () => ({ title: say("splash.turned"), picture: cards("8", 1) }),
  midnight: () => ({
    title: say("splash.midnight"),
    picture: html`<${Clock} ghosts=${0}/>`,
    mood: "midnight",
  }),
  left: () => ({
    title: say("splash.left"),
    picture: html`<${Mansion} ghosts=${0} open/>`,
    mood: "good",
  }),
  skipped: () => ({ title: say("splash.skipped"), picture: cards("K", 1) }),
  "extra-turn": () => ({ title: say("splash.again"), mood: "good" }),
  dawn: () => ({ title: say("splash.dawn") }),
  boo: () => ({ title: say("splash.boo"), picture: html`<${Boo}/>`, mood: "bad" }),
  dealt: (e) => ({ title: say("splash.round", e) }),
};

/** @param {{event: GameEvent | null}} props */
export function EventSplash({ event }) {
  const splash = event && SPLASHES[event.event]?.(event);
  if (!splash) return null;
  return html`
    <div key=${event.event} class=${`gh-splash ${splash.mood ?? ""}`} aria-hidden="true">
      ${splash.picture ?? null}
      <b>${splash.title}</b>
    </div>
  `;
}

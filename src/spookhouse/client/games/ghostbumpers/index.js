// Ghostbumpers in the browser.
import { CharacterBack, Monster, MonsterBack, Picture } from "./art.js";
import { Board } from "./board.js";
import { cardOf, label } from "./moves.js";
import { Sheet } from "./score-sheet.js";
import { say } from "./words.js";
import { html } from "../../lib.js";

/**
 * An open hand, for replays.
 * @param {{view: any}} props
 */
const Hand = ({ view }) => html`
  <div class="cards">
    ${view.hand.map((/** @type {string} */ card, /** @type {number} */ at) => html`
      <${Monster} key=${at} card=${card} label=${card}/>
    `)}
  </div>
`;

const MOST = 4; // pieces of one kind that fly

const repeat = (count, flight) => Array.from({ length: Math.min(count, MOST) }, () => flight);

/**
 * @type {Record<string, (event: any, before: any) => {piece: any, from: string, to: string, width?:
 *   number}[]>}
 */
const FLIGHTS = {
  played: ({ seat, value, count }) =>
    repeat(count, {
      piece: html`<${Monster} card=${cardOf(value)}/>`,
      from: `hand:${seat}`,
      to: `trick:${seat}`,
    }),
  drawn: ({ seat, count }) =>
    repeat(count, { piece: html`<${MonsterBack}/>`, from: "deck", to: `hand:${seat}`, width: 44 }),
  "deck-renewed": ({ count }) =>
    repeat(count, { piece: html`<${MonsterBack}/>`, from: "discard", to: "deck", width: 44 }),
  dropped: ({ seat }) =>
    repeat(1, { piece: html`<${MonsterBack}/>`, from: `hand:${seat}`, to: "deck", width: 44 }),
  unfazed: ({ seat, count }) =>
    repeat(count, {
      piece: html`<${CharacterBack} seat=${seat}/>`,
      from: `characters:${seat}`,
      to: "splash",
      width: 60,
    }),
  discarded: (_, before) =>
    before.trick.map(({ seat, card }) => ({
      piece: html`<${Monster} card=${card}/>`,
      from: `trick:${seat}`,
      to: "discard",
      width: 44,
    })),
  dealt: (_, before) =>
    before.scores.flatMap((_points, seat) =>
      repeat(2, { piece: html`<${MonsterBack}/>`, from: "deck", to: `hand:${seat}`, width: 44 }),
    ),
};

/** How long each event is held in view, in ms. */
const HOLDS = {
  "tricks-begin": 700,
  played: 350,
  "deck-renewed": 900,
  "dropping-begins": 1400,
  "deck-restocked": 700,
  "trick-won": 1100,
  scared: 1900,
  "moved-up": 1500,
  unmoved: 1100,
  paranoia: 1800,
  "hands-empty": 1100,
  "turned-up": 900,
  scored: 350,
  "round-ended": 2400,
  dealt: 600,
  winner: 1500,
};

const hold = (event) =>
  event.event === "unfazed" ? 700 + 500 * event.count : (HOLDS[event.event] ?? 0);

const holds = (view, card) => view.hand?.includes(card);
const coach = [
  { when: (view, moves) => moves[0]?.startsWith("scare"), text: say("coach-scare") },
  { when: (view, moves) => moves[0]?.startsWith("drop"), text: say("coach-drop") },
  { when: (view, moves) => view.phase === "play" && moves.length > 0, text: say("coach-lead") },
  {
    when: (view, moves) =>
      view.phase === "play" && moves.some((move) => /^[1-9]x[2-7]$/.test(move)),
    text: say("coach-sets"),
  },
  {
    when: (view, moves) => view.phase === "play" && moves.length > 0 && holds(view, "0/10"),
    text: say("coach-mirror"),
  },
  {
    when: (view, moves) => view.phase === "play" && moves.length > 0 && holds(view, "5"),
    text: say("coach-five"),
  },
];

export default {
  Board,
  Hand,
  Sheet,
  Picture,
  book: () => import("./rulebook.js"),
  css: "board.css",
  flights: (event, before) => FLIGHTS[event.event]?.(event, before) ?? [],
  hold,
  label,
  coach,
  reasons: { rounds: say("reason-rounds"), target: say("reason-target") },
};

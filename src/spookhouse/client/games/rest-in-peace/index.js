// Rest in Peace in the browser.
import { html } from "../../lib.js";
import { Card, Picture, Token } from "./art.js";
import { Board } from "./board.js";
import { load } from "./psychics.js";
import { Sheet } from "./score-sheet.js";
import { label } from "./labels.js";
import { WORDS } from "./words.js";

/**
 * How long an event is held in view, in ms; other events are not held.
 * @type {Record<string, number>}
 */
const HOLDS = {
  effect: 1100,
  silenced: 900,
  withdrew: 1300,
  "token-won": 900,
  "turn-ended": 500,
  "round-began": 1200,
  "came-due": 900,
  tied: 1200,
  "trip-lapsed": 600,
  "tenth-began": 1400,
  revealed: 750,
  resolved: 700,
  shown: 1200,
  "game-ended": 1600,
};

/** @param {any} event */
const hold = (event) => (event.event === "effect" && !event.text ? 0 : (HOLDS[event.event] ?? 0));

/**
 * Return the flights of an event. Psychics have an identity and glide by themselves.
 * @param {any} event
 * @param {any} before
 */
function flights(event, before) {
  const { seat, card } = event;
  const ghost = (
    /** @type {string | null} */ shownCard,
    /** @type {string} */ from,
    /** @type {string} */ to,
  ) => [{ piece: html`<${Card} card=${shownCard} family=${seat}/>`, from, to, width: 58 }];
  const hand =
    before.seat === seat && card?.[0] === "g" ? `hand:${seat}:${card.slice(1)}` : `hand:${seat}`;
  if (event.event === "played" && card[0] === "g") return ghost(card, hand, `row:${seat}`);
  if (event.event === "placed" || event.event === "sent")
    return ghost(
      card?.[0] === "g" ? card : null,
      card?.[0] === "p" ? `reserve:${seat}` : `hand:${seat}`,
      `last:${seat}`,
    );
  if (event.event === "drew" && event.count)
    return Array.from(
      { length: event.count },
      () => ghost(null, `deck:${seat}`, `hand:${seat}`)[0],
    );
  if (event.event === "effect" && event.psychic === 2 && event.first)
    return ghost(`g${event.first}`, `deck:${seat}`, `row:${seat}`);
  if (event.event === "token-won") {
    const tokens = [...Array(event.manors).fill("manor"), ...Array(event.castles).fill("castle")];
    return tokens.map((kind) => ({
      piece: html`<${Token} kind=${kind}/>`,
      from: `mansion:${before.round}`,
      to: `tokens:${seat}`,
      width: 52,
    }));
  }
  return [];
}

/**
 * An open hand, for replays.
 * @param {{view: any, seat: number}} props
 */
const Hand = ({ view, seat }) => html`
  <div class="cards">
    ${view.hands[seat].cards.map((/** @type {string} */ card, /** @type {number} */ at) => html`
      <${Card} key=${at} card=${`g${card}`} family=${seat} label=${card}/>
    `)}
  </div>
`;

/**
 * @param {any} view
 * @param {number | null} seat
 */
const ownTurn = (view, seat) => view.phase === "turn" && view.turn === seat;

const coach = [
  {
    when: (/** @type {any} */ view, /** @type {string[]} */ moves, /** @type {number} */ seat) =>
      ownTurn(view, seat) && moves.length > 0 && view.played === 0 && !view.reserves[seat].length,
    text: WORDS.coach.play,
  },
  {
    when: (/** @type {any} */ view, /** @type {string[]} */ moves, /** @type {number} */ seat) =>
      ownTurn(view, seat) && moves.length > 0 && view.played > 0 && !view.ending.withdraws,
    text: WORDS.coach.end,
  },
  {
    when: (/** @type {any} */ view, /** @type {string[]} */ moves, /** @type {number} */ seat) =>
      ownTurn(view, seat) && moves.length > 0 && view.played > 0 && view.ending.withdraws,
    text: WORDS.coach.behind,
  },
  {
    when: (/** @type {any} */ view, /** @type {string[]} */ moves, /** @type {number} */ seat) =>
      ownTurn(view, seat) && moves.length > 0 && view.reserves[seat].length > 0,
    text: WORDS.coach.psychic,
  },
  {
    when: (/** @type {any} */ view, /** @type {string[]} */ moves) =>
      view.phase === "place" && moves.length > 0,
    text: WORDS.coach.place,
  },
  {
    when: (/** @type {any} */ view, /** @type {string[]} */ moves) =>
      view.phase === "tenth" && moves.length > 0,
    text: WORDS.coach.tenth,
  },
];

export default {
  Board,
  Hand,
  Sheet,
  Picture,
  book: () => import("./rulebook.js"),
  load,
  css: "board.css",
  flights,
  hold,
  label,
  coach,
  reasons: WORDS.reasons,
};

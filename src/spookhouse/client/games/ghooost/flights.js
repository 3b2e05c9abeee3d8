// The flights of pieces when an event is shown, and how long the event is held in view.
import { html } from "../../lib.js";
import { Card, CardBack } from "./art.js";
import { cemeteryCards, playedCards } from "./event-effects.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").GameEvent} GameEvent */
/** @typedef {{piece: any, from: string, to: string, width?: number}} Flight */

const MOST = 8; // cards that fly at once

/**
 * @param {string} card
 * @param {string} from
 * @param {string} to
 * @returns {Flight}
 */
const faceUp = (card, from, to) => ({ piece: html`<${Card} card=${card}/>`, from, to });

/**
 * @param {string} from
 * @param {string} to
 * @returns {Flight}
 */
const faceDown = (from, to) => ({ piece: html`<${CardBack}/>`, from, to });

/**
 * Return the place of a card in a seat's hand; in your own hand each value has a place.
 * @param {GameEvent} e
 * @param {View} view
 * @param {string} card
 */
const handPlace = (e, view, card) =>
  e.seat === view.seat && view.hand?.includes(card) ? `hand:${e.seat}:${card}` : `hand:${e.seat}`;

/** @type {Record<string, (e: GameEvent, before: View) => Flight[]>} */
const FLIGHTS = {
  played: (e, before) =>
    playedCards(e).map((card) => faceUp(card, handPlace(e, before, card), "cemetery")),
  kitty: (e, before) => [faceUp("K", handPlace(e, before, "K"), "kitties")],
  "turned-up": (e) => [
    faceUp(
      e.card,
      e.source === "crypt" ? "crypt" : `mansion:${e.seat}`,
      e.valid ? (e.card === "K" ? "kitties" : "cemetery") : `hand:${e.seat}`,
    ),
  ],
  collected: (e, before) =>
    cemeteryCards(before)
      .slice(-MOST)
      .map((card) => faceUp(card, "cemetery", `hand:${e.seat}`)),
  discarded: (e) =>
    Array.from({ length: Math.min(MOST, e.count) }, () => faceDown("cemetery", "discard")),
  drew: (e) => [faceUp(e.card, "crypt", `hand:${e.seat}`)],
  refilled: (e, before) =>
    e.seat === before.seat
      ? []
      : Array.from({ length: e.count }, () => faceDown("crypt", `hand:${e.seat}`)),
};

/**
 * @param {GameEvent} event
 * @param {View} before
 * @returns {Flight[]}
 */
export const flights = (event, before) => FLIGHTS[event.event]?.(event, before) ?? [];

/** @type {Record<string, number>} */
const HOLDS = {
  "turned-up": 700,
  passed: 600,
  double: 450,
  triple: 550,
  quartet: 1100,
  "direction-turned": 900,
  midnight: 1900,
  left: 1300,
  skipped: 650,
  "extra-turn": 350,
  dawn: 1900,
  "round-ended": 1600,
  scored: 500,
  boo: 1400,
  dealt: 600,
  collected: 250,
  played: 120,
  kitty: 250,
  "game-ended": 1200,
};

/** @param {GameEvent} event */
export const hold = (event) => HOLDS[event.event] ?? 0;

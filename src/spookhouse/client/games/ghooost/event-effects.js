// The view while the events of a move are shown one after the other. Each event takes cards from
// where they were and, when their flight has ended, puts them where they go. The next view from the
// server replaces the result.
import { useEffect, useRef, useState } from "../../lib.js";
import { ORDER } from "./art.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").GameEvent} GameEvent */

/**
 * @param {string[]} cards
 * @param {string[]} removed
 */
function without(cards, removed) {
  const rest = [...cards];
  for (const card of removed) {
    const at = rest.indexOf(card);
    if (at >= 0) rest.splice(at, 1);
  }
  return rest;
}

/**
 * @param {string[]} cards
 * @param {string[]} added
 */
const joined = (cards, added) =>
  [...cards, ...added].sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b));

/**
 * @template T
 * @param {T[]} list
 * @param {number | null} at
 * @param {(old: T) => T} change
 * @returns {T[]}
 */
const replaceAt = (list, at, change) => list.map((each, i) => (i === at ? change(each) : each));

/**
 * Move cards into a hand or out of it.
 * @param {View} view
 * @param {number | null} seat
 * @param {string[]} cards
 * @param {1 | -1} direction 1 into the hand, -1 out of it
 * @param {boolean} seen whether everybody saw the cards
 */
function moveCards(view, seat, cards, direction, seen) {
  const move = direction > 0 ? joined : without;
  return {
    ...view,
    hand: view.hand && seat === view.seat ? move(view.hand, cards) : view.hand,
    hands: view.hands && replaceAt(view.hands, seat, (hand) => move(hand, cards)),
    hand_sizes: replaceAt(view.hand_sizes, seat, (size) => size + direction * cards.length),
    known: seen ? replaceAt(view.known, seat, (known) => move(known, cards)) : view.known,
  };
}

/** @param {GameEvent} e */
export const playedCards = (e) => [...Array(e.count).fill(e.card), ...(e.copy ? ["X"] : [])];

/**
 * Return all cards in and beside the cemetery.
 * @param {View} view
 * @returns {string[]}
 */
export const cemeteryCards = (view) => [
  ...view.cemetery.map(([card]) => card),
  ...Array(view.kitties).fill("K"),
];

/**
 * Take the cards of an event from where they were.
 * @param {View} view
 * @param {GameEvent} e
 * @returns {View}
 */
export function depart(view, e) {
  if (e.event === "played") return moveCards(view, e.seat, playedCards(e), -1, true);
  if (e.event === "kitty") return moveCards(view, e.seat, ["K"], -1, true);
  if (e.event === "collected" || e.event === "discarded")
    return { ...view, cemetery: [], kitties: 0 };
  if (e.event === "turned-up" && e.source === "crypt")
    return { ...view, crypt_size: view.crypt_size - 1 };
  if (e.event === "turned-up")
    return { ...view, mansion_sizes: replaceAt(view.mansion_sizes, e.seat, (size) => size - 1) };
  if (e.event === "refilled") return { ...view, crypt_size: view.crypt_size - e.count };
  if (e.event === "direction-turned") return { ...view, direction: e.direction };
  if (e.event === "midnight") return { ...view, midnight: true };
  return view;
}

/**
 * Put the cards of an event where they go; `before` is the view before they left.
 * @param {View} view
 * @param {GameEvent} e
 * @param {View} before
 * @returns {View}
 */
export function arrive(view, e, before) {
  const addToCemetery = (/** @type {[string, string][]} */ cards) => ({
    ...view,
    cemetery: [...view.cemetery, ...cards],
  });
  if (e.event === "played") return addToCemetery(playedCards(e).map((card) => [card, e.card]));
  if (e.event === "kitty" || (e.event === "turned-up" && e.card === "K"))
    return { ...view, kitties: view.kitties + 1 };
  if (e.event === "turned-up" && e.valid) return addToCemetery([[e.card, e.card]]);
  if (e.event === "turned-up") return moveCards(view, e.seat, [e.card], 1, true);
  if (e.event === "collected") return moveCards(view, e.seat, cemeteryCards(before), 1, true);
  if (e.event === "drew")
    return view.seat === e.seat && view.hand
      ? { ...view, hand: joined(view.hand, [e.card]) }
      : view;
  if (e.event === "refilled")
    return { ...view, hand_sizes: replaceAt(view.hand_sizes, e.seat, (size) => size + e.count) };
  if (e.event === "discarded")
    return { ...view, discard: joined(view.discard, cemeteryCards(before)) };
  if (e.event === "left" && e.seat !== null) return { ...view, left: [...view.left, e.seat] };
  if (e.event === "scored")
    return { ...view, scores: replaceAt(view.scores, e.seat, () => e.total) };
  if (e.event === "boo") return { ...view, boos: replaceAt(view.boos, e.seat, () => e.boos) };
  return view;
}

const FLIGHT = 420; // ms; as in parts/animate.js

/**
 * Return the view with the effects of the events shown so far.
 * @param {View} view
 * @param {GameEvent | null} event
 * @returns {View}
 */
export function useEventEffects(view, event) {
  const [, redraw] = useState(0);
  const effects = useRef({
    base: view,
    event: /** @type {GameEvent | null} */ (null),
    before: view,
    now: view,
    landed: true,
  }).current;
  if (effects.base !== view || !event)
    Object.assign(effects, { base: view, event: null, before: view, now: view, landed: true });
  if (event && event !== effects.event) {
    if (effects.event && !effects.landed)
      effects.now = arrive(effects.now, effects.event, effects.before);
    const { now } = effects;
    Object.assign(effects, { event, before: now, now: depart(now, event), landed: false });
  }
  useEffect(() => {
    if (!event) return;
    const land = () => {
      if (effects.event !== event || effects.landed) return;
      Object.assign(effects, { now: arrive(effects.now, event, effects.before), landed: true });
      redraw((n) => n + 1);
    };
    const timer = setTimeout(land, FLIGHT);
    return () => clearTimeout(timer);
  }, [event]);
  return effects.now;
}

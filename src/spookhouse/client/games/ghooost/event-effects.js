// What lies on the table while the events of a move are shown one after the other: each takes cards
// away from where they were and puts them where they go. The next view that comes corrects
// everything.
import { useEffect, useRef, useState } from "../../lib.js";
import { ORDER } from "./art.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Happening} Happening */

/**
 * @param {string[]} cards
 * @param {string[]} gone
 */
function without(cards, gone) {
  const rest = [...cards];
  for (const card of gone) {
    const at = rest.indexOf(card);
    if (at >= 0) rest.splice(at, 1);
  }
  return rest;
}

/**
 * @param {string[]} cards
 * @param {string[]} come
 */
const joined = (cards, come) =>
  [...cards, ...come].sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b));

/**
 * @template T
 * @param {T[]} list
 * @param {number | null} at
 * @param {(old: T) => T} change
 * @returns {T[]}
 */
const changed = (list, at, change) => list.map((each, i) => (i === at ? change(each) : each));

/**
 * Cards that leave a hand or enter it.
 * @param {View} view
 * @param {number | null} seat
 * @param {string[]} cards
 * @param {1 | -1} way
 * @param {boolean} seen
 */
function held(view, seat, cards, way, seen) {
  const move = way > 0 ? joined : without;
  return {
    ...view,
    hand: view.hand && seat === view.seat ? move(view.hand, cards) : view.hand,
    hands: view.hands && changed(view.hands, seat, (hand) => move(hand, cards)),
    hand_sizes: changed(view.hand_sizes, seat, (size) => size + way * cards.length),
    known: seen ? changed(view.known, seat, (known) => move(known, cards)) : view.known,
  };
}

/** @param {Happening} e */
export const playedCards = (e) => [...Array(e.count).fill(e.card), ...(e.copy ? ["X"] : [])];

/**
 * Everything in and beside the cemetery.
 * @param {View} view
 * @returns {string[]}
 */
export const lying = (view) => [
  ...view.cemetery.map(([card]) => card),
  ...Array(view.kitties).fill("K"),
];

/**
 * Cards leave where they were.
 * @param {View} view
 * @param {Happening} e
 * @returns {View}
 */
export function depart(view, e) {
  if (e.event === "played") return held(view, e.seat, playedCards(e), -1, true);
  if (e.event === "kitty") return held(view, e.seat, ["K"], -1, true);
  if (e.event === "collected" || e.event === "discarded")
    return { ...view, cemetery: [], kitties: 0 };
  if (e.event === "turned-up" && e.source === "crypt")
    return { ...view, crypt_size: view.crypt_size - 1 };
  if (e.event === "turned-up")
    return { ...view, mansion_sizes: changed(view.mansion_sizes, e.seat, (size) => size - 1) };
  if (e.event === "refilled") return { ...view, crypt_size: view.crypt_size - e.count };
  if (e.event === "direction-turned") return { ...view, direction: e.direction };
  if (e.event === "midnight") return { ...view, midnight: true };
  return view;
}

/**
 * Cards come to lie where they go; `was` is the table before they left.
 * @param {View} view
 * @param {Happening} e
 * @param {View} was
 * @returns {View}
 */
export function arrive(view, e, was) {
  const laid = (/** @type {[string, string][]} */ cards) => ({
    ...view,
    cemetery: [...view.cemetery, ...cards],
  });
  if (e.event === "played") return laid(playedCards(e).map((card) => [card, e.card]));
  if (e.event === "kitty" || (e.event === "turned-up" && e.card === "K"))
    return { ...view, kitties: view.kitties + 1 };
  if (e.event === "turned-up" && e.valid) return laid([[e.card, e.card]]);
  if (e.event === "turned-up") return held(view, e.seat, [e.card], 1, true);
  if (e.event === "collected") return held(view, e.seat, lying(was), 1, true);
  if (e.event === "drew")
    return view.seat === e.seat && view.hand
      ? { ...view, hand: joined(view.hand, [e.card]) }
      : view;
  if (e.event === "refilled")
    return { ...view, hand_sizes: changed(view.hand_sizes, e.seat, (size) => size + e.count) };
  if (e.event === "discarded") return { ...view, discard: joined(view.discard, lying(was)) };
  if (e.event === "left" && e.seat !== null) return { ...view, left: [...view.left, e.seat] };
  if (e.event === "scored") return { ...view, scores: changed(view.scores, e.seat, () => e.total) };
  if (e.event === "boo") return { ...view, boos: changed(view.boos, e.seat, () => e.boos) };
  return view;
}

const FLIGHT = 420; // ms until what flies has arrived

/**
 * The view as far as its events have been shown.
 * @param {View} view
 * @param {Happening | null} event
 * @returns {View}
 */
export function useStage(view, event) {
  const [, again] = useState(0);
  const stage = useRef(
    /** @type {{base: View, event: Happening | null, was: View, now: View, there: boolean}} */ ({
      base: view,
      event: null,
      was: view,
      now: view,
      there: true,
    }),
  );
  const on = stage.current;
  if (on.base !== view || !event)
    Object.assign(on, { base: view, event: null, was: view, now: view, there: true });
  if (event && event !== on.event) {
    if (on.event && !on.there) on.now = arrive(on.now, on.event, on.was);
    Object.assign(on, { event, was: on.now, now: depart(on.now, event), there: false });
  }
  useEffect(() => {
    if (!event) return;
    const land = () => {
      if (on.event !== event || on.there) return;
      Object.assign(on, { now: arrive(on.now, event, on.was), there: true });
      again((n) => n + 1);
    };
    const timer = setTimeout(land, FLIGHT);
    return () => clearTimeout(timer);
  }, [event]);
  return on.now;
}

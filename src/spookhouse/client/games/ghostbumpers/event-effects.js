// The view while the events of a move are shown: the view before the move, changed event by event
// until the next view arrives.
import { useRef } from "../../lib.js";
import { cardOf } from "./moves.js";
import { ORDER } from "./monster-drawings.js";

const inOrder = (cards) => [...cards].sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b));
const put = (list, place, value) => list.map((old, i) => (i === place ? value : old));
const add = (list, place, number) => put(list, place, list[place] + number);

/**
 * Remove copies of a card from a hand.
 * @param {string[] | null} hand
 * @param {string} card
 * @param {number} count
 */
const without = (hand, card, count) => hand && hand.filter((held) => held !== card || --count < 0);

const own = (view, event) => event.seat === view.seat;
const character = (view, event, change) => ({
  ...view,
  characters: put(view.characters, event.seat, { ...view.characters[event.seat], ...change }),
});

/**
 * The changes that each event makes to the view.
 * @type {Record<string, (view: any, event: any) => any>}
 */
const CHANGES = {
  "scare-level-set": (view, e) => ({
    ...view,
    chosen: put(view.chosen, e.seat, true),
    waiting: view.waiting.filter((seat) => seat !== e.seat),
  }),
  "scare-level": (view, e) => character(view, e, { above: e.above }),
  "tricks-begin": (view, e) => ({
    ...view,
    phase: "play",
    leader: e.seat,
    chosen: view.chosen.map(() => false),
  }),
  played: (view, e) => ({
    ...view,
    trick: [
      ...view.trick,
      { seat: e.seat, card: cardOf(e.value), count: e.count, as: e.value, result: e.result },
    ],
    winning: null,
    turn: null,
    waiting: [],
    hand_sizes: add(view.hand_sizes, e.seat, -e.count),
    hand: own(view, e) ? without(view.hand, cardOf(e.value), e.count) : view.hand,
  }),
  drawn: (view, e) => ({
    ...view,
    deck_size: view.deck_size - e.count,
    hand_sizes: add(view.hand_sizes, e.seat, e.count),
  }),
  drew: (view, e) => ({ ...view, hand: inOrder([...view.hand, ...Array(e.count).fill(e.card)]) }),
  "deck-renewed": (view, e) => ({ ...view, deck_size: e.count, discard: [] }),
  "dropping-begins": (view) => ({ ...view, phase: "drop", chosen: view.chosen.map(() => false) }),
  dropped: (view, e) => ({
    ...view,
    chosen: put(view.chosen, e.seat, true),
    hand_sizes: add(view.hand_sizes, e.seat, -1),
    waiting: view.waiting.filter((seat) => seat !== e.seat),
  }),
  "dropped-card": (view, e) => ({ ...view, dropped: e.card, hand: without(view.hand, e.card, 1) }),
  "deck-restocked": (view, e) => ({
    ...view,
    phase: "play",
    deck_size: e.count,
    dropped: null,
    chosen: view.chosen.map(() => false),
  }),
  "trick-won": (view, e) => ({ ...view, winning: e.seat }),
  unfazed: (view, e) => {
    const { above } = view.characters[e.seat];
    return character(view, e, { cards: e.cards, above: above === null ? null : above - e.count });
  },
  scared: (view, e) => character(view, e, { cards: e.below + 1, above: 0 }),
  "moved-up": (view, e) => {
    const { above, cards } = view.characters[e.seat];
    return character(view, e, { above: above === null ? null : (above + 1) % cards });
  },
  discarded: (view) => ({
    ...view,
    discard: inOrder([
      ...view.discard,
      ...view.trick.flatMap(({ card, count }) => Array(count).fill(card)),
    ]),
    trick: [],
    winning: null,
  }),
  "turned-up": (view, e) => character(view, e, { cards: e.above + 1 + e.below, above: e.above }),
  scored: (view, e) => ({ ...view, scores: put(view.scores, e.seat, e.total) }),
};

/**
 * Return the view after an event.
 * @param {any} view
 * @param {any} event
 */
export const after = (view, event) => CHANGES[event.event]?.(view, event) ?? view;

/**
 * Return the view to draw, and the events of this move up to the one being shown.
 * @param {any} view
 * @param {any} event
 * @returns {{shown: any, events: any[]}}
 */
export function useEventEffects(view, event) {
  const effects = useRef({
    view: /** @type {any} */ (null),
    shown: /** @type {any} */ (null),
    events: /** @type {any[]} */ ([]),
  }).current;
  if (!event) {
    effects.view = null;
    return { shown: view, events: [] };
  }
  if (effects.view !== view) Object.assign(effects, { view, shown: view, events: [] });
  if (!effects.events.includes(event))
    Object.assign(effects, {
      shown: after(effects.shown, event),
      events: [...effects.events, event],
    });
  return { shown: effects.shown, events: effects.events };
}

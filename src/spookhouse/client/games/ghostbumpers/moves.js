// Parse and name moves.
import { say } from "./words.js";

/**
 * @typedef {{kind: "scare", above: number} | {kind: "play", as: number, card: string, count:
 *   number} | {kind: "drop", card: string}} ParsedMove
 */

/**
 * Parse a move.
 * @param {string} move
 * @returns {ParsedMove | null}
 */
export function read(move) {
  const scare = /^scare (\d+)$/.exec(move);
  if (scare) return { kind: "scare", above: +scare[1] };
  const drop = /^drop (.+)$/.exec(move);
  if (drop) return { kind: "drop", card: drop[1] };
  const play = /^(\d+)x(\d+)$/.exec(move);
  return play ? { kind: "play", as: +play[1], card: cardOf(+play[1]), count: +play[2] } : null;
}

/**
 * Return the card that is played as a value.
 * @param {number} value
 */
export const cardOf = (value) => (value === 0 || value === 10 ? "0/10" : String(value));

/**
 * Return the values that a card can be played as.
 * @param {string} card
 * @returns {number[]}
 */
export const valuesOf = (card) => (card === "0/10" ? [0, 10] : [+card]);

/**
 * Name a move.
 * @param {string} move
 */
export function label(move) {
  const found = read(move);
  if (!found) return move;
  if (found.kind === "scare") return say("scare", found);
  if (found.kind === "drop") return say("drop", found);
  return say(found.card === "0/10" ? "cards-as" : "cards", found);
}

/**
 * Write a result: 4 for one card, 3.8 or 2.0 for a set.
 * @param {{count: number, result: number}} entry
 */
export const formatResult = ({ count, result }) => result.toFixed(count === 1 ? 0 : 1);

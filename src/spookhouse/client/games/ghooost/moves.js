// Parse moves, name them, and find the moves that belong to a card.
import { say } from "./words.js";

/**
 * @typedef {{kind: "ghosts" | "kitty" | "luck" | "collect" | "mansion" | "pass", card: string,
 *   count: number, copy: boolean}} Move
 */
/** @typedef {{card: string, count: number}} Group */

const GHOSTS = /^(\d+)x(\d)(\+X)?$/;

/**
 * @param {string} text
 * @returns {Move}
 */
export function read(text) {
  const found = GHOSTS.exec(text);
  if (found)
    return { kind: "ghosts", card: found[1], count: Number(found[2]), copy: Boolean(found[3]) };
  const kind = text === "K" ? "kitty" : /** @type {any} */ (text);
  return { kind, card: text === "K" ? "K" : "", count: 1, copy: false };
}

/**
 * Group equal cards, in the order of their first occurrence.
 * @param {string[]} cards
 * @returns {Group[]}
 */
export function grouped(cards) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const card of cards) counts.set(card, (counts.get(card) ?? 0) + 1);
  return [...counts].map(([card, count]) => ({ card, count }));
}

/**
 * Return the moves that play a card.
 * @param {string[]} moves
 * @param {string} card
 */
export const movesWith = (moves, card) =>
  moves.filter((text) => {
    const move = read(text);
    return card === "X" ? move.copy : move.card === card;
  });

/**
 * Return the move that a click on a card stands for, to ask why it is not legal.
 * @param {string} card
 * @param {string[]} hand
 */
export function impliedMove(card, hand) {
  if (card === "K") return "K";
  const partner = hand.find((other) => /\d/.test(other));
  if (card === "X") return partner ? `${partner}x1+X` : "pass";
  return `${card}x1`;
}

/**
 * Name a move.
 * @param {string} text
 * @param {{cemetery: any[], kitties: number}} view
 */
export function label(text, view) {
  const move = read(text);
  return say(`move.${move.kind}`, {
    ...move,
    count: move.kind === "collect" ? view.cemetery.length + view.kitties : move.count,
  });
}

/**
 * Return the run on top of the cemetery: its value, its cards, and the number of cards below it.
 * @param {[string, string][]} cemetery
 */
export function runOnTop(cemetery) {
  const value = cemetery.at(-1)?.[1] ?? null;
  let below = cemetery.length;
  while (below > 0 && cemetery[below - 1][1] === value) below -= 1;
  return { value, cards: cemetery.slice(below), below };
}

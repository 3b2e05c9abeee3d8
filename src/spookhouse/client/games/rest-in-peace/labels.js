// Cards, mansions and moves in words.
import { parts } from "./partial-move.js";
import { psychic } from "./psychics.js";
import { fill, WORDS } from "./words.js";

/**
 * "a 5", "Acro-bats"
 * @param {string | null} card
 */
export const cardName = (card) => {
  if (!card) return WORDS.faceDown;
  return card[0] === "g"
    ? fill(WORDS.ghost, { value: card.slice(1) })
    : psychic(Number(card.slice(1))).name;
};

/**
 * A name as a sentence of its own.
 * @param {string} name
 */
export const sentence = (name) => (/[.?!]$/.test(name) ? name : `${name}.`);

/**
 * "a Manor and 2 Castles"
 * @param {string[]} tokens
 */
export const tokenNames = (tokens) => {
  const named = /** @type {["manor", "castle"]} */ (["manor", "castle"]).map((kind) => {
    const n = tokens.filter((token) => token === kind).length;
    return n === 0
      ? ""
      : n === 1
        ? WORDS[kind]
        : fill(kind === "manor" ? WORDS.manors : WORDS.castles, { n });
  });
  return named.filter(Boolean).join(WORDS.and) || WORDS.nothing;
};

/**
 * "3s and 5s"
 * @param {number[]} values
 */
export const valueNames = (values) => values.map((value) => `${value}s`).join(WORDS.and);

/**
 * How many cards, in words.
 * @param {number} n
 */
export const cardCount = (n) => (n === 1 ? WORDS.card : fill(WORDS.cards, { n }));

/**
 * What was chosen with a psychic, in words.
 * @param {string} stem
 * @param {string[]} choice
 */
const choiceName = (stem, choice) => {
  const [a, b] = choice;
  if (a === "own") return stem === "p19" ? WORDS.labels.ownDeck : WORDS.labels.own;
  if (a === "opp") return stem === "p19" ? WORDS.labels.oppDeck : WORDS.labels.opp;
  if (stem === "p28") return fill(WORDS.labels.rounds, { a, b });
  if (/^[gp]/.test(a)) return cardName(a);
  return stem === "p21" || stem === "p2" || stem === "p18"
    ? choice.map((value) => fill(WORDS.ghost, { value })).join(WORDS.and)
    : valueNames(choice.map(Number));
};

/**
 * A legal move in words.
 * @param {string} move
 */
export const label = (move) => {
  const [stem, ...choice] = parts(move);
  if (stem === "carry" || stem === "place")
    return fill(WORDS.labels[stem], { card: cardName(choice[0]) });
  if (stem in WORDS.labels) return /** @type {any} */ (WORDS.labels)[stem];
  return choice.length
    ? fill(WORDS.labels.with, { card: cardName(stem), choice: choiceName(stem, choice) })
    : cardName(stem);
};

/**
 * How a card comes to count what it counts, a line each.
 * @param {any} card a card of a row, as the view has it
 */
export const account = (card) => {
  if (card.open === false) return [WORDS.faceDown];
  const lines = [];
  if (card.debt && card.overruled === 13) lines.push(WORDS.debt);
  else if (card.overruled)
    lines.push(fill(WORDS.settled, { name: psychic(card.overruled).name, n: card.counts }));
  else if (!card.base) lines.push(card.waits ? WORDS.waits : WORDS.noGhost);
  else {
    lines.push(fill(WORDS.base, { n: card.base }));
    for (const each of card.bonuses)
      lines.push(fill(WORDS.plus, { n: each.plus, name: psychic(each.psychic).name }));
    for (const each of card.penalties)
      lines.push(fill(WORDS.minus, { n: each.minus, name: psychic(each.psychic).name }));
    if (card.card === "p23") lines.push(WORDS.twice);
  }
  if (card.named) lines.push(fill(WORDS.named, { values: card.named.join(WORDS.and) }));
  if (card.carried) lines.push(WORDS.carried);
  if (card.resolved) lines.push(WORDS.acted);
  return lines;
};

/**
 * The account in figures, "3+1−2"; empty where nothing is added or taken.
 * @param {any} card
 */
export const figures = (card) => {
  if (card.overruled)
    return card.base && card.base !== card.counts ? `${card.base}→${card.counts}` : "";
  if (!card.base) return "";
  const sum =
    card.base +
    card.bonuses.map((/** @type {any} */ each) => `+${each.plus}`).join("") +
    card.penalties.map((/** @type {any} */ each) => `−${each.minus}`).join("");
  if (card.card === "p23") return `2×${sum.length > 1 ? `(${sum})` : sum}`;
  return sum.length > 1 ? sum : "";
};

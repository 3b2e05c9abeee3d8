// Names of cards, mansions and moves.
import { parts } from "./partial-move.js";
import { psychic } from "./psychics.js";
import { fill, WORDS } from "./words.js";

/**
 * Name a card: "a 5", "Acro-bats".
 * @param {string | null} card
 */
export const cardName = (card) => {
  if (!card) return WORDS.faceDown;
  return card[0] === "g"
    ? fill(WORDS.ghost, { value: card.slice(1) })
    : psychic(Number(card.slice(1))).name;
};

/**
 * End a name like a sentence.
 * @param {string} name
 */
export const sentence = (name) => (/[.?!]$/.test(name) ? name : `${name}.`);

/**
 * Name tokens: "a Manor and 2 Castles".
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
 * Name values: "3s and 5s".
 * @param {number[]} values
 */
export const valueNames = (values) => values.map((value) => `${value}s`).join(WORDS.and);

/**
 * Write a number of cards.
 * @param {number} n
 */
export const cardCount = (n) => (n === 1 ? WORDS.card : fill(WORDS.cards, { n }));

/**
 * Name what was chosen with a psychic.
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
 * Name a legal move.
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
 * Explain the count of a card, in one sentence for each cause.
 * @param {any} card of a row of the view
 */
export const account = (card) => {
  if (card.open === false) return [WORDS.faceDown];
  const sentences = [];
  if (card.debt && card.overruled === 13) sentences.push(WORDS.debt);
  else if (card.overruled)
    sentences.push(fill(WORDS.settled, { name: psychic(card.overruled).name, n: card.counts }));
  else if (!card.base) sentences.push(card.waits ? WORDS.waits : WORDS.noGhost);
  else {
    sentences.push(fill(WORDS.base, { n: card.base }));
    for (const each of card.bonuses)
      sentences.push(fill(WORDS.plus, { n: each.plus, name: psychic(each.psychic).name }));
    for (const each of card.penalties)
      sentences.push(fill(WORDS.minus, { n: each.minus, name: psychic(each.psychic).name }));
    if (card.card === "p23") sentences.push(WORDS.twice);
  }
  if (card.named) sentences.push(fill(WORDS.named, { values: card.named.join(WORDS.and) }));
  if (card.carried) sentences.push(WORDS.carried);
  if (card.resolved) sentences.push(WORDS.acted);
  return sentences;
};

/**
 * Write the sum of a count, such as "3+1−2"; empty if nothing is added or subtracted.
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

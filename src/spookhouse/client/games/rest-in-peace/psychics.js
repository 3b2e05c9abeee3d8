// Names and texts of the psychics. The rulebook is their only source.
import { signal } from "../../lib.js";
import { cachedApi } from "../../net/api.js";
import { fill, WORDS } from "./words.js";

/**
 * @typedef {{name: string, about: string, fine: string[]}} Psychic the name, the effect in a
 *   sentence, and the exact rule
 */

const TIMEOUT = 4000; // ms that the board waits for the texts
const RETRY_AFTER = 8000; // ms

const known = signal(/** @type {Map<number, Psychic>} */ (new Map()));

/**
 * Return the texts of a psychic; only its number while the rulebook is not loaded.
 * @param {number} number
 * @returns {Psychic}
 */
export const psychic = (number) =>
  known.value.get(number) ?? { name: fill(WORDS.unnamed, { n: number }), about: "", fine: [] };

/** Load the texts. The board appears without them if that takes too long. */
export const load = () =>
  Promise.race([fetchTexts(), new Promise((resolve) => setTimeout(resolve, TIMEOUT))]);

async function fetchTexts() {
  try {
    known.value = parse((await cachedApi("/api/rules/rest-in-peace/5")).blocks);
  } catch {
    setTimeout(fetchTexts, RETRY_AFTER);
  }
}

/**
 * Parse the psychics among the blocks of the rulebook: `**Name.** Sentence.` and fine print.
 * @param {any[]} blocks
 */
function parse(blocks) {
  const psychics = new Map();
  for (const { kind, number, text, fine } of blocks) {
    const [, name, about] =
      (kind === "rule" && number.startsWith("Card ") && /^\*\*(.+?)\*\* (.+)$/.exec(text)) || [];
    if (name)
      psychics.set(Number(number.slice(5)), { name: name.replace(/([^.])\.$/, "$1"), about, fine });
  }
  return psychics;
}

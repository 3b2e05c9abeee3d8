// Names and texts of the psychics, read from the rulebook: their rules are its only source.
import { signal } from "../../lib.js";
import { once } from "../../net/api.js";
import { fill, WORDS } from "./words.js";

/**
 * @typedef {{name: string, about: string, fine: string[]}} Psychic the name, a sentence for
 *   everybody, and the exact rule
 */

const PATIENCE = 4000; // ms that the board waits for the texts
const AGAIN = 8000; // ms until they are asked for again

const known = signal(/** @type {Map<number, Psychic>} */ (new Map()));

/**
 * A psychic in words; just its number while the rulebook has not come.
 * @param {number} number
 * @returns {Psychic}
 */
export const psychic = (number) =>
  known.value.get(number) ?? { name: fill(WORDS.unnamed, { n: number }), about: "", fine: [] };

/** Ask for the texts; the board comes without them if they take too long. */
export const load = () =>
  Promise.race([ask(), new Promise((resolve) => setTimeout(resolve, PATIENCE))]);

async function ask() {
  try {
    known.value = read((await once("/api/rules/rest-in-peace/5")).blocks);
  } catch {
    setTimeout(ask, AGAIN);
  }
}

/**
 * The psychics among the blocks of the rulebook: `**Name.** Sentence.` and fine print.
 * @param {any[]} blocks
 */
function read(blocks) {
  const found = new Map();
  for (const { kind, number, text, fine } of blocks) {
    const [, name, about] =
      (kind === "rule" && number.startsWith("Card ") && /^\*\*(.+?)\*\* (.+)$/.exec(text)) || [];
    if (name)
      found.set(Number(number.slice(5)), { name: name.replace(/([^.])\.$/, "$1"), about, fine });
  }
  return found;
}

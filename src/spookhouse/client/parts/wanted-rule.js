// Which rule somebody wants to read beside the table. Small, so that the rulebook itself can come
// later.
import { signal } from "../lib.js";

/** The anchor of the wanted rule, and a number that makes the same wish new. */
export const wanted = signal(/** @type {{id: string, wish: number} | null} */ (null));
let wishes = 0;

/** @param {string} id the anchor, or nothing for the book */
export const want = (id = "") => (wanted.value = { id, wish: ++wishes });

/** @param {string} rule as reasons name it: GH 3.1.1, RIP Card 6 */
export const anchor = (rule) => rule.replace(/\s+/g, "-").replace("Card", "card");

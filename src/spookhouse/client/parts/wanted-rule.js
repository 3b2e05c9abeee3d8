// The rule that was requested for the sidebar. This module is separate so that the rulebook can be
// loaded later.
import { signal } from "../lib.js";

/** The anchor of the rule, and a number that tells repeated requests apart. */
export const wanted = signal(/** @type {{id: string, request: number} | null} */ (null));
let requests = 0;

/** @param {string} id the anchor, or "" for the whole rulebook */
export const requestRule = (id = "") => (wanted.value = { id, request: ++requests });

/** @param {string} rule as refusals cite it, such as GH 3.1.1 or RIP Card 6 */
export const anchor = (rule) => rule.replace(/\s+/g, "-").replace("Card", "card");

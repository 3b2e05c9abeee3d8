// All texts come through here, so that the house can speak other languages: a catalogue for each,
// English complete.
import en from "./en.js";

/**
 * @typedef {string | ((values: any) => string)} Text a sentence with {places}, or a function for
 *   what has plurals
 */

/** @type {Record<string, Record<string, Text>>} */
const CATALOGUES = { en };
const language = "en";

/**
 * @param {string} text
 * @param {Record<string, any>} values
 */
const fill = (text, values) =>
  text.replace(/\{(\w+)\}/g, (all, name) => (name in values ? String(values[name]) : all));

/**
 * A speaker over a catalogue of its own: games use it for their words.
 * @param {Record<string, Text>} texts
 * @returns {(key: string, values?: Record<string, any>) => string}
 */
export const speaker =
  (texts) =>
  (key, values = {}) => {
    const found = texts[key];
    if (found === undefined) return key;
    return typeof found === "function" ? found(values) : fill(found, values);
  };

/** The house's own words. */
export const say = speaker({ ...en, ...CATALOGUES[language] });

/** @param {string} key whether the house has words for it */
export const knows = (key) => key in en;

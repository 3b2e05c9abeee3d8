// Look up the texts that players read. Each language has a catalogue; texts that it lacks are shown
// in English.
import en from "./en.js";

/**
 * @typedef {string | ((values: any) => string)} Text a sentence with {placeholders}, or a function
 *   where a number changes the words
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
 * Return a function that looks up the texts of a catalogue. Each game has a catalogue of its own.
 * @param {Record<string, Text>} texts
 * @returns {(key: string, values?: Record<string, any>) => string}
 */
export const catalogue =
  (texts) =>
  (key, values = {}) => {
    const text = texts[key];
    if (text === undefined) return key;
    return typeof text === "function" ? text(values) : fill(text, values);
  };

/** Look up a text of the pages; boards have their own texts. */
export const say = catalogue({ ...en, ...CATALOGUES[language] });

/** @param {string} key */
export const hasText = (key) => key in en;

// Random bytes as hex, and the bytes that seats pledge for a deal: drawn and kept on this device
// until they are shown.
import { hex, sha256 } from "./sha256.js";

/** @param {number} count */
export const random = (count) => hex(crypto.getRandomValues(new Uint8Array(count)));

/** @param {string} text hex digits */
const bytesOf = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

const place = (/** @type {string} */ pledge) => `pledge ${pledge}`;

/**
 * Draw 32 bytes for a seat.
 * @returns {string} what is published of them now
 */
export function draw() {
  const bytes = random(32);
  const pledge = sha256(bytesOf(bytes));
  localStorage.setItem(place(pledge), bytes);
  return pledge;
}

/**
 * @param {string | null} pledge
 * @returns {string | null} the bytes, if they were drawn on this device
 */
export const drawn = (pledge) => (pledge ? localStorage.getItem(place(pledge)) : null);

/** @param {string} pledge they were shown, and are worth nothing any more */
export const forget = (pledge) => localStorage.removeItem(place(pledge));

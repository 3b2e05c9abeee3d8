// The browser's side of the commit-reveal scheme of a deal. When a player sits down, the browser
// draws random bytes and publishes their hash, the pledge. It keeps the bytes on this device until
// they are revealed.
import { fromHex, randomHex } from "./hex.js";
import { imported } from "./imported.js";

const storageKey = (/** @type {string} */ pledge) => `pledge ${pledge}`;

/**
 * Draw 32 bytes for a seat and keep them on this device.
 * @returns {Promise<string>} the pledge
 */
export async function drawPledge() {
  const { sha256 } = await imported(import("./sha256.js"));
  const bytes = randomHex(32);
  const pledge = sha256(fromHex(bytes));
  localStorage.setItem(storageKey(pledge), bytes);
  return pledge;
}

/**
 * @param {string | null} pledge
 * @returns {string | null} the bytes, if they were drawn on this device
 */
export const pledgedBytes = (pledge) => (pledge ? localStorage.getItem(storageKey(pledge)) : null);

/** @param {string} pledge whose bytes were revealed and are no longer needed */
export const forgetPledge = (pledge) => localStorage.removeItem(storageKey(pledge));

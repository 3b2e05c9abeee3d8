// Bytes as hexadecimal digits.

/** @param {Uint8Array} bytes */
export const toHex = (bytes) =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} text hex digits */
export const fromHex = (text) =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** @param {number} count of random bytes */
export const randomHex = (count) => toHex(crypto.getRandomValues(new Uint8Array(count)));

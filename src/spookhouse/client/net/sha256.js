// SHA-256 as hex digits. Browsers offer crypto.subtle only on https pages and on localhost; a
// server in a home network is neither. Import this module dynamically: the library weighs 19 KB
// and is needed only where something is hashed.
import { sha256 as digest } from "../vendor/noble-hashes/sha2.js";
import { toHex } from "./hex.js";

/**
 * @param {Uint8Array} bytes
 * @returns {string} the hash in hex
 */
export const sha256 = (bytes) => toHex(digest(bytes));

// A QR code for links: byte mode, error correction M, versions 1 to 10 (up to 213 letters).
import { html } from "../lib.js";

/**
 * For each version: codewords of error correction a block, then [blocks, data codewords] of one or
 * two groups.
 */
const BLOCKS = [
  [10, [1, 16]],
  [16, [1, 28]],
  [26, [1, 44]],
  [18, [2, 32]],
  [24, [2, 43]],
  [16, [4, 27]],
  [18, [4, 31]],
  [22, [2, 38], [2, 39]],
  [22, [3, 36], [2, 37]],
  [26, [4, 43], [1, 44]],
];
const ALIGNED = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
];

// === THE FIELD WITH 256 ELEMENTS ===

const EXP = new Uint8Array(512),
  LOG = new Uint8Array(256);
for (let at = 0, x = 1; at < 255; at++) {
  EXP[at] = EXP[at + 255] = x;
  LOG[x] = at;
  x = (x << 1) ^ (x & 0x80 ? 0x11d : 0);
}
const times = (/** @type {number} */ a, /** @type {number} */ b) =>
  a && b ? EXP[LOG[a] + LOG[b]] : 0;

/**
 * The codewords that correct errors in the data.
 * @param {number[]} data
 * @param {number} count
 */
function correction(data, count) {
  let generator = [1];
  for (let at = 0; at < count; at++) {
    const next = [...generator, 0];
    generator.forEach((value, place) => (next[place + 1] ^= times(value, EXP[at])));
    generator = next;
  }
  const rest = [...data, ...new Array(count).fill(0)];
  for (let at = 0; at < data.length; at++) {
    const factor = rest[at];
    generator.forEach((value, place) => (rest[at + place] ^= times(value, factor)));
  }
  return rest.slice(data.length);
}

// === CODEWORDS ===

/**
 * @param {Uint8Array} bytes
 * @param {number} version
 * @param {number} room codewords of data
 */
function dataWords(bytes, version, room) {
  const bits = /** @type {number[]} */ ([]);
  const push = (/** @type {number} */ value, /** @type {number} */ length) => {
    for (let at = length - 1; at >= 0; at--) bits.push((value >> at) & 1);
  };
  push(4, 4);
  push(bytes.length, version > 9 ? 16 : 8);
  bytes.forEach((byte) => push(byte, 8));
  push(0, Math.min(4, room * 8 - bits.length));
  while (bits.length % 8) bits.push(0);
  const words = [];
  for (let at = 0; at < bits.length; at += 8)
    words.push(parseInt(bits.slice(at, at + 8).join(""), 2));
  for (let pad = 0xec; words.length < room; pad ^= 0xec ^ 0x11) words.push(pad);
  return words;
}

/**
 * Blocks of data and correction, woven into each other.
 * @param {number[]} words
 * @param {any[]} shape
 */
function woven(words, [count, ...groups]) {
  const blocks = /** @type {number[][]} */ ([]);
  let at = 0;
  for (const [many, length] of groups)
    for (let n = 0; n < many; n++) blocks.push(words.slice(at, (at += length)));
  const checks = blocks.map((block) => correction(block, count));
  const weave = (/** @type {number[][]} */ rows) =>
    Array.from({ length: Math.max(...rows.map((row) => row.length)) }, (_, i) =>
      rows.map((row) => row[i]),
    )
      .flat()
      .filter((word) => word !== undefined);
  return [...weave(blocks), ...weave(checks)];
}

// === THE SQUARE ===

const MASKS = [
  (/** @type {number} */ r, /** @type {number} */ c) => (r + c) % 2,
  (r) => r % 2,
  (r, c) => c % 3,
  (r, c) => (r + c) % 3,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2,
  (r, c) => ((r * c) % 2) + ((r * c) % 3),
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2,
];

/**
 * @param {number} value
 * @param {number} generator
 * @param {number} bits of the remainder
 */
function remainder(value, generator, bits) {
  let rest = value << bits;
  for (let at = 31 - Math.clz32(rest); at >= bits; at = 31 - Math.clz32(rest))
    rest ^= generator << (at - bits);
  return rest;
}

/**
 * Finders, timing, alignment: what every code of a version shares. null is where data goes.
 * @param {number} version
 */
function frame(version) {
  const size = 17 + 4 * version;
  const square = Array.from(
    { length: size },
    () => /** @type {(number | null)[]} */ (new Array(size).fill(null)),
  );
  const put = (/** @type {number} */ r, /** @type {number} */ c, /** @type {number} */ value) =>
    r >= 0 && c >= 0 && r < size && c < size && (square[r][c] = value);
  for (const [r, c] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ])
    for (let y = -4; y <= 4; y++)
      for (let x = -4; x <= 4; x++)
        put(
          r + y,
          c + x,
          Math.max(Math.abs(x), Math.abs(y)) % 4 === 0
            ? x || y
              ? 0
              : 1
            : Math.max(Math.abs(x), Math.abs(y)) === 2
              ? 0
              : 1,
        );
  for (let at = 8; at < size - 8; at++) square[6][at] = square[at][6] = 1 - (at % 2);
  const places = ALIGNED[version - 1];
  for (const r of places)
    for (const c of places)
      if (!((r === 6 && c === 6) || (r === 6 && c === size - 7) || (r === size - 7 && c === 6)))
        for (let y = -2; y <= 2; y++)
          for (let x = -2; x <= 2; x++)
            put(r + y, c + x, Math.max(Math.abs(x), Math.abs(y)) === 1 ? 0 : 1);
  return square;
}

/**
 * Where the format and the version are written.
 * @param {(number | null)[][]} square
 * @param {number} version
 * @param {number} mask
 */
function inscribe(square, version, mask) {
  const size = square.length;
  const format = ((mask << 10) | remainder(mask, 0x537, 10)) ^ 0x5412; // M is 00
  for (let at = 0; at < 15; at++) {
    const bit = (format >> at) & 1;
    square[at < 6 ? at : at < 8 ? at + 1 : size - 15 + at][8] = bit;
    square[8][at < 8 ? size - 1 - at : at < 9 ? 7 : 14 - at] = bit;
  }
  square[size - 8][8] = 1;
  if (version < 7) return;
  const bits = (version << 12) | remainder(version, 0x1f25, 12);
  for (let at = 0; at < 18; at++)
    square[Math.floor(at / 3)][size - 11 + (at % 3)] = square[size - 11 + (at % 3)][
      Math.floor(at / 3)
    ] = (bits >> at) & 1;
}

/**
 * Zigzag from the lower right corner.
 * @param {(number | null)[][]} square
 * @param {number[]} words
 * @param {number} mask
 */
function write(square, words, mask) {
  const size = square.length;
  let at = 0;
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right--;
    for (let n = 0; n < size; n++)
      for (const c of [right, right - 1]) {
        const r = up ? size - 1 - n : n;
        if (square[r][c] !== null) continue;
        const bit = at < words.length * 8 ? (words[at >> 3] >> (7 - (at & 7))) & 1 : 0;
        at++;
        square[r][c] = bit ^ (MASKS[mask](r, c) === 0 ? 1 : 0);
      }
  }
}

/**
 * How hard a code is to read, by the standard's four rules.
 * @param {number[][]} square
 */
function penalty(square) {
  const size = square.length;
  const columns = square.map((_, c) => square.map((row) => row[c]));
  let found = 0,
    dark = 0;
  for (const lines of [square, columns])
    for (const row of lines) {
      const text = row.join("");
      for (const run of text.match(/0{5,}|1{5,}/g) ?? []) found += run.length - 2;
      for (let at = 0; at + 11 <= size; at++)
        if (["10111010000", "00001011101"].includes(text.slice(at, at + 11))) found += 40;
    }
  for (let r = 0; r < size; r++)
    for (let c = 0; c < size; c++) {
      dark += square[r][c];
      if (
        r &&
        c &&
        new Set([square[r][c], square[r - 1][c], square[r][c - 1], square[r - 1][c - 1]]).size === 1
      )
        found += 3;
    }
  return found + 10 * Math.floor(Math.abs((dark * 20) / (size * size) - 10));
}

/**
 * The code of a text as rows of 0 and 1.
 * @param {string} text
 * @returns {number[][]}
 */
export function qr(text) {
  const bytes = new TextEncoder().encode(text);
  const version =
    BLOCKS.findIndex((shape, at) => bytes.length + (at > 8 ? 3 : 2) <= roomOf(shape)) + 1;
  if (!version) throw new Error(`a link of ${bytes.length} letters is too long for a QR code`);
  const shape = BLOCKS[version - 1];
  const words = woven(dataWords(bytes, version, roomOf(shape)), shape);
  const made = MASKS.map((_, mask) => {
    const square = frame(version);
    inscribe(square, version, mask);
    write(square, words, mask);
    return /** @type {number[][]} */ (square);
  });
  return made.reduce((best, each) => (penalty(each) < penalty(best) ? each : best));
}

/** @param {any[]} shape codewords of data */
const roomOf = ([, ...groups]) =>
  groups.reduce(
    (/** @type {number} */ sum, /** @type {number[]} */ [many, length]) => sum + many * length,
    0,
  );

/** @param {{text: string, label: string}} props */
export function QrCode({ text, label }) {
  const rows = qr(text),
    size = rows.length + 8;
  const d = rows
    .flatMap((row, r) => row.map((bit, c) => (bit ? `M${c + 4} ${r + 4}h1v1h-1z` : "")))
    .join("");
  return html`
    <svg class="qr" viewBox=${`0 0 ${size} ${size}`} role="img" aria-label=${label}
      shape-rendering="crispEdges">
      <rect width=${size} height=${size} fill="#fff"/>
      <path d=${d} fill="#000"/>
    </svg>
  `;
}

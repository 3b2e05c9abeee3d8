// Verifying a finished game in the browser, from its record alone: the chain of the log, and the
// deal. docs/how-to/verify-a-game.md says the same in words. Numbers are hashed as they are written
// (1000.0 is not 1000), so the record is read by a reader of our own that keeps them as text.
import { sha256 } from "./sha256.js";

/** A number as it was written. */
class Written {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
  }
}

const TOKEN =
  /\s*(?:([{}[\],:])|("(?:[^"\\]|\\.)*")|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(true|false|null))/y;

/**
 * JSON, with numbers kept as text.
 * @param {string} text
 * @returns {any}
 */
export function readJson(text) {
  TOKEN.lastIndex = 0;
  const next = () => {
    const found = TOKEN.exec(text);
    if (!found) throw new Error("this is not JSON");
    return found;
  };
  /**
   * @param {RegExpExecArray} token
   * @returns {any}
   */
  const value = (token) => {
    if (token[2]) return JSON.parse(token[2]);
    if (token[3]) return new Written(token[3]);
    if (token[4]) return JSON.parse(token[4]);
    return token[1] === "{" ? pairs() : items();
  };
  const items = () => {
    const found = [];
    for (let token = next(); token[1] !== "]"; token = next())
      if (token[1] !== ",") found.push(value(token));
    return found;
  };
  const pairs = () => {
    /** @type {Record<string, any>} */
    const found = {};
    for (let token = next(); token[1] !== "}"; token = next()) {
      if (token[1] === ",") continue;
      const key = JSON.parse(token[2]);
      next(); // the colon
      found[key] = value(next());
    }
    return found;
  };
  return value(next());
}

/**
 * Text with everything beyond ASCII as \u and four hex digits.
 * @param {string} text
 */
const ascii = (text) =>
  JSON.stringify(text).replace(
    /[\u007f-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/**
 * Keys sorted by code points, no blanks: what is hashed.
 * @param {any} value
 * @returns {string}
 */
export function canonical(value) {
  if (value instanceof Written) return value.text;
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value && typeof value === "object")
    return `{${Object.keys(value)
      .sort(byCodePoint)
      .map((key) => `${ascii(key)}:${canonical(value[key])}`)
      .join(",")}}`;
  return typeof value === "string" ? ascii(value) : JSON.stringify(value);
}

/**
 * @param {string} a
 * @param {string} b
 */
function byCodePoint(a, b) {
  const [one, two] = [[...a], [...b]];
  for (let i = 0; i < Math.min(one.length, two.length); i++)
    if (one[i] !== two[i])
      return (
        /** @type {number} */ (one[i].codePointAt(0)) -
        /** @type {number} */ (two[i].codePointAt(0))
      );
  return one.length - two.length;
}

const utf8 = new TextEncoder();
const ofHex = (/** @type {string} */ text) =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const number = (/** @type {any} */ value) =>
  value instanceof Written ? Number(value.text) : value;

/**
 * @typedef {{step: string, holds: boolean, values: Record<string, any>}} Step what was looked at,
 *   whether it holds, and what to put into its sentence
 */

/**
 * Everything that can be checked without the rules.
 * @param {string} text the record as the house sends it
 * @returns {Step[]}
 */
export function verify(text) {
  const { entries } = readJson(text);
  return [chain(entries), ...deal(entries)];
}

/**
 * @param {any[]} entries
 * @returns {Step}
 */
function chain(entries) {
  let before = "0".repeat(64);
  for (const [at, entry] of entries.entries()) {
    const body = canonical([
      before,
      entry.version,
      entry.at,
      entry.kind,
      entry.by,
      entry.key,
      entry.data,
    ]);
    if (number(entry.version) !== at + 1 || sha256(utf8.encode(body)) !== entry.hash)
      return { step: "chain", holds: false, values: { entry: at + 1 } };
    before = entry.hash;
  }
  return { step: "chain", holds: true, values: { count: entries.length, hash: before } };
}

/**
 * The commitment came first, then the pledges, then the bytes, at last the secret; all fit.
 * @param {any[]} entries
 * @returns {Step[]}
 */
function deal(entries) {
  /** @type {Map<number, string>} */
  const pledges = new Map();
  /** @type {Map<number, string>} */
  const shown = new Map();
  let secret = "";
  let showing = false;
  let inOrder = entries[0]?.kind === "opened";
  let fit = true;
  for (const { kind, data } of entries) {
    const seat = number(data.seat);
    if ((kind === "sat" || kind === "stood" || kind === "arranged") && showing) inOrder = false;
    if (kind === "sat") pledges.set(seat, data.pledge);
    if (kind === "stood") pledges.delete(seat);
    if (kind === "arranged") {
      // seats in another order: the pledges go with who made them
      pledges.clear();
      data.pledges.forEach(
        (/** @type {string} */ promise, /** @type {number} */ at) =>
          promise && pledges.set(at, promise),
      );
    }
    if (kind === "started") showing = true;
    if (kind === "called-off") {
      showing = false;
      for (const spent of shown.keys()) pledges.delete(spent);
      shown.clear();
    }
    if (kind === "shown") {
      inOrder &&= showing && !shown.has(seat);
      fit &&= sha256(ofHex(data.bytes)) === pledges.get(seat);
      shown.set(seat, data.bytes);
    }
    if (kind === "secret") secret = data.bytes;
  }
  const first = entries[0].data,
    seats = number(first.players);
  const all = Array.from({ length: seats }, (_, seat) => shown.get(seat) ?? "");
  const commitment = sha256(ofHex(secret)) === first.commitment;
  return [
    { step: "commitment", holds: commitment, values: { commitment: first.commitment } },
    { step: "order", holds: inOrder, values: {} },
    { step: "pledges", holds: fit && all.every(Boolean), values: { count: seats } },
    {
      step: "seed",
      holds: commitment && all.every(Boolean),
      values: { seed: sha256(ofHex(secret + all.join(""))) },
    },
  ];
}

// Verify a finished game in the browser, from its record alone: the hash chain of the log, and the
// deal. docs/how-to/verify-a-game.md describes the steps. Numbers are hashed as they are written
// (1000.0 is not 1000). JSON.parse would lose that, so this module has a parser that keeps their
// text.
import { fromHex } from "./hex.js";
import { sha256 } from "./sha256.js";

/** A number with its original text. */
class NumberText {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
  }
}

const TOKEN =
  /\s*(?:([{}[\],:])|("(?:[^"\\]|\\.)*")|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(true|false|null))/y;

/**
 * Parse JSON and keep numbers as text.
 * @param {string} text
 * @returns {any}
 */
export function readJson(text) {
  TOKEN.lastIndex = 0;
  const next = () => {
    const token = TOKEN.exec(text);
    if (!token) throw new Error("invalid JSON in the record");
    return token;
  };
  /**
   * @param {RegExpExecArray} token
   * @returns {any}
   */
  const value = (token) => {
    if (token[2]) return JSON.parse(token[2]);
    if (token[3]) return new NumberText(token[3]);
    if (token[4]) return JSON.parse(token[4]);
    return token[1] === "{" ? object() : array();
  };
  const array = () => {
    const items = [];
    for (let token = next(); token[1] !== "]"; token = next())
      if (token[1] !== ",") items.push(value(token));
    return items;
  };
  const object = () => {
    /** @type {Record<string, any>} */
    const members = {};
    for (let token = next(); token[1] !== "}"; token = next()) {
      if (token[1] === ",") continue;
      const key = JSON.parse(token[2]);
      next(); // the colon
      members[key] = value(next());
    }
    return members;
  };
  return value(next());
}

/**
 * Quote a text, with everything beyond ASCII as \u and four hex digits.
 * @param {string} text
 */
const ascii = (text) =>
  JSON.stringify(text).replace(
    /[\u007f-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/**
 * Write the canonical JSON that is hashed: keys sorted by code point, no whitespace.
 * @param {any} value
 * @returns {string}
 */
export function canonical(value) {
  if (value instanceof NumberText) return value.text;
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
const number = (/** @type {any} */ value) =>
  value instanceof NumberText ? Number(value.text) : value;

/**
 * @typedef {{step: string, holds: boolean, values: Record<string, any>, warning?: string}} Step
 *   what was checked, whether it holds, values for its sentence, and the name of what it does not
 *   show
 */

/**
 * Check everything that needs no rules.
 * @param {string} text the record as the server sends it
 * @returns {Step[]}
 */
export function verify(text) {
  const { entries } = readJson(text);
  return [verifyChain(entries), ...verifyDeal(entries)];
}

/**
 * Check that each entry holds the hash of the one before.
 * @param {any[]} entries
 * @returns {Step}
 */
function verifyChain(entries) {
  let previous = "0".repeat(64);
  for (const [at, entry] of entries.entries()) {
    const body = canonical([
      previous,
      entry.version,
      entry.at,
      entry.kind,
      entry.by,
      entry.key,
      entry.data,
    ]);
    if (number(entry.version) !== at + 1 || sha256(utf8.encode(body)) !== entry.hash)
      return { step: "chain", holds: false, values: { entry: at + 1 } };
    previous = entry.hash;
  }
  return { step: "chain", holds: true, values: { count: entries.length, hash: previous } };
}

/**
 * Check that the commitment came first, then the pledges, the bytes and the secret, and that they
 * match. The game itself is not played through: that needs the rules.
 * @param {any[]} entries
 * @returns {Step[]}
 */
function verifyDeal(entries) {
  /** @type {Map<number, string>} */
  const pledges = new Map();
  /** @type {Map<number, string>} */
  const shown = new Map();
  const first = entries[0].data,
    seats = number(first.players);
  let secret = "";
  let showing = false;
  let calledOff = 0;
  let inOrder = entries[0]?.kind === "opened";
  let matching = true;
  for (const { kind, data } of entries) {
    const seat = number(data.seat);
    if ((kind === "sat" || kind === "stood" || kind === "arranged") && showing) inOrder = false;
    if (kind === "sat") pledges.set(seat, data.pledge);
    if (kind === "stood") pledges.delete(seat);
    if (kind === "arranged") {
      // seats in another order: each pledge stays with the player who made it
      pledges.clear();
      data.pledges.forEach(
        (/** @type {string} */ pledge, /** @type {number} */ at) =>
          pledge && pledges.set(at, pledge),
      );
    }
    if (kind === "started") showing = true;
    if (kind === "called-off") {
      showing = false;
      calledOff += 1;
      for (const spent of shown.keys()) pledges.delete(spent);
      shown.clear();
    }
    if (kind === "shown") {
      inOrder &&= showing && !shown.has(seat);
      matching &&= sha256(fromHex(data.bytes)) === pledges.get(seat);
      shown.set(seat, data.bytes);
    }
    if (kind === "secret") {
      inOrder &&= shown.size === seats;
      secret = data.bytes;
    }
  }
  const all = Array.from({ length: seats }, (_, seat) => shown.get(seat) ?? "");
  const commitment = sha256(fromHex(secret)) === first.commitment;
  return [
    { step: "commitment", holds: commitment, values: { commitment: first.commitment } },
    { step: "order", holds: inOrder, values: { calledOff } },
    { step: "pledges", holds: matching && all.every(Boolean), values: { count: seats } },
    {
      step: "seed",
      holds: commitment && all.every(Boolean),
      values: { seed: sha256(fromHex(secret + all.join(""))), ...originOf(first) },
      warning: startWarning(first),
    },
  ];
}

/**
 * Return what the log says about the game that this one continues.
 * @param {any} opened
 */
const originOf = ({ origin }) =>
  origin ? { table: String(origin.table), step: number(origin.step) } : {};

/**
 * Return the name of what a seed does not show about a game that starts from a position.
 * @param {any} opened
 */
const startWarning = ({ start, origin }) =>
  start === undefined ? undefined : origin ? "continued" : "continued-unknown";


// Names of things and moves.
import words from "./words.js";

/**
 * Fill the placeholders of a text.
 * @param {string} text
 * @param {Record<string, any>} values
 */
export const fill = (text, values) =>
  text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));

/**
 * Name the ghosts of a tile: "two white, one blue".
 * @param {string[]} ghosts
 */
export function ghosts(ghosts) {
  const count = (/** @type {string} */ colour) => ghosts.filter((each) => each === colour).length;
  return [...new Set(ghosts)]
    .map((colour) => `${words.counts[count(colour)]} ${name(words.colour, colour)}`)
    .join(", ");
}

/**
 * Name a legal move.
 * @param {string} move
 * @param {any} view
 */
export function label(move, view) {
  const [verb, ...rest] = move.split(" ");
  const turn = words.turned[Number(rest[rest.length - 1]?.slice(1)) || 0];
  const at = (/** @type {number} */ i) => rest[i];
  /** @type {Record<string, any>} */
  const values = {
    tile: {
      tile: at(0),
      place: at(1),
      turn,
      ghosts: view?.tiles?.[at(0)] ? ghosts(view.tiles[at(0)].ghosts) : "",
    },
    house: { colour: at(0), space: at(1) },
    turn: { place: at(0), turn },
    lift: { space: at(0) },
    drop: { space: at(0) },
    swap: { one: at(0), two: at(1) },
    spin: { turn },
    trade: { one: at(0), two: at(1) },
    take: { place: at(0), tile: at(1), turn },
    claim: { space: at(0), kind: name(words.kind, at(1)) },
    put: { kind: name(words.kind, at(0)), space: at(1) },
    skip: {},
  };
  return fill(name(words.label, verb), values[verb] ?? {});
}

/**
 * Look up a name in a part of the texts.
 * @param {object} texts
 * @param {string} key
 * @returns {string}
 */
export const name = (texts, key) => /** @type {any} */ (texts)[key] ?? key;

/**
 * Name something that can be clicked.
 * @param {string} thing
 * @param {any} view
 * @param {number|null} seat
 */
export function describe(thing, view, seat) {
  const [kind, at] = thing.split(":");
  const [x, y] = at.split(",").map(Number);
  const laid =
    kind === "tile"
      ? view.board.find((/** @type {any} */ each) => each.x === x && each.y === y)?.tile
      : Number(at);
  const face = view.tiles[laid];
  const token =
    kind === "token"
      ? view.placed.find((/** @type {any} */ each) => each.x === x && each.y === y)?.kind
      : at;
  return fill(name(words.thing, kind), {
    at,
    tile: at,
    ghosts: face ? ghosts(face.ghosts) : "",
    icon: face?.icon ? `, ${name(words.called, face.icon)}` : "",
    kind: name(words.kind, token ?? ""),
    colour: at,
    name: name(words.house, at),
    n: seat === null ? 0 : view.tokens[seat]?.[at],
  });
}

// Moves are put together by clicking things: tiles, places, tokens. Every legal move is a set of
// things and perhaps a rotation. What can be clicked next follows from the legal moves that include
// all things clicked before; this module knows no rules.

/** @typedef {{text: string, verb: string, touches: string[], r: number|null}} Move */
/** @typedef {{touched: string[], r: number}} Draft */

/**
 * @type {Record<string, (words: string[]) => [string[], string?]>} the things of a move by its
 *   verb, and its rotation
 */
const SHAPES = {
  tile: ([tile, place, r]) => [[`hand:${tile}`, `place:${place}`], r],
  house: ([colour, space]) => [[`house:${colour}`, `window:${space}`]],
  turn: ([place, r]) => [[`tile:${place}`], r],
  lift: ([space]) => [[`token:${space}`]],
  drop: ([space]) => [[`space:${space}`]],
  swap: ([one, two]) => [[`tile:${one}`, `tile:${two}`]],
  spin: ([r]) => [[], r],
  trade: ([one, two]) => [[`token:${one}`, `token:${two}`]],
  take: ([place, tile, r]) => [[`tile:${place}`, `hand:${tile}`], r],
  claim: ([space, kind]) => [[`token:${space}`, `kind:${kind}`]],
  put: ([kind, space]) => [[`kind:${kind}`, `space:${space}`]],
  skip: () => [[]],
};

/**
 * Parse a move.
 * @param {string} text
 * @returns {Move}
 */
export function read(text) {
  const [verb, ...words] = text.split(" ");
  const [touches, r] = SHAPES[verb](words);
  return { text, verb, touches, r: r === undefined ? null : Number(r.slice(1)) };
}

/** @type {Draft} */
export const EMPTY = { touched: [], r: 0 };

/**
 * Return the moves that include all things of the draft.
 * @param {Move[]} moves
 * @param {Draft} draft
 */
export const candidates = (moves, draft) =>
  moves.filter((move) => draft.touched.every((thing) => move.touches.includes(thing)));

/**
 * Return what can be clicked next.
 * @param {Move[]} moves
 * @param {Draft} draft
 * @returns {Set<string>}
 */
export function touchable(moves, draft) {
  const found = new Set(candidates(moves, draft).flatMap((move) => move.touches));
  draft.touched.forEach((thing) => found.delete(thing));
  return found;
}

const PLACES = ["place", "window", "space"];

/**
 * Return what is offered next: first pieces, then places. Places come first if no piece is needed.
 * @param {Move[]} moves
 * @param {Draft} draft
 * @returns {Set<string>}
 */
export function offered(moves, draft) {
  const last = draft.touched[draft.touched.length - 1] ?? "";
  if (PLACES.includes(last.split(":")[0])) {
    // the other places are still on offer
    return offered(moves, { ...draft, touched: draft.touched.slice(0, -1) });
  }
  const all = [...touchable(moves, draft)];
  const pieces = all.filter((thing) => !PLACES.includes(thing.split(":")[0]));
  return new Set(draft.touched.length || !pieces.length ? all : pieces);
}

/**
 * Return the moves that consist of exactly the things of the draft, one for each rotation.
 * @param {Move[]} moves
 * @param {Draft} draft
 */
export const complete = (moves, draft) =>
  moves.filter(
    (move) =>
      move.verb !== "skip" &&
      move.touches.length === draft.touched.length &&
      draft.touched.every((thing) => move.touches.includes(thing)),
  );

/**
 * Return the move that the draft stands for: with its rotation, or the next legal one.
 * @param {Move[]} moves
 * @param {Draft} draft
 */
export function currentMove(moves, draft) {
  const found = complete(moves, draft);
  return (
    [0, 1, 2, 3]
      .map((more) => found.find((move) => move.r === (draft.r + more) % 4))
      .find(Boolean) ??
    found[0] ??
    null
  );
}

/**
 * Return the draft after a click on a thing. The thing is added, replaces one of its kind, or is
 * removed.
 * @param {Move[]} moves
 * @param {Draft} draft
 * @param {string} thing
 * @returns {Draft}
 */
export function touch(moves, draft, thing) {
  if (draft.touched.includes(thing))
    return { ...draft, touched: draft.touched.filter((each) => each !== thing) };
  if (touchable(moves, draft).has(thing)) return { ...draft, touched: [...draft.touched, thing] };
  const kind = thing.split(":")[0];
  const others = draft.touched.filter((each) => each.split(":")[0] !== kind);
  for (const kept of [others, others.slice(0, 1), []]) {
    if (touchable(moves, { ...draft, touched: kept }).has(thing))
      return { ...draft, touched: [...kept, thing] };
  }
  return draft;
}

/**
 * Return the draft with its next legal rotation.
 * @param {Move[]} moves
 * @param {Draft} draft
 * @param {number} direction
 * @returns {Draft}
 */
export function rotated(moves, draft, direction) {
  const now = currentMove(moves, draft);
  const rotations = complete(moves, draft)
    .map((move) => move.r)
    .filter((r) => r !== null)
    .sort();
  if (!now || now.r === null || !rotations.length)
    return { ...draft, r: (draft.r + direction + 4) % 4 };
  const place = rotations.indexOf(now.r) + direction;
  return { ...draft, r: rotations[(place + rotations.length) % rotations.length] };
}

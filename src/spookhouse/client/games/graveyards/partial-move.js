// A move as it is put together by touching things. Every legal move is a set of things that it
// touches, and perhaps a rotation; what can be touched next are the things of all legal moves that
// go with what was touched before. Nothing here knows a rule.

/** @typedef {{text: string, verb: string, touches: string[], r: number|null}} Move */
/** @typedef {{touched: string[], r: number}} Draft */

/**
 * @type {Record<string, (words: string[]) => [string[], string?]>} what each verb touches, and its
 *   rotation
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
 * The moves that the draft can still become.
 * @param {Move[]} moves
 * @param {Draft} draft
 */
export const candidates = (moves, draft) =>
  moves.filter((move) => draft.touched.every((thing) => move.touches.includes(thing)));

/**
 * What can be touched next.
 * @param {Move[]} moves
 * @param {Draft} draft
 * @returns {Set<string>}
 */
export function touchable(moves, draft) {
  const found = new Set(candidates(moves, draft).flatMap((move) => move.touches));
  draft.touched.forEach((thing) => found.delete(thing));
  return found;
}

const WHERE = ["place", "window", "space"];

/**
 * What is offered next: first what to use, then where; where alone if there is nothing to choose.
 * @param {Move[]} moves
 * @param {Draft} draft
 * @returns {Set<string>}
 */
export function offered(moves, draft) {
  const last = draft.touched[draft.touched.length - 1] ?? "";
  if (WHERE.includes(last.split(":")[0])) {
    // elsewhere is still on offer
    return offered(moves, { ...draft, touched: draft.touched.slice(0, -1) });
  }
  const all = [...touchable(moves, draft)];
  const what = all.filter((thing) => !WHERE.includes(thing.split(":")[0]));
  return new Set(draft.touched.length || !what.length ? all : what);
}

/**
 * The moves that the draft names in full, one for each rotation.
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
 * The move that the draft is now: of its rotations the wanted one, or the next that is legal.
 * @param {Move[]} moves
 * @param {Draft} draft
 */
export function settled(moves, draft) {
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
 * The draft after something was touched: added, exchanged for one of its kind, or taken back.
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
 * The draft turned on to its next legal rotation.
 * @param {Move[]} moves
 * @param {Draft} draft
 * @param {number} way
 * @returns {Draft}
 */
export function spun(moves, draft, way) {
  const now = settled(moves, draft);
  const rotations = complete(moves, draft)
    .map((move) => move.r)
    .filter((r) => r !== null)
    .sort();
  if (!now || now.r === null || !rotations.length) return { ...draft, r: (draft.r + way + 4) % 4 };
  const place = rotations.indexOf(now.r) + way;
  return { ...draft, r: rotations[(place + rotations.length) % rotations.length] };
}

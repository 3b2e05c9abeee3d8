// A move is put together part by part: what may come next is whatever some legal move goes on with.

/**
 * The parts of a move: `p28=4,7` is p28, 4, 7; `place g3` is place, g3.
 * @param {string} move
 * @returns {string[]}
 */
export const parts = (move) => move.split(/[ =,]/);

/**
 * Whether a move begins with the first part and has all others, in whatever order they were picked.
 * @param {string} move
 * @param {string[]} chosen
 */
export const fits = (move, chosen) => {
  const [first, ...rest] = parts(move);
  if (chosen.length && chosen[0] !== first) return false;
  return chosen.slice(1).every((part) => {
    const at = rest.indexOf(part);
    if (at >= 0) rest.splice(at, 1);
    return at >= 0;
  });
};

/**
 * The parts that a move has beyond those chosen.
 * @param {string} move
 * @param {string[]} chosen
 */
const left = (move, chosen) => {
  const rest = parts(move);
  for (const part of chosen) rest.splice(rest.indexOf(part), 1);
  return rest;
};

/**
 * What may be picked next: each part with the move that it completes, or null if more is to be
 * picked after it.
 * @param {string[]} moves
 * @param {string[]} chosen
 * @returns {Map<string, string|null>}
 */
export const next = (moves, chosen) => {
  /** @type {Map<string, string|null>} */
  const found = new Map();
  for (const move of moves.filter((text) => fits(text, chosen))) {
    const rest = left(move, chosen);
    for (const part of chosen.length ? rest : rest.slice(0, 1)) {
      const ends = rest.length === 1 && !(found.has(part) && found.get(part) === null);
      found.set(part, ends ? move : null); // a choice that may be declined is asked for first
    }
  }
  return found;
};

/**
 * The move that is complete with these parts, if it is one.
 * @param {string[]} moves
 * @param {string[]} chosen
 */
export const complete = (moves, chosen) =>
  moves.find((move) => fits(move, chosen) && parts(move).length === chosen.length) ?? null;

/**
 * The moves that begin with a part.
 * @param {string[]} moves
 * @param {string} first
 */
export const starting = (moves, first) => moves.filter((move) => parts(move)[0] === first);

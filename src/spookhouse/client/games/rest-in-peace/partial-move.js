// Moves are put together part by part. What can come next follows from the legal moves.

/**
 * Split a move into parts: `p28=4,7` into p28, 4, 7; `place g3` into place, g3.
 * @param {string} move
 * @returns {string[]}
 */
export const parts = (move) => move.split(/[ =,]/);

/**
 * Return whether a move begins with the first chosen part and has all others, in any order.
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
 * Return the parts of a move that were not chosen yet.
 * @param {string} move
 * @param {string[]} chosen
 */
const remaining = (move, chosen) => {
  const rest = parts(move);
  for (const part of chosen) rest.splice(rest.indexOf(part), 1);
  return rest;
};

/**
 * Return what can be picked next: each part with the move that it completes, or null if more parts
 * must follow.
 * @param {string[]} moves
 * @param {string[]} chosen
 * @returns {Map<string, string|null>}
 */
export const next = (moves, chosen) => {
  /** @type {Map<string, string|null>} */
  const found = new Map();
  for (const move of moves.filter((text) => fits(text, chosen))) {
    const rest = remaining(move, chosen);
    for (const part of chosen.length ? rest : rest.slice(0, 1)) {
      const ends = rest.length === 1 && !(found.has(part) && found.get(part) === null);
      found.set(part, ends ? move : null); // an optional choice is offered before the move ends
    }
  }
  return found;
};

/**
 * Return the move that consists of exactly the chosen parts, if there is one.
 * @param {string[]} moves
 * @param {string[]} chosen
 */
export const complete = (moves, chosen) =>
  moves.find((move) => fits(move, chosen) && parts(move).length === chosen.length) ?? null;

// Positions on the board, in board units: a tile is 100 wide.

/**
 * Parse coordinates.
 * @param {string} text
 * @returns {number[]}
 */
export const point = (text) => text.split(",").map(Number);

/**
 * Return the middle of something on the board.
 * @param {string} thing
 * @returns {number[]|null}
 */
export function middle(thing) {
  const [kind, at] = thing.split(":");
  const [x, y] = point(at);
  if (kind === "place" || kind === "tile") return [x * 100 + 50, y * 100 + 50];
  if (kind === "window") return [x * 50 + 50, y * 50 + 50];
  return kind === "space" || kind === "token" ? [x * 50 + 25, y * 50 + 25] : null;
}

const SNAP = 95; // the distance at which a dragged piece snaps

/**
 * Return the nearest thing to which a dragged piece snaps.
 * @param {Set<string>} things
 * @param {{x: number, y: number, inside: boolean}} at
 */
export function nearest(things, at) {
  let best = /** @type {string | null} */ (null),
    least = SNAP;
  for (const thing of things) {
    const where = middle(thing);
    const far = where ? Math.hypot(where[0] - at.x, where[1] - at.y) : Infinity;
    if (at.inside && far < least) [best, least] = [thing, far];
  }
  return best;
}

/**
 * Move the focus to the nearest thing in the direction of an arrow key.
 * @param {KeyboardEvent} event
 */
export function moveFocus(event) {
  const from = /** @type {Element} */ (document.activeElement)?.closest?.(
    ".gg-viewport [data-thing]",
  );
  if (!from) return false;
  const [dx, dy] = /** @type {Record<string, number[]>} */ ({
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
  })[event.key];
  const here = middle(/** @type {HTMLElement} */ (from).dataset.thing ?? "");
  if (!here) return false;
  let best = /** @type {HTMLElement | null} */ (null);
  let least = Infinity;
  for (const node of /** @type {NodeListOf<HTMLElement>} */ (
    from.closest(".gg-viewport")?.querySelectorAll("[data-thing].can")
  )) {
    const there = middle(node.dataset.thing ?? "");
    if (!there || node === from) continue;
    const [x, y] = [there[0] - here[0], there[1] - here[1]];
    const along = x * dx + y * dy;
    const across = Math.abs(x * dy - y * dx);
    if (along > 0 && along + 3 * across < least) [best, least] = [node, along + 3 * across];
  }
  best?.focus();
  return Boolean(best);
}

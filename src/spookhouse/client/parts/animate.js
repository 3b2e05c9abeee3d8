// Animated pieces. A piece with an identity (data-piece) glides from its old place to its new one.
// A piece without one flies over the table from one place (data-place) to another.
import { html, render } from "../lib.js";

const GLIDE = 320; // ms
const FLIGHT = 420;
const FLIGHT_DELAY = 70; // between the flights of one event
const EASE = "cubic-bezier(.3,.1,.2,1)";

/** @typedef {{piece: any, from: string, to: string, width?: number}} Flight */

const board = () => document.querySelector("[data-board]") ?? document.body;
const frame = () =>
  new Promise((resolve) => {
    const fallback = setTimeout(resolve, 100); // hidden tabs get no animation frames
    requestAnimationFrame(() => (clearTimeout(fallback), resolve(undefined)));
  });

/** @returns {Map<string, {element: Element, box: DOMRect}>} */
function piecesOnBoard() {
  const pieces = new Map();
  for (const element of board().querySelectorAll("[data-piece]"))
    pieces.set(element.getAttribute("data-piece"), {
      element,
      box: element.getBoundingClientRect(),
    });
  return pieces;
}

/**
 * Make a change, and let every piece glide from its old place to its new one.
 * @param {() => void} change
 */
export async function glide(change) {
  const before = piecesOnBoard();
  change();
  await frame();
  const moved = [];
  for (const [piece, { element, box }] of piecesOnBoard()) {
    const old = before.get(piece)?.box;
    if (
      old &&
      old.width &&
      box.width &&
      (Math.abs(old.x - box.x) > 1 || Math.abs(old.y - box.y) > 1)
    )
      moved.push(slide(element, old, box));
  }
  await Promise.all(moved);
}

/**
 * @param {Element} element
 * @param {DOMRect} old
 * @param {DOMRect} box
 */
function slide(element, old, box) {
  const [dx, dy] = [
    old.x + old.width / 2 - box.x - box.width / 2,
    old.y + old.height / 2 - box.y - box.height / 2,
  ];
  const now = getComputedStyle(element).transform;
  const rest = now === "none" ? "" : now;
  const frames = [
    { transform: `translate(${dx}px, ${dy}px) scale(${old.width / box.width}) ${rest}` },
    { transform: rest || "none" },
  ];
  return element.animate(frames, { duration: GLIDE, easing: EASE }).finished.catch(() => null);
}

/** @param {string} name */
export const placeElement = (name) => board().querySelector(`[data-place="${CSS.escape(name)}"]`);

/**
 * Let the pieces of an event fly.
 * @param {Flight[]} flights
 */
export async function fly(flights) {
  await Promise.all(flights.map((flight, number) => flyOne(flight, number)));
}

/**
 * @param {Flight} flight
 * @param {number} number its position among the flights of the event
 */
async function flyOne({ piece, from, to, width = 64 }, number) {
  const [start, end] = [
    placeElement(from)?.getBoundingClientRect(),
    placeElement(to)?.getBoundingClientRect(),
  ];
  if (!start?.width || !end?.width) return;
  const layer = document.createElement("div");
  layer.className = "flight";
  layer.setAttribute("aria-hidden", "true");
  document.body.append(layer);
  render(html`<div class="flight-piece" style=${{ width: `${width}px` }}>${piece}</div>`, layer);
  const at = (/** @type {DOMRect} */ box) =>
    `translate(${box.x + box.width / 2}px, ${box.y + box.height / 2}px) ` +
    "translate(-50%, -50%) scale(1)";
  const frames = [
    { transform: at(start), opacity: 0.4 },
    { opacity: 1, offset: 0.2 },
    { transform: at(end), opacity: 1 },
  ];
  try {
    await layer.animate(frames, {
      duration: FLIGHT,
      delay: number * FLIGHT_DELAY,
      easing: EASE,
      fill: "both",
    }).finished;
  } finally {
    render(null, layer);
    layer.remove();
  }
}

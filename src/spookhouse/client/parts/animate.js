// Pieces that move. What has an identity (data-piece) glides from where it lay to where it lies
// now; what has none flies over the table from one place (data-place) to another.
import { html, render } from "../lib.js";

const GLIDE = 320; // ms
const FLIGHT = 420;
const EASE = "cubic-bezier(.3,.1,.2,1)";

/** @typedef {{piece: any, from: string, to: string, width?: number}} Flight */

const board = () => document.querySelector("[data-board]") ?? document.body;
const frame = () =>
  new Promise((resolve) => {
    const late = setTimeout(resolve, 100); // frames do not come to hidden tabs
    requestAnimationFrame(() => (clearTimeout(late), resolve(undefined)));
  });

/** @returns {Map<string, {element: Element, box: DOMRect}>} */
function lying() {
  const found = new Map();
  for (const element of board().querySelectorAll("[data-piece]"))
    found.set(element.getAttribute("data-piece"), {
      element,
      box: element.getBoundingClientRect(),
    });
  return found;
}

/**
 * Make a change, and let every piece glide from its old place to the new one.
 * @param {() => void} change
 */
export async function glide(change) {
  const before = lying();
  change();
  await frame();
  const moved = [];
  for (const [piece, { element, box }] of lying()) {
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
export const placeOf = (name) => board().querySelector(`[data-place="${CSS.escape(name)}"]`);

/**
 * Let pieces fly.
 * @param {Flight[]} flights
 */
export async function fly(flights) {
  await Promise.all(flights.map((flight, number) => one(flight, number)));
}

/**
 * @param {Flight} flight
 * @param {number} number those of one event follow each other closely
 */
async function one({ piece, from, to, width = 64 }, number) {
  const [start, end] = [
    placeOf(from)?.getBoundingClientRect(),
    placeOf(to)?.getBoundingClientRect(),
  ];
  if (!start?.width || !end?.width) return;
  const layer = document.createElement("div");
  layer.className = "flight";
  layer.setAttribute("aria-hidden", "true");
  document.body.append(layer);
  render(html`<div class="flight-piece" style=${{ width: `${width}px` }}>${piece}</div>`, layer);
  const at = (/** @type {DOMRect} */ box, grown = 1) =>
    `translate(${box.x + box.width / 2}px, ${box.y + box.height / 2}px) ` +
    `translate(-50%, -50%) scale(${grown})`;
  const frames = [
    { transform: at(start), opacity: 0.4 },
    { opacity: 1, offset: 0.2 },
    { transform: at(end), opacity: 1 },
  ];
  try {
    await layer.animate(frames, {
      duration: FLIGHT,
      delay: number * 70,
      easing: EASE,
      fill: "both",
    }).finished;
  } finally {
    render(null, layer);
    layer.remove();
  }
}

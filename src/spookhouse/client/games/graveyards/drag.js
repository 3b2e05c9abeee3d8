// Dragging pieces from the hand onto the board.
import { useRef } from "../../lib.js";
import { suppressClick } from "../../parts/click-guards.js";

const DRAG_DISTANCE = 12; // px after which a press is a drag

/**
 * Drag a piece from the hand over the board. Its picture follows the pointer until it snaps to a
 * place.
 * @param {any} camera
 * @param {(thing: string, at: any) => boolean | undefined} over returns whether it snapped, or
 *   undefined if it cannot be played
 */
export function useDrag(camera, over) {
  const latest = useRef(over);
  latest.current = over;
  return (/** @type {string} */ thing) => (/** @type {PointerEvent} */ event) => {
    const [x, y] = [event.clientX, event.clientY];
    const piece = /** @type {HTMLElement} */ (event.currentTarget);
    let dragging = false;
    let copy = /** @type {HTMLElement | null} */ (null);
    const move = (/** @type {PointerEvent} */ now) => {
      dragging ||= Math.hypot(now.clientX - x, now.clientY - y) > DRAG_DISTANCE;
      if (!dragging) return;
      now.preventDefault();
      const snapped = latest.current(thing, camera.locate(now.clientX, now.clientY));
      copy ??= snapped === undefined ? null : pictureOf(piece);
      if (!copy) return;
      copy.style.transform = `translate(${now.clientX}px, ${now.clientY}px) translate(-50%, -70%)`;
      copy.classList.toggle("snapped", Boolean(snapped));
    };
    const end = () => {
      copy?.remove();
      for (const [kind, listener] of /** @type {const} */ ([
        ["pointermove", move],
        ["pointerup", end],
        ["pointercancel", end],
      ]))
        removeEventListener(kind, /** @type {any} */ (listener));
      if (dragging) suppressClick(event);
    };
    for (const [kind, listener] of /** @type {const} */ ([
      ["pointermove", move],
      ["pointerup", end],
      ["pointercancel", end],
    ]))
      addEventListener(kind, /** @type {any} */ (listener));
  };
}

/**
 * Create a picture of a piece that follows the pointer.
 * @param {HTMLElement} piece
 */
function pictureOf(piece) {
  const layer = document.createElement("div");
  layer.className = "gg-dragged";
  layer.setAttribute("aria-hidden", "true");
  layer.style.width = `${piece.clientWidth}px`;
  layer.append(/** @type {Element} */ (piece.querySelector("svg")).cloneNode(true));
  document.body.append(layer);
  return layer;
}

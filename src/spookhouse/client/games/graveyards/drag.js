// Dragging pieces from the hand onto the board.
import { useRef } from "../../lib.js";
import { swallowClick } from "../../parts/click-guards.js";

const DRAGGED = 12; // px after which a press is a drag

/**
 * Dragging something from the hand over the board: its picture goes with the pointer until it snaps
 * to a place.
 * @param {any} camera
 * @param {(thing: string, at: any) => boolean | undefined} over says whether it lies somewhere now
 */
export function useDrag(camera, over) {
  const latest = useRef(over);
  latest.current = over;
  return (/** @type {string} */ thing) => (/** @type {PointerEvent} */ event) => {
    const [x, y] = [event.clientX, event.clientY];
    const piece = /** @type {HTMLElement} */ (event.currentTarget);
    let far = false;
    let copy = /** @type {HTMLElement | null} */ (null);
    const move = (/** @type {PointerEvent} */ now) => {
      far ||= Math.hypot(now.clientX - x, now.clientY - y) > DRAGGED;
      if (!far) return;
      now.preventDefault();
      const lies = latest.current(thing, camera.locate(now.clientX, now.clientY));
      copy ??= lies === undefined ? null : carried(piece);
      if (!copy) return;
      copy.style.transform = `translate(${now.clientX}px, ${now.clientY}px) translate(-50%, -70%)`;
      copy.classList.toggle("lies", Boolean(lies));
    };
    const end = () => {
      copy?.remove();
      for (const [kind, listener] of /** @type {const} */ ([
        ["pointermove", move],
        ["pointerup", end],
        ["pointercancel", end],
      ]))
        removeEventListener(kind, /** @type {any} */ (listener));
      if (far) swallowClick(event);
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
 * A picture of a piece that goes with the pointer.
 * @param {HTMLElement} piece
 */
function carried(piece) {
  const layer = document.createElement("div");
  layer.className = "gg-carried";
  layer.setAttribute("aria-hidden", "true");
  layer.style.width = `${piece.clientWidth}px`;
  layer.append(/** @type {Element} */ (piece.querySelector("svg")).cloneNode(true));
  document.body.append(layer);
  return layer;
}

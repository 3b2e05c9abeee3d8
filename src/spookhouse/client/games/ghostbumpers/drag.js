// Dragging with mouse or finger: a picture follows the pointer. The attribute data-drop names the
// places where it can be dropped.
import { suppressClick } from "../../parts/click-guards.js";

const DRAG_DISTANCE = 8; // px after which a press is a drag

const placeBelow = (event) =>
  document
    .elementFromPoint(event.clientX, event.clientY)
    ?.closest("[data-drop]")
    ?.getAttribute("data-drop") ?? null;

/**
 * Follow a press. `over` is called with the place below the pointer, `drop` with the last place. A
 * press that does not move remains a click.
 * @param {PointerEvent} press
 * @param {{over?: (place: string | null) => void, drop: (place: string | null) => void}} handlers
 */
export function drag(press, { over = () => {}, drop }) {
  const piece = /** @type {HTMLElement} */ (press.currentTarget);
  /** @type {HTMLElement | null} */
  let picture = null;
  const begin = () => {
    const box = piece.getBoundingClientRect();
    picture = document.createElement("div");
    picture.className = "gb-dragged";
    picture.style.width = `${box.width}px`;
    picture.append(
      /** @type {Node} */ (
        (piece.querySelector("svg") ?? piece.parentElement?.querySelector("svg"))?.cloneNode(true)
      ),
    );
    document.body.append(picture);
    piece.classList.add("is-dragged");
  };
  const move = (event) => {
    const [dx, dy] = [event.clientX - press.clientX, event.clientY - press.clientY];
    if (!picture && Math.hypot(dx, dy) > DRAG_DISTANCE) begin();
    if (!picture) return;
    const { clientX, clientY } = event;
    const at = `translate(${clientX}px, ${clientY}px)`;
    picture.style.transform = `${at} translate(-50%, -60%) rotate(3deg)`;
    over(placeBelow(event));
  };
  const end = (event) => {
    for (const [kind, listener] of Object.entries(listeners))
      removeEventListener(kind, listener, true);
    if (!picture) return;
    picture.remove();
    piece.classList.remove("is-dragged");
    over(null);
    suppressClick(press);
    drop(event.type === "pointerup" ? placeBelow(event) : null);
  };
  const listeners = { pointermove: move, pointerup: end, pointercancel: end };
  for (const [kind, listener] of Object.entries(listeners)) addEventListener(kind, listener, true);
}

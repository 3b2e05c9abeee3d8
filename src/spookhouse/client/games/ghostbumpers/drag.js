// Dragging with mouse or finger: a picture follows the pointer, and places that carry data-drop are
// told apart by their value.
import { swallowClick } from "../../parts/click-guards.js";

const FAR = 8; // px before a press becomes a drag

const under = (event) =>
  document
    .elementFromPoint(event.clientX, event.clientY)
    ?.closest("[data-drop]")
    ?.getAttribute("data-drop") ?? null;

/**
 * Follow a press. `over` hears of the place beneath, `drop` of the last one; a press that never
 * moves stays a click.
 * @param {PointerEvent} press
 * @param {{over?: (place: string | null) => void, drop: (place: string | null) => void}} wishes
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
    if (!picture && Math.hypot(event.clientX - press.clientX, event.clientY - press.clientY) > FAR)
      begin();
    if (!picture) return;
    const { clientX, clientY } = event;
    picture.style.transform = `translate(${clientX}px, ${clientY}px) translate(-50%, -60%) rotate(3deg)`;
    over(under(event));
  };
  const end = (event) => {
    for (const [kind, listener] of Object.entries(listeners))
      removeEventListener(kind, listener, true);
    if (!picture) return;
    picture.remove();
    piece.classList.remove("is-dragged");
    over(null);
    swallowClick(press);
    drop(event.type === "pointerup" ? under(event) : null);
  };
  const listeners = { pointermove: move, pointerup: end, pointercancel: end };
  for (const [kind, listener] of Object.entries(listeners)) addEventListener(kind, listener, true);
}

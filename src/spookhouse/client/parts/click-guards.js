// What drags leave behind: clicks that nobody meant, and taps that browsers lose.
const FAR = 6; // px after which a touch is no tap
const MOMENT = 50; // ms in which a click that belongs to a drag comes

/**
 * A mouse that lets go of what it dragged above a button clicks it, if only in the eyes of the
 * browser; a finger does not.
 * @param {PointerEvent} press how the drag began
 */
export function swallowClick(press) {
  if (press.pointerType === "touch") return;
  const swallow = (/** @type {Event} */ click) => {
    click.stopPropagation();
    click.preventDefault();
  };
  addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", swallow, { capture: true }), MOMENT);
}

/**
 * As the `ref` of something that can be dragged. Browsers take a quick drag for a flick even where
 * nothing can be scrolled, and the next tap for what stops it: it is lost. Not so while the style
 * of the thing takes its touches away from the browser (`touch-action: none`).
 * @param {HTMLElement | null} node
 */
export function neverFlicked(node) {
  let start = /** @type {Touch | null} */ (null);
  node?.addEventListener(
    "touchstart",
    (event) => {
      start = getComputedStyle(node).touchAction === "none" ? event.touches[0] : null;
    },
    { passive: true },
  );
  node?.addEventListener(
    "touchmove",
    (event) => {
      const [now, second] = event.touches;
      if (
        start &&
        event.cancelable &&
        (second || Math.hypot(now.clientX - start.clientX, now.clientY - start.clientY) > FAR)
      )
        event.preventDefault();
    },
    { passive: false },
  );
}

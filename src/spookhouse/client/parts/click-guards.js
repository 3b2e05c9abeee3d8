// Guards for drags: suppress clicks that nobody intended, and keep taps that browsers would lose.
const TAP_RADIUS = 6; // px; a touch that moves farther is not a tap
const CLICK_DELAY = 50; // ms within which the click of a drag arrives

/**
 * Suppress the click that ends a drag with the mouse: the browser clicks the button below. A
 * finger causes no such click.
 * @param {PointerEvent} press the start of the drag
 */
export function suppressClick(press) {
  if (press.pointerType === "touch") return;
  const suppress = (/** @type {Event} */ click) => {
    click.stopPropagation();
    click.preventDefault();
  };
  addEventListener("click", suppress, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", suppress, { capture: true }), CLICK_DELAY);
}

/**
 * Use as the `ref` of a draggable element, to keep the tap after a quick drag. Browsers take such a
 * drag for a flick, even where nothing scrolls, and use the next tap to stop it. This listener
 * prevents that while the element has `touch-action: none`.
 * @param {HTMLElement | null} node
 */
export function preventFlick(node) {
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
      if (!start || !event.cancelable) return;
      const [dx, dy] = [now.clientX - start.clientX, now.clientY - start.clientY];
      if (second || Math.hypot(dx, dy) > TAP_RADIUS) event.preventDefault();
    },
    { passive: false },
  );
}

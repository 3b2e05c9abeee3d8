// Reorder seats in the lobby: the owner drags them, or uses the arrow keys on their handle.
import { useState } from "../lib.js";

/**
 * Return the order of seats after one was moved to the place of another.
 * @param {number} count
 * @param {number} from
 * @param {number} to
 * @returns {number[]}
 */
export function reordered(count, from, to) {
  const order = Array.from({ length: count }, (_, seat) => seat);
  order.splice(to, 0, ...order.splice(from, 1));
  return order;
}

/**
 * Handle pointer and keys for a list of rows.
 * @param {number} count
 * @param {(order: number[]) => void} onOrder
 */
export function useReorder(count, onOrder) {
  const [drag, setDrag] = useState(/** @type {{from: number, to: number} | null} */ (null));
  const rowAt = (/** @type {PointerEvent} */ event) => {
    const row = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-seat-row]");
    return row ? Number(row.getAttribute("data-seat-row")) : null;
  };
  const handle = (/** @type {number} */ seat) => ({
    onPointerDown: (/** @type {PointerEvent} */ event) => {
      /** @type {Element} */ (event.currentTarget).setPointerCapture(event.pointerId);
      setDrag({ from: seat, to: seat });
    },
    onPointerMove: (/** @type {PointerEvent} */ event) => {
      const to = drag && rowAt(event);
      if (drag && to !== null && to !== drag.to) setDrag({ ...drag, to });
    },
    onPointerUp: () => {
      if (drag && drag.to !== drag.from) onOrder(reordered(count, drag.from, drag.to));
      setDrag(null);
    },
    onPointerCancel: () => setDrag(null),
    onKeyDown: (/** @type {KeyboardEvent} */ event) => {
      const to = event.key === "ArrowUp" ? seat - 1 : event.key === "ArrowDown" ? seat + 1 : seat;
      if (to === seat || to < 0 || to >= count) return;
      event.preventDefault();
      onOrder(reordered(count, seat, to));
      requestAnimationFrame(() =>
        setTimeout(
          () =>
            /** @type {HTMLElement | null} */ (
              document.querySelector(`[data-seat-row="${to}"] .handle`)
            )?.focus(),
          60,
        ),
      );
    },
  });
  return { drag, handle };
}

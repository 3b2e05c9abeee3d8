// The camera on a board that is larger than its viewport: drag to pan, pinch or use the wheel to
// zoom. A transform moves the board, so nothing is drawn again.
import { useEffect, useLayoutEffect, useRef } from "../../lib.js";
import { preventFlick } from "../../parts/click-guards.js";

/** @typedef {{x: number, y: number, scale: number}} Camera */

const NEAREST = 2.2, // scales
  FARTHEST = 0.18;
const TAP_RADIUS = 6; // px; a pointer that moves farther does not tap
const ABOVE = 30,
  BELOW = 50; // px of the viewport for labels and buttons
const READABLE = 0.6; // the smallest scale at which text is readable
const SHARPEN_AFTER = 180; // ms without a movement

/**
 * @param {{x: number, y: number, w: number, h: number}} box the area to show, in board units
 * @param {(direction: number) => boolean} onWheel returns true if it used the wheel, to rotate
 *   something
 */
export function useCamera(box, onWheel) {
  const frame = useRef(/** @type {HTMLElement|null} */ (null));
  const paper = useRef(/** @type {HTMLElement|null} */ (null));
  const camera = useRef(/** @type {Camera} */ ({ x: 0, y: 0, scale: 1 }));
  const moved = useRef(false); // whether the user moved it; then it stays
  const latest = useRef({ box, onWheel });
  latest.current = { box, onWheel };

  const timer = useRef(0);
  const show = () => {
    // while the board moves it is a layer of its own, which is not painted again
    const { x, y, scale } = camera.current,
      node = paper.current;
    if (!node) return;
    node.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
    node.style.willChange = "transform";
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      node.style.willChange = "";
      node.style.setProperty(
        "--grow",
        String(Math.min(2, Math.max(1, READABLE / camera.current.scale))),
      ); // enlarges text on the board
    }, SHARPEN_AFTER);
  };
  const fit = () => {
    const node = frame.current,
      all = latest.current.box;
    if (!node || !node.clientWidth) return;
    const high = node.clientHeight - ABOVE - BELOW;
    const scale = Math.min(1.1, node.clientWidth / all.w, high / all.h);
    camera.current = {
      scale,
      x: node.clientWidth / 2 - (all.x + all.w / 2) * scale,
      y: ABOVE + high / 2 - (all.y + all.h / 2) * scale,
    };
    show();
  };
  /**
   * @param {number} factor
   * @param {number} [px]
   * @param {number} [py]
   */
  const zoom = (factor, px, py) => {
    const node = frame.current,
      was = camera.current;
    if (!node) return;
    moved.current = true;
    const [cx, cy] = [px ?? node.clientWidth / 2, py ?? node.clientHeight / 2];
    const scale = Math.min(NEAREST, Math.max(FARTHEST, was.scale * factor));
    const ratio = scale / was.scale;
    camera.current = { scale, x: cx - (cx - was.x) * ratio, y: cy - (cy - was.y) * ratio };
    show();
  };
  /**
   * Convert a point of the screen to board units.
   * @param {number} clientX
   * @param {number} clientY
   */
  const locate = (clientX, clientY) => {
    const edge = /** @type {HTMLElement} */ (frame.current).getBoundingClientRect();
    const { x, y, scale } = camera.current;
    const inside =
      clientX >= edge.left &&
      clientX <= edge.right &&
      clientY >= edge.top &&
      clientY <= edge.bottom;
    return { x: (clientX - edge.left - x) / scale, y: (clientY - edge.top - y) / scale, inside };
  };

  useLayoutEffect(() => {
    moved.current ? show() : fit();
  }, [box.x, box.y, box.w, box.h]);
  useEffect(() => {
    const node = /** @type {HTMLElement} */ (frame.current);
    const sizes = new ResizeObserver(() => {
      if (!moved.current) fit();
    });
    sizes.observe(node);
    const stop = listen(node, camera, moved, show, zoom, (direction) =>
      latest.current.onWheel(direction),
    );
    return () => {
      sizes.disconnect();
      stop();
    };
  }, []);
  return {
    frame,
    paper,
    zoom,
    locate,
    fit: () => {
      moved.current = false;
      fit();
    },
  };
}

/**
 * Listen to pointers and the wheel. A pointer that hardly moves is a tap, which stays with the
 * element below it.
 * @param {HTMLElement} node
 * @param {{current: Camera}} camera
 * @param {{current: boolean}} moved
 * @param {() => void} show
 * @param {(factor: number, x?: number, y?: number) => void} zoom
 * @param {(direction: number) => boolean} onWheel
 */
function listen(node, camera, moved, show, zoom, onWheel) {
  /** @type {Map<number, {x: number, y: number}>} */
  const pointers = new Map();
  let distance = 0;
  const down = (/** @type {PointerEvent} */ event) => {
    if (!pointers.size) distance = 0;
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  };
  const move = (/** @type {PointerEvent} */ event) => {
    const was = pointers.get(event.pointerId);
    if (!was) return;
    const [dx, dy] = [event.clientX - was.x, event.clientY - was.y];
    distance += Math.hypot(dx, dy);
    if (distance < TAP_RADIUS) return;
    if (!node.hasPointerCapture(event.pointerId)) node.setPointerCapture(event.pointerId);
    moved.current = true;
    const edge = node.getBoundingClientRect();
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const before = Math.hypot(was.x - other.x, was.y - other.y);
      const after = Math.hypot(event.clientX - other.x, event.clientY - other.y);
      zoom(
        after / Math.max(before, 1),
        (event.clientX + other.x) / 2 - edge.left,
        (event.clientY + other.y) / 2 - edge.top,
      );
    }
    const share = other ? 0.5 : 1;
    camera.current = {
      ...camera.current,
      x: camera.current.x + dx * share,
      y: camera.current.y + dy * share,
    };
    show();
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  };
  const up = (/** @type {PointerEvent} */ event) => pointers.delete(event.pointerId);
  const click = (/** @type {MouseEvent} */ event) => {
    if (distance >= TAP_RADIUS) {
      event.stopPropagation();
      event.preventDefault();
    }
    distance = 0;
  };
  const turn = (/** @type {WheelEvent} */ event) => {
    event.preventDefault();
    if (!event.ctrlKey && onWheel(Math.sign(event.deltaY))) return;
    const edge = node.getBoundingClientRect();
    zoom(Math.exp(-event.deltaY / 500), event.clientX - edge.left, event.clientY - edge.top);
  };
  preventFlick(node);
  node.addEventListener("pointerdown", down);
  node.addEventListener("pointermove", move);
  node.addEventListener("pointerup", up);
  node.addEventListener("pointercancel", up);
  node.addEventListener("click", click, true);
  node.addEventListener("wheel", turn, { passive: false });
  return () => {
    node.removeEventListener("pointerdown", down);
    node.removeEventListener("pointermove", move);
    node.removeEventListener("pointerup", up);
    node.removeEventListener("pointercancel", up);
    node.removeEventListener("click", click, true);
    node.removeEventListener("wheel", turn);
  };
}

// Looking at a board that is larger than its window: drag to pan, pinch or wheel to zoom. The
// picture is moved directly, without drawing it anew.
import { useEffect, useLayoutEffect, useRef } from "../../lib.js";
import { neverFlicked } from "../../parts/click-guards.js";

/** @typedef {{x: number, y: number, scale: number}} Camera */

const NEAREST = 2.2,
  FARTHEST = 0.18,
  SLACK = 6;
const ABOVE = 30,
  BELOW = 50; // px of the frame that labels and buttons may cover
const READABLE = 0.6; // scale at which what is written can just be read
const STILL = 180; // ms without a change after which the picture is drawn sharp again

/**
 * @param {{x: number, y: number, w: number, h: number}} box what there is to see, in units of the
 *   board
 * @param {(way: number) => boolean} wheel takes a turn of the wheel if something is being rotated
 */
export function useCamera(box, wheel) {
  const frame = useRef(/** @type {HTMLElement|null} */ (null));
  const paper = useRef(/** @type {HTMLElement|null} */ (null));
  const camera = useRef(/** @type {Camera} */ ({ x: 0, y: 0, scale: 1 }));
  const own = useRef(false); // whether somebody has moved it: then it stays
  const latest = useRef({ box, wheel });
  latest.current = { box, wheel };

  const still = useRef(0);
  const show = () => {
    // while it moves it is a layer of its own, which is not painted again
    const { x, y, scale } = camera.current,
      node = paper.current;
    if (!node) return;
    node.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
    node.style.willChange = "transform";
    clearTimeout(still.current);
    still.current = window.setTimeout(() => {
      node.style.willChange = "";
      node.style.setProperty(
        "--grow",
        String(Math.min(2, Math.max(1, READABLE / camera.current.scale))),
      ); // what is written on the board can be read from afar
    }, STILL);
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
    own.current = true;
    const [cx, cy] = [px ?? node.clientWidth / 2, py ?? node.clientHeight / 2];
    const scale = Math.min(NEAREST, Math.max(FARTHEST, was.scale * factor));
    const ratio = scale / was.scale;
    camera.current = { scale, x: cx - (cx - was.x) * ratio, y: cy - (cy - was.y) * ratio };
    show();
  };
  /**
   * Where a point of the screen lies on the board.
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
    own.current ? show() : fit();
  }, [box.x, box.y, box.w, box.h]);
  useEffect(() => {
    const node = /** @type {HTMLElement} */ (frame.current);
    const sizes = new ResizeObserver(() => {
      if (!own.current) fit();
    });
    sizes.observe(node);
    const stop = follow(node, camera, own, show, zoom, (way) => latest.current.wheel(way));
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
      own.current = false;
      fit();
    },
  };
}

/**
 * Follow fingers and wheel. A finger that hardly moves is a tap and not taken from whatever lies
 * under it.
 * @param {HTMLElement} node
 * @param {{current: Camera}} camera
 * @param {{current: boolean}} own
 * @param {() => void} show
 * @param {(factor: number, x?: number, y?: number) => void} zoom
 * @param {(way: number) => boolean} wheel
 */
function follow(node, camera, own, show, zoom, wheel) {
  /** @type {Map<number, {x: number, y: number}>} */
  const fingers = new Map();
  let travelled = 0;
  const down = (/** @type {PointerEvent} */ event) => {
    if (!fingers.size) travelled = 0;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  };
  const move = (/** @type {PointerEvent} */ event) => {
    const was = fingers.get(event.pointerId);
    if (!was) return;
    const [dx, dy] = [event.clientX - was.x, event.clientY - was.y];
    travelled += Math.hypot(dx, dy);
    if (travelled < SLACK) return;
    if (!node.hasPointerCapture(event.pointerId)) node.setPointerCapture(event.pointerId);
    own.current = true;
    const edge = node.getBoundingClientRect();
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
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
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  };
  const up = (/** @type {PointerEvent} */ event) => fingers.delete(event.pointerId);
  const click = (/** @type {MouseEvent} */ event) => {
    if (travelled >= SLACK) {
      event.stopPropagation();
      event.preventDefault();
    }
    travelled = 0;
  };
  const turn = (/** @type {WheelEvent} */ event) => {
    event.preventDefault();
    if (!event.ctrlKey && wheel(Math.sign(event.deltaY))) return;
    const edge = node.getBoundingClientRect();
    zoom(Math.exp(-event.deltaY / 500), event.clientX - edge.left, event.clientY - edge.top);
  };
  neverFlicked(node);
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

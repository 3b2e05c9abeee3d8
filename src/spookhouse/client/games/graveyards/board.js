// The board of Graveyards: scores at the top, the graveyard, which pans and zooms, and the hand at
// the bottom.
import { html, useLayoutEffect, useMemo, useRef, useState } from "../../lib.js";
import { ActionButtons, Seats, Tray, promptText } from "./hud.js";
import { TileBack } from "./art.js";
import { useCamera } from "./camera.js";
import { useDrag } from "./drag.js";
import {
  EMPTY,
  complete,
  currentMove,
  offered,
  read,
  rotated,
  touch,
  touchable,
} from "./partial-move.js";
import { moveFocus, nearest } from "./geometry.js";
import { fill } from "./labels.js";
import words from "./words.js";
import { BoardSvg } from "./board-svg.js";

const MARGIN = 130; // around the tiles, in board units: places for new tiles, roofs

/** @param {any} props */
export function Board({ view, before, seat, players, moves, play, why, hints, settings }) {
  const legal = useMemo(() => moves.map(read), [moves]);
  const [held, setHeld] = useState({ moves, draft: EMPTY });
  const draft = held.moves === moves ? held.draft : EMPTY; // a new decision has an empty draft
  const set = (/** @type {any} */ next) => setHeld({ moves, draft: next });
  const [lit, light] = useState(/** @type {string|null} */ (null));
  const can = useMemo(() => offered(legal, draft), [legal, draft]);
  const ready = currentMove(legal, draft);
  const box = useMemo(() => bounds(view), [view]);
  const rotates = complete(legal, draft).filter((move) => move.r !== null).length > 1;
  const camera = useCamera(box, (direction) => {
    if (rotates) set(rotated(legal, draft, direction));
    return rotates;
  });

  const root = useRef(/** @type {HTMLElement|null} */ (null));
  const keepFocus = useRef(""); // the thing that keeps the focus
  useLayoutEffect(() => {
    // a thing that was chosen by key may have another element now: move the focus there
    if (keepFocus.current)
      /** @type {HTMLElement|null|undefined} */ (
        root.current?.querySelector(`[data-thing="${keepFocus.current}"]`)
      )?.focus();
    keepFocus.current = "";
  }, [draft]);

  const confirm = () => {
    if (ready) {
      set(EMPTY);
      play(ready.text);
    }
  };
  const handleTouch = useRef(/** @type {(thing: string, byKey?: boolean) => void} */ (() => {}));
  const onTouch = useMemo(
    () =>
      (/** @type {string} */ thing, /** @type {boolean} */ byKey = false) =>
        handleTouch.current(thing, byKey),
    [],
  ); // a constant, so that tiles need not be drawn again
  handleTouch.current = (thing, byKey) => {
    if (byKey) keepFocus.current = thing;
    const last = draft.touched[draft.touched.length - 1] === thing;
    if (ready && last && (byKey || !rotates)) return confirm();
    if (ready && last) return set(rotated(legal, draft, 1));
    const next = touch(legal, draft, thing);
    if (next !== draft) return set(next);
    return why(impliedMove(thing, view));
  };
  const dragged = useRef(/** @type {any} */ ({})); // the dragged piece and its places
  const drag = useDrag(camera, (thing, at) => {
    if (dragged.current.thing !== thing || dragged.current.legal !== legal) {
      const first = touch(legal, EMPTY, thing);
      dragged.current = { thing, legal, first, places: touchable(legal, first) };
    }
    const { first, places } = dragged.current;
    if (first === EMPTY) return;
    const target = nearest(places, at);
    const next = target ? touch(legal, first, target) : first;
    if (next.touched.join() !== draft.touched.join()) set({ ...next, r: draft.r });
    return Boolean(target);
  });
  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    if (event.key === "r") set(rotated(legal, draft, 1));
    else if (event.key === "R") set(rotated(legal, draft, -1));
    else if (event.key === "Escape") set({ ...draft, touched: draft.touched.slice(0, -1) });
    else if (event.key === "+" || event.key === "-") camera.zoom(event.key === "+" ? 1.25 : 0.8);
    else if (event.key === "0") camera.fit();
    else if (event.key.startsWith("Arrow")) {
      if (!moveFocus(event)) return;
    } else return;
    event.preventDefault();
  };
  const tools = { view, seat, draft, can, onTouch, ready, rotates };
  return html`
    <div class=${`gg ${draft.touched.length ? "drafting" : ""}`} ref=${root} onKeyDown=${onKey}>
      <${Seats} ...${{ view, players, lit, light, settings }}/>
      <div
        class="gg-viewport"
        role="group"
        aria-label=${words.board}
        ref=${camera.frame}
        data-place="board"
      >
        <div class="gg-paper" ref=${camera.paper}>
          <${BoardSvg} ...${tools} box=${box} before=${before} lit=${lit} hints=${hints}/>
        </div>
        <div class="gg-zoom">
          <button type="button" onClick=${() => camera.zoom(1.25)} aria-label=${words.nearer}>
            +
          </button>
          <button type="button" onClick=${() => camera.zoom(0.8)} aria-label=${words.farther}>
            −
          </button>
          <button type="button" onClick=${camera.fit} aria-label=${words.whole}>⤢</button>
        </div>
        <div class="gg-stack" data-place="stack" title=${words.stack}>
          <${TileBack}/>
          <b>${view.stack_size}</b>
          <span class="quiet">${fill(words.tiles, { n: view.stack_size })}</span>
        </div>
        ${view.final
          ? html`
            <p class="gg-final">
              ${fill(view.final === 1 ? words.final[1] : words.final.n, { n: view.final })}
            </p>
          `
          : null}
        <${ActionButtons}
          ...${tools}
          moves=${moves}
          hints=${hints}
          play=${play}
          confirm=${confirm}
          rotate=${() => set(rotated(legal, draft, 1))}
          back=${() => set({ ...draft, touched: draft.touched.slice(0, -1) })}
        />
      </div>
      <p class="gg-prompt">
        ${promptText(tools, players, moves)}
        ${view.must_play_from_hand && seat === view.turn ? html` <em>${words.mustPlay}</em>` : null}
      </p>
      ${seat === null ? null : html`<${Tray} ...${tools} drag=${drag} hints=${hints}/>`}
    </div>
  `;
}

/**
 * Return the area to show, in board units.
 * @param {any} view
 */
function bounds(view) {
  const xs = view.board.map((/** @type {any} */ tile) => tile.x);
  const ys = view.board.map((/** @type {any} */ tile) => tile.y);
  const [left, right, top, bottom] = xs.length
    ? [Math.min(...xs), Math.max(...xs) + 1, Math.min(...ys), Math.max(...ys) + 1]
    : [0, 1, 0, 1];
  return {
    x: left * 100 - MARGIN,
    y: top * 100 - MARGIN,
    w: (right - left) * 100 + 2 * MARGIN,
    h: (bottom - top) * 100 + 2 * MARGIN,
  };
}

/**
 * Return the move that a click on something stands for, to ask why it is not legal.
 * @param {string} thing
 * @param {any} view
 */
function impliedMove(thing, view) {
  const [kind, at] = thing.split(":");
  /** @type {string[]} */
  const places = view.board.map((/** @type {any} */ each) => `${each.x},${each.y}`);
  /** @type {Record<string, string>} */
  const tile = {
    rotate: `turn ${at} r1`,
    swap: `swap ${at} ${places.find((place) => place !== at) ?? at}`,
    replace: `take ${at} ${view.hand?.[0] ?? 0} r0`,
  };
  /** @type {Record<string, string>} */
  const token = { rotate: `lift ${at}`, replace: `claim ${at} kids` };
  return (
    {
      hand: `tile ${at} 0,0 r0`,
      house: `house ${at} 0,0`,
      kind: `put ${at} 0,0`,
      tile: tile[view.phase] ?? `turn ${at} r1`,
      token: token[view.phase] ?? `lift ${at}`,
    }[kind] ?? "skip"
  );
}

// The graveyard: tiles, tokens and Houses on a paper that pans and zooms, the hand below, scores
// above.
import { html, useLayoutEffect, useMemo, useRef, useState } from "../../lib.js";
import { Does, Seats, Tray, prompted } from "./hud.js";
import { TileBack } from "./art.js";
import { useCamera } from "./camera.js";
import { useDrag } from "./drag.js";
import { EMPTY, complete, offered, read, settled, spun, touch, touchable } from "./partial-move.js";
import { nearest, walk } from "./geometry.js";
import { fill } from "./labels.js";
import words from "./words.js";
import { Yard } from "./board-svg.js";

const AROUND = 130; // what is seen around the tiles: places for the next ones, roofs

/** @param {any} props */
export function Board({ view, before, seat, people, moves, play, why, hints, settings }) {
  const legal = useMemo(() => moves.map(read), [moves]);
  const [held, setHeld] = useState({ moves, draft: EMPTY });
  const draft = held.moves === moves ? held.draft : EMPTY; // another decision begins anew
  const set = (/** @type {any} */ next) => setHeld({ moves, draft: next });
  const [lit, light] = useState(/** @type {string|null} */ (null));
  const can = useMemo(() => offered(legal, draft), [legal, draft]);
  const ready = settled(legal, draft);
  const box = useMemo(() => bounds(view), [view]);
  const rotates = complete(legal, draft).filter((move) => move.r !== null).length > 1;
  const camera = useCamera(box, (way) => {
    if (rotates) set(spun(legal, draft, way));
    return rotates;
  });

  const root = useRef(/** @type {HTMLElement|null} */ (null));
  const follow = useRef("");
  useLayoutEffect(() => {
    // what was chosen by key may be drawn as something else now: the focus stays with it
    if (follow.current)
      /** @type {HTMLElement|null|undefined} */ (
        root.current?.querySelector(`[data-thing="${follow.current}"]`)
      )?.focus();
    follow.current = "";
  }, [draft]);

  const confirm = () => {
    if (ready) {
      set(EMPTY);
      play(ready.text);
    }
  };
  const touched = useRef(/** @type {(thing: string, byKey?: boolean) => void} */ (() => {}));
  const onTouch = useMemo(
    () =>
      (/** @type {string} */ thing, /** @type {boolean} */ byKey = false) =>
        touched.current(thing, byKey),
    [],
  ); // the same for ever, so that tiles need not be drawn again
  touched.current = (thing, byKey) => {
    if (byKey) follow.current = thing;
    const last = draft.touched[draft.touched.length - 1] === thing;
    if (ready && last && (byKey || !rotates)) return confirm();
    if (ready && last) return set(spun(legal, draft, 1));
    const next = touch(legal, draft, thing);
    if (next !== draft) return set(next);
    return why(wouldBe(thing, view));
  };
  const reach = useRef(/** @type {any} */ ({})); // of what is dragged
  const drag = useDrag(camera, (thing, at) => {
    if (reach.current.thing !== thing || reach.current.legal !== legal) {
      const first = touch(legal, EMPTY, thing);
      reach.current = { thing, legal, first, places: touchable(legal, first) };
    }
    const { first, places } = reach.current;
    if (first === EMPTY) return;
    const target = nearest(places, at);
    const next = target ? touch(legal, first, target) : first;
    if (next.touched.join() !== draft.touched.join()) set({ ...next, r: draft.r });
    return Boolean(target);
  });
  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    if (event.key === "r" || event.key === "R") set(spun(legal, draft, event.key === "r" ? 1 : -1));
    else if (event.key === "Escape") set({ ...draft, touched: draft.touched.slice(0, -1) });
    else if (event.key === "+" || event.key === "-") camera.zoom(event.key === "+" ? 1.25 : 0.8);
    else if (event.key === "0") camera.fit();
    else if (event.key.startsWith("Arrow")) {
      if (!walk(event)) return;
    } else return;
    event.preventDefault();
  };
  const tools = { view, seat, draft, can, onTouch, ready, rotates };
  return html`
    <div class=${`gg ${draft.touched.length ? "drafting" : ""}`} ref=${root} onKeyDown=${onKey}>
      <${Seats} ...${{ view, people, lit, light, settings }}/>
      <div
        class="gg-yard"
        role="group"
        aria-label=${words.board}
        ref=${camera.frame}
        data-place="board"
      >
        <div class="gg-paper" ref=${camera.paper}>
          <${Yard} ...${tools} box=${box} before=${before} lit=${lit} hints=${hints}/>
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
        <${Does}
          ...${tools}
          moves=${moves}
          hints=${hints}
          play=${play}
          confirm=${confirm}
          turn=${() => set(spun(legal, draft, 1))}
          back=${() => set({ ...draft, touched: draft.touched.slice(0, -1) })}
        />
      </div>
      <p class="gg-prompt">
        ${prompted(tools, people, moves)}
        ${view.must_play_from_hand && seat === view.turn ? html` <em>${words.mustPlay}</em>` : null}
      </p>
      ${seat === null ? null : html`<${Tray} ...${tools} drag=${drag} hints=${hints}/>`}
    </div>
  `;
}

/** @param {any} view */
function bounds(view) {
  const xs = view.board.map((/** @type {any} */ tile) => tile.x);
  const ys = view.board.map((/** @type {any} */ tile) => tile.y);
  const [left, right, top, bottom] = xs.length
    ? [Math.min(...xs), Math.max(...xs) + 1, Math.min(...ys), Math.max(...ys) + 1]
    : [0, 1, 0, 1];
  return {
    x: left * 100 - AROUND,
    y: top * 100 - AROUND,
    w: (right - left) * 100 + 2 * AROUND,
    h: (bottom - top) * 100 + 2 * AROUND,
  };
}

/**
 * The move that touching something would be, to ask why not.
 * @param {string} thing
 * @param {any} view
 */
function wouldBe(thing, view) {
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

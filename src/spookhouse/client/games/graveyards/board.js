// The graveyard: tiles, tokens and Houses on a paper that pans and zooms, the hand below, scores above.
import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../../lib.js";
import { Mark, Svg } from "../../art/kit.js";
import { FILL, Ghost, House, KINDS, Tile, TileBack, TilePicture, Token } from "./art.js";
import { hinted, hintProps } from "../../parts/hints.js";
import { useCamera } from "./camera.js";
import { EMPTY, complete, offered, read, settled, spun, touch, touchable } from "./draft.js";
import { describe, fill, label, name } from "./telling.js";
import words from "./words.js";

const AROUND = 130; // what is seen around the tiles: places for the next ones, roofs
const DRAGGED = 12; // px after which a press is a drag
const SNAP = 95; // how near a dragged piece must come
/** @type {Record<string, string>} */
const DASH = { white: "", orange: "14 6", blue: "3 6", green: "16 5 3 5" };

/** @param {string} text @returns {number[]} */
const point = (text) => text.split(",").map(Number);

/** The middle of something on the board, in units. @param {string} thing @returns {number[]|null} */
function middle(thing) {
  const [kind, at] = thing.split(":");
  const [x, y] = point(at);
  if (kind === "place" || kind === "tile") return [x * 100 + 50, y * 100 + 50];
  if (kind === "window") return [x * 50 + 50, y * 50 + 50];
  return kind === "space" || kind === "token" ? [x * 50 + 25, y * 50 + 25] : null;
}

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
  const camera = useCamera(box, (way) => { if (rotates) set(spun(legal, draft, way)); return rotates; });

  const root = useRef(/** @type {HTMLElement|null} */ (null)), follow = useRef("");
  useLayoutEffect(() => { // what was chosen by key may be drawn as something else now: the focus stays with it
    if (follow.current) /** @type {HTMLElement|null|undefined} */ (root.current?.querySelector(`[data-thing="${follow.current}"]`))?.focus();
    follow.current = "";
  }, [draft]);

  const confirm = () => { if (ready) { set(EMPTY); play(ready.text); } };
  const touched = useRef(/** @type {(thing: string, byKey?: boolean) => void} */ (() => {}));
  const onTouch = useMemo(() => (/** @type {string} */ thing, /** @type {boolean} */ byKey = false) => touched.current(thing, byKey), []); // the same for ever, so that tiles need not be drawn again
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
    else if (event.key.startsWith("Arrow")) { if (!walk(event)) return; }
    else return;
    event.preventDefault();
  };
  const tools = { view, seat, draft, can, onTouch, ready, rotates };
  return html`<div class=${`gg ${draft.touched.length ? "drafting" : ""}`} ref=${root} onKeyDown=${onKey}>
    <${Seats} ...${{ view, people, lit, light, settings }}/>
    <div class="gg-yard" role="group" aria-label=${words.board} ref=${camera.frame} data-place="board">
      <div class="gg-paper" ref=${camera.paper}><${Yard} ...${tools} box=${box} before=${before} lit=${lit} hints=${hints}/></div>
      <div class="gg-zoom">
        <button type="button" onClick=${() => camera.zoom(1.25)} aria-label=${words.nearer}>+</button>
        <button type="button" onClick=${() => camera.zoom(0.8)} aria-label=${words.farther}>−</button>
        <button type="button" onClick=${camera.fit} aria-label=${words.whole}>⤢</button></div>
      <div class="gg-stack" data-place="stack" title=${words.stack}><${TileBack}/><b>${view.stack_size}</b><span class="quiet">${fill(words.tiles, { n: view.stack_size })}</span></div>
      ${view.final ? html`<p class="gg-final">${fill(view.final === 1 ? words.final[1] : words.final.n, { n: view.final })}</p>` : null}
      <${Does} ...${tools} moves=${moves} hints=${hints} play=${play} confirm=${confirm} turn=${() => set(spun(legal, draft, 1))} back=${() => set({ ...draft, touched: draft.touched.slice(0, -1) })}/>
    </div>
    <p class="gg-prompt">${prompted(tools, people, moves)}${view.must_play_from_hand && seat === view.turn ? html` <em>${words.mustPlay}</em>` : null}</p>
    ${seat === null ? null : html`<${Tray} ...${tools} drag=${drag} hints=${hints}/>`}
  </div>`;
}

/** @param {any} view */
function bounds(view) {
  const xs = view.board.map((/** @type {any} */ tile) => tile.x), ys = view.board.map((/** @type {any} */ tile) => tile.y);
  const [left, right, top, bottom] = xs.length ? [Math.min(...xs), Math.max(...xs) + 1, Math.min(...ys), Math.max(...ys) + 1] : [0, 1, 0, 1];
  return { x: left * 100 - AROUND, y: top * 100 - AROUND, w: (right - left) * 100 + 2 * AROUND, h: (bottom - top) * 100 + 2 * AROUND };
}

/** The move that touching something would be, to ask why not. @param {string} thing @param {any} view */
function wouldBe(thing, view) {
  const [kind, at] = thing.split(":");
  /** @type {Record<string, string>} */
  const tile = { rotate: `turn ${at} r1`, swap: `swap ${at} ${view.board.map((/** @type {any} */ each) => `${each.x},${each.y}`).find((/** @type {string} */ each) => each !== at) ?? at}`, replace: `take ${at} ${view.hand?.[0] ?? 0} r0` };
  /** @type {Record<string, string>} */
  const token = { rotate: `lift ${at}`, replace: `claim ${at} kids` };
  return { hand: `tile ${at} 0,0 r0`, house: `house ${at} 0,0`, kind: `put ${at} 0,0`, tile: tile[view.phase] ?? `turn ${at} r1`, token: token[view.phase] ?? `lift ${at}` }[kind] ?? "skip";
}

/** @param {Set<string>} things @param {{x: number, y: number, inside: boolean}} at */
function nearest(things, at) {
  let best = /** @type {string | null} */ (null), least = SNAP;
  for (const thing of things) {
    const where = middle(thing);
    const far = where ? Math.hypot(where[0] - at.x, where[1] - at.y) : Infinity;
    if (at.inside && far < least) [best, least] = [thing, far];
  }
  return best;
}

/** Dragging something from the hand over the board: its picture goes with the pointer until it snaps to a place. @param {any} camera @param {(thing: string, at: any) => boolean | undefined} over says whether it lies somewhere now */
function useDrag(camera, over) {
  const latest = useRef(over);
  latest.current = over;
  return (/** @type {string} */ thing) => (/** @type {PointerEvent} */ event) => {
    const [x, y] = [event.clientX, event.clientY], piece = /** @type {HTMLElement} */ (event.currentTarget);
    let far = false, copy = /** @type {HTMLElement | null} */ (null);
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
      for (const [kind, listener] of /** @type {const} */ ([["pointermove", move], ["pointerup", end], ["pointercancel", end]])) removeEventListener(kind, /** @type {any} */ (listener));
      if (far && event.pointerType !== "touch") swallowClick();
    };
    for (const [kind, listener] of /** @type {const} */ ([["pointermove", move], ["pointerup", end], ["pointercancel", end]])) addEventListener(kind, /** @type {any} */ (listener));
  };
}

/** A picture of a piece that goes with the pointer. @param {HTMLElement} piece */
function carried(piece) {
  const layer = document.createElement("div");
  layer.className = "gg-carried";
  layer.setAttribute("aria-hidden", "true");
  layer.style.width = `${piece.clientWidth}px`;
  layer.append(/** @type {Element} */ (piece.querySelector("svg")).cloneNode(true));
  document.body.append(layer);
  return layer;
}

/** A drag that ends on a button is no click, if one comes at all. */
function swallowClick() {
  const swallow = (/** @type {Event} */ click) => { click.stopPropagation(); click.preventDefault(); };
  addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", swallow, { capture: true }), 50);
}

/** Arrow keys go to the nearest thing in that direction. @param {KeyboardEvent} event */
function walk(event) {
  const from = /** @type {Element} */ (document.activeElement)?.closest?.(".gg-yard [data-thing]");
  if (!from) return false;
  const [dx, dy] = /** @type {Record<string, number[]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] })[event.key];
  const here = middle(/** @type {HTMLElement} */ (from).dataset.thing ?? "");
  if (!here) return false;
  let best = /** @type {HTMLElement | null} */ (null), least = Infinity;
  for (const node of /** @type {NodeListOf<HTMLElement>} */ (from.closest(".gg-yard")?.querySelectorAll("[data-thing].can"))) {
    const there = middle(node.dataset.thing ?? "");
    if (!there || node === from) continue;
    const [x, y] = [there[0] - here[0], there[1] - here[1]];
    const along = x * dx + y * dy, across = Math.abs(x * dy - y * dx);
    if (along > 0 && along + 3 * across < least) [best, least] = [node, along + 3 * across];
  }
  best?.focus();
  return Boolean(best);
}

// === THE YARD ===

/** Something on the board that can be touched. @param {any} props */
function Touch({ thing, view, seat, can, draft, onTouch, children, quiet }) {
  const able = can.has(thing), chosen = draft.touched.includes(thing);
  if (quiet && !able && !chosen) return null;
  const spoken = describe(thing, view, seat) + (chosen ? words.chosen : able ? words.playable : "");
  const key = (/** @type {KeyboardEvent} */ event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); event.stopPropagation(); onTouch(thing, true); } };
  return html`<g class=${`touch ${able ? "can" : ""} ${chosen ? "chosen" : ""}`} role="button" tabindex=${able || chosen ? 0 : -1} aria-label=${spoken} aria-pressed=${chosen ? "true" : "false"}
    data-thing=${thing} onClick=${() => onTouch(thing)} onKeyDown=${key}>${children}</g>`;
}

/** What was drawn stays as it is while all that it depends on is the same. */
function useDrawn() {
  const drawn = useRef(/** @type {Map<string, {of: any[], node: any}>} */ (new Map()));
  return (/** @type {string} */ key, /** @type {any[]} */ of, /** @type {() => any} */ draw) => {
    const old = drawn.current.get(key);
    if (old?.of.every((each, at) => each === of[at])) return old.node;
    const node = draw();
    drawn.current.set(key, { of, node });
    return node;
  };
}

/** @param {any} props */
function Yard({ box, before, lit, hints, ...tools }) {
  const { view, draft, can, ready } = tools;
  const old = useMemo(() => new Set((before?.board ?? view.board).map((/** @type {any} */ each) => `${each.tile} ${each.x},${each.y} ${each.r}`)), [before]);
  const shown = useMemo(() => preview(view, draft, ready), [view, draft, ready]);
  const drawn = useDrawn();
  const tiles = shown.board.map((/** @type {any} */ each) => {
    const key = `tile${each.tile}`, at = `${each.x},${each.y}`, fresh = !each.ghostly && !old.has(`${each.tile} ${at} ${each.r}`);
    const thing = draft.touched.includes(`place:${at}`) ? `place:${at}` : `tile:${at}`;
    return drawn(key, [view, each, fresh, thing, can.has(thing), draft.touched.includes(thing)], () => html`<${Laid} key=${key} each=${each} fresh=${fresh} thing=${thing} tools=${tools}/>`);
  });
  return html`<svg class=${`gg-board ${lit ? "lit" : ""}`} viewBox=${`${box.x} ${box.y} ${box.w} ${box.h}`} width=${box.w} height=${box.h} style=${{ left: `${box.x}px`, top: `${box.y}px` }}>
    ${[...can].filter((thing) => thing.startsWith("place:") && !draft.touched.includes(thing)).map((thing) => html`<${Place} key=${thing} thing=${thing} tools=${tools}/>`)}
    ${tiles}
    ${Object.keys(view.sections).map((colour) => html`<${Outline} key=${colour} colour=${colour} section=${view.sections[colour]} lit=${lit === colour}/>`)}
    ${Object.entries(shown.houses).filter(([, at]) => at).map(([colour, at]) => html`<${Standing} key=${colour} colour=${colour} at=${at} ghostly=${shown.ghostly === colour} tools=${tools}/>`)}
    ${[...can].filter((thing) => thing.startsWith("space:") && !draft.touched.includes(thing)).map((thing) => html`<${Space} key=${thing} thing=${thing} tools=${tools}/>`)}
    ${shown.placed.map((/** @type {any} */ each) => html`<${Lying} key=${`${each.x},${each.y}`} each=${each} tools=${tools}/>`)}
    ${[...can].filter((thing) => thing.startsWith("window:")).map((thing) => html`<${Window} key=${thing} thing=${thing} tools=${tools}/>`)}
    ${pointed(hints).map(([thing, where]) => html`<${Hint} key=${`hint ${thing}`} thing=${thing} where=${where} hints=${hints}/>`)}
  </svg>`;
}

/** What the board would look like if the draft were played: only where things lie, nothing is counted. @param {any} view @param {any} draft @param {any} ready */
function preview(view, draft, ready) {
  let board = view.board, placed = view.placed, houses = view.houses, ghostly = "";
  const [verb, ...rest] = ready ? ready.text.split(" ") : [""];
  const is = (/** @type {any} */ each, /** @type {string} */ at) => `${each.x},${each.y}` === at;
  const r = ready?.r ?? draft.r;
  if (verb === "tile") board = [...board, { tile: Number(rest[0]), x: point(rest[1])[0], y: point(rest[1])[1], r, ghostly: true }];
  if (verb === "house") [houses, ghostly] = [{ ...houses, [rest[0]]: point(rest[1]) }, rest[0]];
  if (verb === "turn") board = board.map((/** @type {any} */ each) => is(each, rest[0]) ? { ...each, r: (each.r + r) % 4, ghostly: true } : each);
  if (verb === "spin") board = board.map((/** @type {any} */ each) => is(each, view.spinning[0].join(",")) ? { ...each, r, ghostly: true } : each);
  if (verb === "take") board = board.map((/** @type {any} */ each) => is(each, rest[0]) ? { ...each, tile: Number(rest[1]), r, ghostly: true } : each);
  if (verb === "swap") board = board.map((/** @type {any} */ each) => {
    const other = is(each, rest[0]) ? rest[1] : is(each, rest[1]) ? rest[0] : null;
    return other ? { ...each, x: point(other)[0], y: point(other)[1], ghostly: true } : each;
  });
  const put = { put: [rest[0], rest[1]], claim: [rest[1], rest[0]], drop: [view.lifted?.kind, rest[0]] }[verb];
  if (put) placed = [...placed.filter((/** @type {any} */ each) => !is(each, put[1])), { kind: put[0], x: point(put[1])[0], y: point(put[1])[1], ghostly: true }];
  if (verb === "trade") placed = placed.map((/** @type {any} */ each) => {
    const other = is(each, rest[0]) ? rest[1] : is(each, rest[1]) ? rest[0] : null;
    return other ? { ...each, kind: placed.find((/** @type {any} */ one) => is(one, other)).kind, ghostly: true } : each;
  });
  return { board, placed, houses, ghostly };
}

/** @param {any} props */
function Laid({ each, fresh, thing, tools }) {
  const picture = useMemo(() => html`<${Tile} face=${tools.view.tiles[each.tile]} r=${each.r}/>`, [each.tile, each.r]);
  const locked = tools.view.locked.some((/** @type {number[]} */ [x, y]) => x === each.x && y === each.y);
  return html`<g transform=${`translate(${each.x * 100} ${each.y * 100})`} class=${`laid ${each.ghostly ? "ghostly" : ""} ${locked ? "locked" : ""}`}>
    <${Touch} thing=${thing} ...${tools}><g class=${fresh ? "gg-new" : ""}>${picture}</g><rect class="edge" x="2" y="2" width="96" height="96" rx="9"/></${Touch}></g>`;
}

/** @param {any} props */
const Place = ({ thing, tools }) => {
  const [x, y] = point(thing.split(":")[1]);
  return html`<g transform=${`translate(${x * 100} ${y * 100})`}><${Touch} thing=${thing} ...${tools}><rect class="free" x="6" y="6" width="88" height="88" rx="9"/><path class="plus" d="M50 36v28M36 50h28"/></${Touch}></g>`;
};

/** @param {any} props */
const Space = ({ thing, tools }) => {
  const [x, y] = point(thing.split(":")[1]);
  return html`<g transform=${`translate(${x * 50} ${y * 50})`}><${Touch} thing=${thing} ...${tools}><rect class="free on" x="4" y="4" width="42" height="42" rx="10"/></${Touch}></g>`;
};

/** @param {any} props */
const Window = ({ thing, tools }) => {
  const [x, y] = point(thing.split(":")[1]);
  return html`<g transform=${`translate(${x * 50 + 50} ${y * 50 + 50})`}><${Touch} thing=${thing} ...${tools}><rect x="-24" y="-24" width="48" height="48" fill="transparent"/><path class="free on house" d="M-15-2L0-15 15-2V14H-15z"/></${Touch}></g>`;
};

/** @param {any} props */
const Lying = ({ each, tools }) => html`<g transform=${`translate(${each.x * 50} ${each.y * 50})`} class=${each.ghostly ? "ghostly" : ""}>
  <${Touch} thing=${tools.draft.touched.includes(`space:${each.x},${each.y}`) ? `space:${each.x},${each.y}` : `token:${each.x},${each.y}`} ...${tools}><${Token} kind=${each.kind}/><circle class="edge" cx="25" cy="25" r="23"/></${Touch}></g>`;

/** @param {any} props */
const Standing = ({ colour, at, ghostly, tools }) => html`<g transform=${`translate(${at[0] * 50} ${at[1] * 50})`} class=${`standing ${ghostly ? "ghostly" : ""}`}>
  <${Touch} thing=${`house:${colour}`} ...${tools}><${House} colour=${colour}/></${Touch}></g>`;

/** A line around the section that counts. @param {any} props */
function Outline({ colour, section, lit }) {
  const path = useMemo(() => {
    const inside = new Set(section.map((/** @type {number[]} */ each) => each.join()));
    return section.map((/** @type {number[]} */ [x, y]) => {
      const [l, t, r, b] = [x * 50 + 3, y * 50 + 3, x * 50 + 47, y * 50 + 47];
      const far = (/** @type {number} */ dx, /** @type {number} */ dy) => inside.has(`${x + dx},${y + dy}`);
      const [n, e, s, w] = [far(0, -1), far(1, 0), far(0, 1), far(-1, 0)];
      return (n ? "" : `M${w ? l - 6 : l} ${t}H${e ? r + 6 : r}`) + (e ? "" : `M${r} ${n ? t - 6 : t}V${s ? b + 6 : b}`) + (s ? "" : `M${w ? l - 6 : l} ${b}H${e ? r + 6 : r}`) + (w ? "" : `M${l} ${n ? t - 6 : t}V${s ? b + 6 : b}`);
    }).join("");
  }, [section]);
  return path ? html`<g class=${`section ${lit ? "lit" : ""}`}>${lit ? section.map((/** @type {number[]} */ [x, y]) => html`<rect class="glow" x=${x * 50} y=${y * 50} width="50" height="50" fill=${FILL[colour]}/>`) : null}
    <path d=${path} stroke=${FILL[colour]} stroke-dasharray=${DASH[colour]}/></g>` : null;
}

/** Where the candidates of a hint would go; of those for one place the first. @param {any[] | null} hints @returns {[string, number[]][]} */
function pointed(hints) {
  const found = new Map();
  for (const { move } of hints ?? []) {
    const thing = [...read(move).touches].reverse().find(middle);
    if (thing && !found.has(thing)) found.set(thing, middle(thing));
  }
  return [...found];
}

/** What is expected there. @param {any} props */
function Hint({ thing, where, hints }) {
  const found = hinted(hints, (move) => read(move).touches.includes(thing));
  return found && html`<g class=${`hint ${found.best ? "best" : ""}`} transform=${`translate(${where[0]} ${where[1]}) scale(${/^(place|tile)/.test(thing) ? 1 : 0.56})`}><g><rect x="-44" y="-17" width="88" height="34" rx="17"/><text y="8" text-anchor="middle" class="on-piece">${found.says}</text></g></g>`;
}

// === AROUND THE YARD ===

/** @param {any} props */
function Seats({ view, people, lit, light, settings }) {
  return html`<ul class="gg-seats">${people.map((/** @type {any} */ each) => {
    const hand = settings?.memory === false ? [] : view.known[each.seat];
    return html`<li key=${each.seat} class=${view.phase !== "over" && view.turn === each.seat ? "turn" : ""} data-place=${`seat:${each.seat}`}>
      <div class="who"><${Mark} seat=${each.seat}/><b>${each.name}</b><strong class="total">${view.totals[each.seat]}</strong></div>
      <div class="what">${view.options.colours[each.seat].map((/** @type {string} */ colour) => html`<button key=${colour} type="button" class="chip" aria-pressed=${lit === colour ? "true" : "false"}
          aria-label=${fill(words.score, { colour: name(words.colour, colour), score: view.scores[colour] })} onClick=${() => light(lit === colour ? null : colour)}>
          <${Svg} w=${50} h=${50}><${Ghost} colour=${colour}/></${Svg}><span>${view.scores[colour]}</span></button>`)}
        <span class="held" title=${fill(words.tiles, { n: view.hand_sizes[each.seat] })}><${TileBack}/>${view.hand_sizes[each.seat]}</span>
        ${KINDS.map((kind) => html`<span key=${kind} class="held" title=${name(words.kind, kind)}><${Svg} w=${50} h=${50} label=${name(words.kind, kind)}><${Token} kind=${kind}/></${Svg}>${view.tokens[each.seat][kind]}</span>`)}</div>
      ${hand.length && !each.isYou ? html`<div class="known">${hand.map((/** @type {number} */ tile) => html`<${TilePicture} key=${tile} view=${view} tile=${tile} label=${describe(`hand:${tile}`, view, null)}/>`)}</div>` : null}</li>`;
  })}</ul>`;
}

/** What is to be done now, in words. @param {any} tools @param {any[]} people @param {string[]} moves */
function prompted({ view, draft, can, ready, rotates }, people, moves) {
  if (view.phase === "over") return words.over;
  if (!moves.length) return fill(words.wait, { name: people[view.turn]?.name ?? "" });
  if (ready && ready.verb !== "spin") return rotates ? words.turnable : words.settled;
  return draft.touched.length ? name(words.next, [...can][0]?.split(":")[0] ?? "") : name(words.prompt, view.phase);
}

/** The buttons for what is being put together, over the board's lower edge. @param {any} props */
function Does({ view, draft, ready, rotates, moves, hints, play, confirm, turn, back }) {
  const ask = useRef(/** @type {HTMLButtonElement|null} */ (null));
  useEffect(() => { if (view.phase === "spin" && moves.length) ask.current?.focus(); }, [moves]);
  return html`<div class="gg-does">
    ${draft.touched.length ? html`<button type="button" onClick=${back}>${words.back}</button>` : null}
    ${rotates || (draft.touched[0]?.startsWith("hand:") && view.phase === "main") ? html`<button type="button" class="turns" onClick=${turn}>⟳ ${words.rotate}</button>` : null}
    ${ready ? html`<button type="button" class="go" ref=${ask} data-move=${ready.text} aria-label=${`${name(words.do, ready.verb)}: ${label(ready.text, view)}`} onClick=${confirm}>${name(words.do, ready.verb)}</button>` : null}
    ${moves.includes("skip") && !draft.touched.length ? html`<button type="button" data-move="skip" ...${hintProps(hints, (move) => move === "skip")} onClick=${() => play("skip")}>${words.skip}</button>` : null}</div>`;
}

/** Your tiles, Houses and tokens. @param {any} props */
function Tray({ drag, hints, ...tools }) {
  const { view, seat, draft, can, onTouch, ready } = tools;
  const item = (/** @type {string} */ thing, /** @type {any} */ picture, /** @type {any} */ more = null) => html`<button key=${thing} type="button" data-thing=${thing}
    class=${`piece ${can.has(thing) ? "can" : ""} ${draft.touched.includes(thing) ? "chosen" : ""}`} aria-pressed=${draft.touched.includes(thing) ? "true" : "false"}
    aria-label=${describe(thing, view, seat) + (can.has(thing) ? words.playable : "")} ...${hintProps(draft.touched.length ? null : hints, (move) => read(move).touches.includes(thing))} onPointerDown=${drag(thing)} onClick=${() => onTouch(thing)}>${picture}${more}</button>`;
  const turns = (/** @type {number} */ tile) => draft.touched.includes(`hand:${tile}`) ? ready?.r ?? draft.r : 0;
  const houses = view.options.colours[seat].filter((/** @type {string} */ colour) => !view.houses[colour]);
  return html`<div class="gg-tray" data-place=${`hand:${seat}`}>
    <div class="group tiles" role="group" aria-label=${words.hand}>${view.hand.map((/** @type {number} */ tile) => item(`hand:${tile}`, html`<${TilePicture} view=${view} tile=${tile} r=${turns(tile)}/>`))}</div>
    ${houses.length ? html`<div class="group" role="group" aria-label=${words.houses}>${houses.map((/** @type {string} */ colour) => item(`house:${colour}`, html`<${Svg} w=${120} h=${145}><g transform="translate(10 40)"><${House} colour=${colour}/></g></${Svg}>`))}</div>` : null}
    <div class="group" role="group" aria-label=${words.tokens}>${KINDS.map((kind) => item(`kind:${kind}`, html`<${Svg} w=${50} h=${50}><${Token} kind=${kind}/></${Svg}>`, html`<span class="count">${view.tokens[seat][kind]}</span>`))}</div>
  </div>`;
}

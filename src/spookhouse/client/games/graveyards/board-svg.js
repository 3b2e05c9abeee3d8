// The board as one SVG: tiles, tokens, Houses, the places that are offered, the sections that
// count, and the expected results of a hint.
import { html, useMemo, useRef } from "../../lib.js";
import { FILL, House, Tile, Token } from "./art.js";
import { hintFor } from "../../parts/hints.js";
import { read } from "./partial-move.js";
import { middle, point } from "./geometry.js";
import { describe } from "./labels.js";
import words from "./words.js";

/** @type {Record<string, string>} */
const DASH = { white: "", orange: "14 6", blue: "3 6", green: "16 5 3 5" };

/**
 * Something on the board that can be clicked.
 * @param {any} props
 */
function Touchable({ thing, view, seat, can, draft, onTouch, children, quiet }) {
  const offered = can.has(thing);
  const chosen = draft.touched.includes(thing);
  if (quiet && !offered && !chosen) return null;
  const state = chosen ? words.chosen : offered ? words.playable : "";
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      event.stopPropagation();
      onTouch(thing, true);
    }
  };
  return html`
    <g
      class=${`touch ${offered ? "can" : ""} ${chosen ? "chosen" : ""}`}
      role="button"
      tabindex=${offered || chosen ? 0 : -1}
      aria-label=${describe(thing, view, seat) + state}
      aria-pressed=${chosen ? "true" : "false"}
      data-thing=${thing}
      onClick=${() => onTouch(thing)}
      onKeyDown=${onKey}
    >
      ${children}
    </g>
  `;
}

/**
 * Keep drawings while the values that they depend on are the same.
 * @returns {(key: string, inputs: any[], draw: () => any) => any}
 */
function useDrawingCache() {
  const cache = useRef(/** @type {Map<string, {inputs: any[], node: any}>} */ (new Map()));
  return (key, inputs, draw) => {
    const old = cache.current.get(key);
    if (old?.inputs.every((each, at) => each === inputs[at])) return old.node;
    const node = draw();
    cache.current.set(key, { inputs, node });
    return node;
  };
}

/** @param {any} props */
export function BoardSvg({ box, before, lit, hints, ...tools }) {
  const { view, draft, can, ready } = tools;
  const earlier = useMemo(
    () =>
      new Set(
        (before?.board ?? view.board).map(
          (/** @type {any} */ each) => `${each.tile} ${each.x},${each.y} ${each.r}`,
        ),
      ),
    [before],
  );
  const shown = useMemo(() => previewDraft(view, draft, ready), [view, draft, ready]);
  const cached = useDrawingCache();
  const tiles = shown.board.map((/** @type {any} */ each) => {
    const key = `tile${each.tile}`;
    const at = `${each.x},${each.y}`;
    const fresh = !each.preview && !earlier.has(`${each.tile} ${at} ${each.r}`);
    const thing = draft.touched.includes(`place:${at}`) ? `place:${at}` : `tile:${at}`;
    return cached(
      key,
      [view, each, fresh, thing, can.has(thing), draft.touched.includes(thing)],
      () => html`<${BoardTile} ...${{ key, each, fresh, thing, tools }}/>`,
    );
  });
  return html`
    <svg
      class=${`gg-board ${lit ? "lit" : ""}`}
      viewBox=${`${box.x} ${box.y} ${box.w} ${box.h}`}
      width=${box.w}
      height=${box.h}
      style=${{ left: `${box.x}px`, top: `${box.y}px` }}
    >
      ${[...can]
        .filter((thing) => thing.startsWith("place:") && !draft.touched.includes(thing))
        .map((thing) => html`<${Place} key=${thing} thing=${thing} tools=${tools}/>`)}
      ${tiles}
      ${Object.keys(view.sections).map((colour) => html`
        <${Outline}
          key=${colour}
          colour=${colour}
          section=${view.sections[colour]}
          lit=${lit === colour}
        />
      `)}
      ${Object.entries(shown.houses)
        .filter(([, at]) => at)
        .map(([colour, at]) => html`
          <${BoardHouse}
            key=${colour}
            colour=${colour}
            at=${at}
            preview=${shown.previewed === colour}
            tools=${tools}
          />
        `)}
      ${[...can]
        .filter((thing) => thing.startsWith("space:") && !draft.touched.includes(thing))
        .map((thing) => html`<${Space} key=${thing} thing=${thing} tools=${tools}/>`)}
      ${shown.placed.map((/** @type {any} */ each) => html`
        <${BoardToken} key=${`${each.x},${each.y}`} each=${each} tools=${tools}/>
      `)}
      ${[...can]
        .filter((thing) => thing.startsWith("window:"))
        .map((thing) => html`<${Window} key=${thing} thing=${thing} tools=${tools}/>`)}
      ${hintPlaces(hints).map(([thing, where]) => html`
        <${Hint} key=${`hint ${thing}`} thing=${thing} where=${where} hints=${hints}/>
      `)}
    </svg>
  `;
}

/**
 * Return the board as it would be if the draft were played. Scores are not computed.
 * @param {any} view
 * @param {any} draft
 * @param {any} ready
 */
function previewDraft(view, draft, ready) {
  let board = view.board;
  let placed = view.placed;
  let houses = view.houses;
  let previewed = "";
  const [verb, ...rest] = ready ? ready.text.split(" ") : [""];
  const is = (/** @type {any} */ each, /** @type {string} */ at) => `${each.x},${each.y}` === at;
  const r = ready?.r ?? draft.r;
  if (verb === "tile")
    board = [
      ...board,
      { tile: Number(rest[0]), x: point(rest[1])[0], y: point(rest[1])[1], r, preview: true },
    ];
  if (verb === "house") [houses, previewed] = [{ ...houses, [rest[0]]: point(rest[1]) }, rest[0]];
  if (verb === "turn")
    board = board.map((/** @type {any} */ each) =>
      is(each, rest[0]) ? { ...each, r: (each.r + r) % 4, preview: true } : each,
    );
  if (verb === "spin")
    board = board.map((/** @type {any} */ each) =>
      is(each, view.spinning[0].join(",")) ? { ...each, r, preview: true } : each,
    );
  if (verb === "take")
    board = board.map((/** @type {any} */ each) =>
      is(each, rest[0]) ? { ...each, tile: Number(rest[1]), r, preview: true } : each,
    );
  if (verb === "swap")
    board = board.map((/** @type {any} */ each) => {
      const other = is(each, rest[0]) ? rest[1] : is(each, rest[1]) ? rest[0] : null;
      return other ? { ...each, x: point(other)[0], y: point(other)[1], preview: true } : each;
    });
  const put = {
    put: [rest[0], rest[1]],
    claim: [rest[1], rest[0]],
    drop: [view.lifted?.kind, rest[0]],
  }[verb];
  if (put)
    placed = [
      ...placed.filter((/** @type {any} */ each) => !is(each, put[1])),
      { kind: put[0], x: point(put[1])[0], y: point(put[1])[1], preview: true },
    ];
  if (verb === "trade")
    placed = placed.map((/** @type {any} */ each) => {
      const other = is(each, rest[0]) ? rest[1] : is(each, rest[1]) ? rest[0] : null;
      return other
        ? {
            ...each,
            kind: placed.find((/** @type {any} */ one) => is(one, other)).kind,
            preview: true,
          }
        : each;
    });
  return { board, placed, houses, previewed };
}

/** @param {any} props */
function BoardTile({ each, fresh, thing, tools }) {
  const drawing = useMemo(
    () => html`<${Tile} face=${tools.view.tiles[each.tile]} r=${each.r}/>`,
    [each.tile, each.r],
  );
  const locked = tools.view.locked.some(
    (/** @type {number[]} */ [x, y]) => x === each.x && y === each.y,
  );
  return html`
    <g
      transform=${`translate(${each.x * 100} ${each.y * 100})`}
      class=${`laid ${each.preview ? "ghostly" : ""} ${locked ? "locked" : ""}`}
    >
      <${Touchable} thing=${thing} ...${tools}>
        <g class=${fresh ? "gg-new" : ""}>${drawing}</g>
        <rect class="edge" x="2" y="2" width="96" height="96" rx="9"/>
      </${Touchable}>
    </g>
  `;
}

/** @param {any} props */
const Place = ({ thing, tools }) => {
  const [x, y] = point(thing.split(":")[1]);
  return html`
    <g transform=${`translate(${x * 100} ${y * 100})`}>
      <${Touchable} thing=${thing} ...${tools}>
        <rect class="free" x="6" y="6" width="88" height="88" rx="9"/>
        <path class="plus" d="M50 36v28M36 50h28"/>
      </${Touchable}>
    </g>
  `;
};

/** @param {any} props */
const Space = ({ thing, tools }) => {
  const [x, y] = point(thing.split(":")[1]);
  return html`
    <g transform=${`translate(${x * 50} ${y * 50})`}>
      <${Touchable} thing=${thing} ...${tools}>
        <rect class="free on" x="4" y="4" width="42" height="42" rx="10"/>
      </${Touchable}>
    </g>
  `;
};

/** @param {any} props */
const Window = ({ thing, tools }) => {
  const [x, y] = point(thing.split(":")[1]);
  return html`
    <g transform=${`translate(${x * 50 + 50} ${y * 50 + 50})`}>
      <${Touchable} thing=${thing} ...${tools}>
        <rect x="-24" y="-24" width="48" height="48" fill="transparent"/>
        <path class="free on house" d="M-15-2L0-15 15-2V14H-15z"/>
      </${Touchable}>
    </g>
  `;
};

/** @param {any} props */
const BoardToken = ({ each, tools }) => html`
  <g transform=${`translate(${each.x * 50} ${each.y * 50})`} class=${each.preview ? "ghostly" : ""}>
    <${Touchable}
      thing=${tools.draft.touched.includes(`space:${each.x},${each.y}`)
        ? `space:${each.x},${each.y}`
        : `token:${each.x},${each.y}`}
      ...${tools}
    >
      <${Token} kind=${each.kind}/>
      <circle class="edge" cx="25" cy="25" r="23"/>
    </${Touchable}>
  </g>
`;

/** @param {any} props */
const BoardHouse = ({ colour, at, preview, tools }) => html`
  <g
    transform=${`translate(${at[0] * 50} ${at[1] * 50})`}
    class=${`standing ${preview ? "ghostly" : ""}`}
  >
    <${Touchable} thing=${`house:${colour}`} ...${tools}><${House} colour=${colour}/></${Touchable}>
  </g>
`;

/**
 * The outline of a section that counts.
 * @param {any} props
 */
function Outline({ colour, section, lit }) {
  const path = useMemo(() => {
    const inside = new Set(section.map((/** @type {number[]} */ each) => each.join()));
    return section
      .map((/** @type {number[]} */ [x, y]) => {
        const [l, t, r, b] = [x * 50 + 3, y * 50 + 3, x * 50 + 47, y * 50 + 47];
        const hasNeighbour = (/** @type {number} */ dx, /** @type {number} */ dy) =>
          inside.has(`${x + dx},${y + dy}`);
        const [n, e, s, w] = [
          hasNeighbour(0, -1),
          hasNeighbour(1, 0),
          hasNeighbour(0, 1),
          hasNeighbour(-1, 0),
        ];
        return (
          (n ? "" : `M${w ? l - 6 : l} ${t}H${e ? r + 6 : r}`) +
          (e ? "" : `M${r} ${n ? t - 6 : t}V${s ? b + 6 : b}`) +
          (s ? "" : `M${w ? l - 6 : l} ${b}H${e ? r + 6 : r}`) +
          (w ? "" : `M${l} ${n ? t - 6 : t}V${s ? b + 6 : b}`)
        );
      })
      .join("");
  }, [section]);
  return path
    ? html`
      <g class=${`section ${lit ? "lit" : ""}`}>
        ${lit
          ? section.map((/** @type {number[]} */ [x, y]) => html`
              <rect class="glow" x=${x * 50} y=${y * 50} width="50" height="50"
                fill=${FILL[colour]}/>
            `)
          : null}
        <path d=${path} stroke=${FILL[colour]} stroke-dasharray=${DASH[colour]}/>
      </g>
    `
    : null;
}

/**
 * Return the places of the candidates of a hint, each once.
 * @param {any[] | null} hints
 * @returns {[string, number[]][]}
 */
function hintPlaces(hints) {
  const found = new Map();
  for (const { move } of hints ?? []) {
    const thing = [...read(move).touches].reverse().find(middle);
    if (thing && !found.has(thing)) found.set(thing, middle(thing));
  }
  return [...found];
}

/**
 * The expected result of a candidate, at its place.
 * @param {any} props
 */
function Hint({ thing, where, hints }) {
  const found = hintFor(hints, (move) => read(move).touches.includes(thing));
  const scale = /^(place|tile)/.test(thing) ? 1 : 0.56;
  return (
    found && html`
      <g
        class=${`hint ${found.best ? "best" : ""}`}
        transform=${`translate(${where[0]} ${where[1]}) scale(${scale})`}
      >
        <g>
          <rect x="-44" y="-17" width="88" height="34" rx="17"/>
          <text y="8" text-anchor="middle" class="on-piece">${found.label}</text>
        </g>
      </g>
    `
  );
}

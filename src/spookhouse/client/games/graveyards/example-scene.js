// One picture of a worked example: the graveyard, everybody's score, and what the seat holds.
import { html } from "../../lib.js";
import { Svg } from "../../art/shapes.js";
import { Ghost, House, KINDS, TileBack, TilePicture, Token, turned } from "./art.js";
import { EMPTY } from "./partial-move.js";
import { describe, fill, name } from "./labels.js";
import words from "./words.js";
import { Yard } from "./board-svg.js";

const SIDE = 10; // board units around the tiles
const ROOF = 46; // the same above a House, for its roof
const WIDEST = 400,
  HIGHEST = 230,
  TILE = 64; // px of the drawing and of a tile at most

/** @type {Set<string>} nothing can be touched */
const NOTHING = new Set();
const QUARTERS = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
];

/**
 * One picture of a worked example.
 * @param {{view: any, names: string[], seat: number}} props
 */
export const Scene = ({ view, names, seat }) => html`
  <div class="scene-graveyards">
    <${Picture} view=${view} seat=${seat}/>
    <div class="scene-beside">
      <ul class="scene-scores" aria-label=${words.scene.scores}>
        ${names.map((each, at) => html`<${Score} key=${at} view=${view} seat=${at} who=${each}/>`)}
        <li>
          <b>${words.stack}</b>
          <span class="scene-count"><${TileBack}/>${view.stack_size}</span>
        </li>
      </ul>
      <${Holding} view=${view} seat=${seat} who=${names[seat]}/>
    </div>
  </div>
`;

/**
 * The graveyard, as large as fits. At the end the section of the seat's one colour is lit.
 * @param {any} props
 */
function Picture({ view, seat }) {
  const box = bounds(view),
    own = view.options.colours[seat];
  const width = Math.round(box.w * Math.min(TILE / 100, WIDEST / box.w, HIGHEST / box.h));
  const lit = view.phase === "over" && own.length === 1 ? own[0] : null;
  const label = fill(words.scene.yard, { rows: rows(view) });
  return html`
    <div class="scene-yard" role="img" aria-label=${label} style=${`width: ${width}px`}>
      <div inert>
        <${Yard}
          view=${view}
          seat=${seat}
          box=${box}
          before=${null}
          hints=${null}
          lit=${lit}
          draft=${EMPTY}
          can=${NOTHING}
          ready=${null}
          onTouch=${() => {}}
        />
      </div>
    </div>
  `;
}

/**
 * What each colour of a player scores now, and their sum.
 * @param {any} props
 */
function Score({ view, seat, who }) {
  const colours = view.options.colours[seat];
  return html`
    <li>
      <b>${who}</b>
      ${colours.map((/** @type {string} */ colour) => html`
        <${Count}
          key=${colour}
          label=${name(words.colour, colour)}
          number=${signed(view.scores[colour])}
        >
          <${Ghost} colour=${colour}/>
        </${Count}>
      `)}
      ${colours.length > 1 ? html`<span>= ${signed(view.totals[seat])}</span>` : null}
    </li>
  `;
}

/** @param {number} score */
const signed = (score) => String(score).replace("-", "−");

/**
 * Something of one space, and a number.
 * @param {any} props
 */
const Count = ({ label, number, children }) => html`
  <span class="scene-count">
    <${Svg} w=${50} h=${50} label=${label}>${children}</${Svg}>
    ${number}
  </span>
`;

/**
 * The seat's tokens, tiles and Houses.
 * @param {any} props
 */
function Holding({ view, seat, who }) {
  const title = fill(words.scene.hand, { name: who });
  const spoken = (/** @type {string} */ thing) => describe(thing, view, null);
  /** @type {string[]} */
  const colours = view.options.colours[seat];
  const houses = colours.filter((each) => !view.houses[each]);
  return html`
    <div class="scene-hand" role="group" aria-label=${title}>
      <span aria-hidden="true">${title}</span>
      ${KINDS.map((kind) => html`
        <${Count} key=${kind} label=${name(words.kind, kind)} number=${view.tokens[seat][kind]}>
          <${Token} kind=${kind}/>
        </${Count}>
      `)}
      <div class="scene-tiles">
        ${view.hand.map((/** @type {number} */ tile) => html`
          <${TilePicture} key=${tile} view=${view} tile=${tile} label=${spoken(`hand:${tile}`)}/>
        `)}
        ${houses.map((each) => html`
          <${Svg} key=${each} w=${120} h=${145} label=${spoken(`house:${each}`)}>
            <g transform="translate(10 40)"><${House} colour=${each}/></g>
          </${Svg}>
        `)}
      </div>
    </div>
  `;
}

/**
 * The outer edges of the graveyard, in tiles.
 * @param {any} view
 */
function edges(view) {
  const xs = view.board.map((/** @type {any} */ each) => each.x);
  const ys = view.board.map((/** @type {any} */ each) => each.y);
  const [right, bottom] = [Math.max(...xs) + 1, Math.max(...ys) + 1];
  return { left: Math.min(...xs), right, top: Math.min(...ys), bottom };
}

/**
 * What there is to see, in units of the board.
 * @param {any} view
 */
function bounds(view) {
  const { left, right, top, bottom } = edges(view);
  const above = Object.values(view.houses).some((at) => at && at[1] <= 2 * top) ? ROOF : SIDE;
  const [w, h] = [(right - left) * 100 + 2 * SIDE, (bottom - top) * 100 + above + SIDE];
  return { x: left * 100 - SIDE, y: top * 100 - above, w, h };
}

/**
 * Every row of spaces from north to south, in words.
 * @param {any} view
 */
function rows(view) {
  const spaces = inWords(view);
  const { left, right, top, bottom } = edges(view);
  const row = (/** @type {number} */ y) =>
    Array.from(
      { length: 2 * (right - left) },
      (_, column) => spaces.get(`${2 * left + column},${y}`) ?? words.scene.gap,
    ).join(", ");
  return Array.from({ length: 2 * (bottom - top) }, (_, at) => row(2 * top + at)).join("; ");
}

/**
 * What each space shows.
 * @param {any} view
 * @returns {Map<string, string>}
 */
function inWords(view) {
  const spaces = new Map();
  for (const { tile, x, y, r } of view.board) {
    const ghosts = turned(view.tiles[tile].ghosts, r);
    QUARTERS.forEach(([dx, dy], at) => {
      spaces.set(`${2 * x + dx},${2 * y + dy}`, name(words.colour, ghosts[at]));
    });
  }
  for (const { kind, x, y } of view.placed) spaces.set(`${x},${y}`, name(words.kind, kind));
  for (const [colour, at] of Object.entries(view.houses)) {
    for (const [dx, dy] of at ? QUARTERS : []) {
      const where = `${at[0] + dx},${at[1] + dy}`;
      const ghost = spaces.get(where);
      spaces.set(where, fill(words.scene.window, { ghost, colour: name(words.colour, colour) }));
    }
  }
  return spaces;
}

// The picture of a position in a worked example: the graveyard, all scores, and the pieces of one
// seat.
import { html } from "../../lib.js";
import { Svg } from "../../art/shapes.js";
import { Ghost, House, KINDS, TileBack, TilePicture, Token, turned } from "./art.js";
import { EMPTY } from "./partial-move.js";
import { describe, fill, name } from "./labels.js";
import words from "./words.js";
import { BoardSvg } from "./board-svg.js";

const MARGIN = 10; // around the tiles, in board units
const ROOF = 46; // above a House, in board units
const WIDEST = 400,
  HIGHEST = 230,
  TILE = 64; // most px of the drawing, and of a tile

/** @type {Set<string>} */
const NOTHING_OFFERED = new Set();
const QUARTERS = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
];

/**
 * The picture of a position.
 * @param {{view: any, names: string[], seat: number}} props
 */
export const Scene = ({ view, names, seat }) => html`
  <div class="scene-graveyards">
    <${Picture} view=${view} seat=${seat}/>
    <div class="scene-beside">
      <ul class="scene-scores" aria-label=${words.scene.scores}>
        ${names.map((player, at) => html`
          <${Score} key=${at} view=${view} seat=${at} player=${player}/>
        `)}
        <li>
          <b>${words.stack}</b>
          <span class="scene-count"><${TileBack}/>${view.stack_size}</span>
        </li>
      </ul>
      <${Hand} view=${view} seat=${seat} player=${names[seat]}/>
    </div>
  </div>
`;

/**
 * The graveyard, as large as fits. At the end of the match it highlights the
 * section of the seat, if the seat has one colour.
 * @param {any} props
 */
function Picture({ view, seat }) {
  const box = bounds(view),
    own = view.options.colours[seat];
  const width = Math.round(box.w * Math.min(TILE / 100, WIDEST / box.w, HIGHEST / box.h));
  const lit = view.phase === "over" && own.length === 1 ? own[0] : null;
  const label = fill(words.scene.board, { rows: describeRows(view) });
  return html`
    <div class="scene-board" role="img" aria-label=${label} style=${`width: ${width}px`}>
      <div inert>
        <${BoardSvg}
          view=${view}
          seat=${seat}
          box=${box}
          before=${null}
          hints=${null}
          lit=${lit}
          draft=${EMPTY}
          can=${NOTHING_OFFERED}
          ready=${null}
          onTouch=${() => {}}
        />
      </div>
    </div>
  `;
}

/**
 * The scores of each colour of a player, and their sum.
 * @param {any} props
 */
function Score({ view, seat, player }) {
  const colours = view.options.colours[seat];
  return html`
    <li>
      <b>${player}</b>
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
 * A ghost or token, and a number.
 * @param {any} props
 */
const Count = ({ label, number, children }) => html`
  <span class="scene-count">
    <${Svg} w=${50} h=${50} label=${label}>${children}</${Svg}>
    ${number}
  </span>
`;

/**
 * The tokens, tiles and Houses of a seat.
 * @param {any} props
 */
function Hand({ view, seat, player }) {
  const title = fill(words.scene.hand, { name: player });
  const label = (/** @type {string} */ thing) => describe(thing, view, null);
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
          <${TilePicture} key=${tile} view=${view} tile=${tile} label=${label(`hand:${tile}`)}/>
        `)}
        ${houses.map((each) => html`
          <${Svg} key=${each} w=${120} h=${145} label=${label(`house:${each}`)}>
            <g transform="translate(10 40)"><${House} colour=${each}/></g>
          </${Svg}>
        `)}
      </div>
    </div>
  `;
}

/**
 * Return the outer edges of the graveyard, in tiles.
 * @param {any} view
 */
function edges(view) {
  const xs = view.board.map((/** @type {any} */ each) => each.x);
  const ys = view.board.map((/** @type {any} */ each) => each.y);
  const [right, bottom] = [Math.max(...xs) + 1, Math.max(...ys) + 1];
  return { left: Math.min(...xs), right, top: Math.min(...ys), bottom };
}

/**
 * Return the area to show, in board units.
 * @param {any} view
 */
function bounds(view) {
  const { left, right, top, bottom } = edges(view);
  const above = Object.values(view.houses).some((at) => at && at[1] <= 2 * top) ? ROOF : MARGIN;
  const [w, h] = [(right - left) * 100 + 2 * MARGIN, (bottom - top) * 100 + above + MARGIN];
  return { x: left * 100 - MARGIN, y: top * 100 - above, w, h };
}

/**
 * Describe every row of spaces from north to south.
 * @param {any} view
 */
function describeRows(view) {
  const spaces = namedSpaces(view);
  const { left, right, top, bottom } = edges(view);
  const row = (/** @type {number} */ y) =>
    Array.from(
      { length: 2 * (right - left) },
      (_, column) => spaces.get(`${2 * left + column},${y}`) ?? words.scene.gap,
    ).join(", ");
  return Array.from({ length: 2 * (bottom - top) }, (_, at) => row(2 * top + at)).join("; ");
}

/**
 * Name the contents of each space.
 * @param {any} view
 * @returns {Map<string, string>}
 */
function namedSpaces(view) {
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

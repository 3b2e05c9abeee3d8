// Tiles, ghosts, tokens and Houses of Graveyards. A space is 50 by 50, a tile 100 by 100. Each
// colour of ghost has its own body, so that colour is never the only signal.
import { html } from "../../lib.js";
import { INK, Ink, PAPER, Svg } from "../../art/shapes.js";

export const COLOURS = ["white", "orange", "blue", "green"];
export const KINDS = ["kids", "investigator", "gravestone"];
/** @type {Record<string, string>} */
export const FILL = { white: "#f7f4ea", orange: "#ff9d3c", blue: "#6db4ff", green: "#7fd36b" };
/** @type {Record<string, string>} the ground below the ghosts */
export const GROUND = { white: "#6c6a86", orange: "#7a4a26", blue: "#2c4f86", green: "#2f6236" };

/** @type {Record<string, string>} */
const BODY = {
  // a bed sheet
  white:
    "M25 6C15 6 11 14 11 23v20c3 3 5 3 7 0 2 3 5 3 7 0 2 3 5 3 7 0 2 3 4 3 7 0V23C39 14 35 6 25 6z",
  // a pumpkin
  orange:
    "M25 13c-2-4 1-7 4-8l1 3c-1 1-2 3-1 5 10-1 15 6 15 14 0 9-8 16-19 16S6 36 6 27c0-8 6-15 19-14z",
  blue: "M25 4c3 7 16 16 16 27 0 8-7 14-16 14S9 39 9 31C9 20 22 11 25 4z", // a drop
  green:
    "M7 44c-2-9 2-13 4-20C13 14 18 8 25 8s12 6 14 16c2 7 6 11 4 20-4-4-7-4-10 " +
    "0-3-4-6-4-8 0-2-4-5-4-8 0-3-4-6-4-10 0z", // slime
};

/** @param {{colour: string}} props The face of a ghost: each colour has its own. */
const Face = ({ colour }) => {
  if (colour === "white")
    return html`
      <g fill=${INK}>
        <ellipse cx="20" cy="21" rx="2.6" ry="3.6"/>
        <ellipse cx="30" cy="21" rx="2.6" ry="3.6"/>
        <ellipse cx="25" cy="31" rx="2.6" ry="3.4"/>
      </g>
    `;
  if (colour === "orange")
    return html`
      <path d="M13 26l5-6 4 6zM28 26l4-6 5 6zM13 32h24l-4 5-3-3-3 3-3-3-3 3-3-3-3 1z" fill=${INK}/>
    `;
  if (colour === "blue")
    return html`
      <g fill=${INK}><circle cx="19" cy="27" r="3"/><circle cx="31" cy="27" r="3"/></g>
      <${Ink} d="M14 21l8 2M36 21l-8 2M20 37q5-5 10 0" w=${2.4}/>
    `;
  return html`
    <circle cx="25" cy="21" r="7.5" fill="#fff" stroke=${INK} stroke-width="2"/>
    <circle cx="26" cy="21" r="3.4" fill=${INK}/>
    <${Ink} d="M17 34q8 6 16 0" w=${2.4}/>
  `;
};

/** @param {{colour: string}} props A ghost in a space. */
export const Ghost = ({ colour }) => html`
  <g><${Ink} d=${BODY[colour]} fill=${FILL[colour]} w=${2.2}/><${Face} colour=${colour}/></g>
`;

/** @type {Record<string, string>} the signs of the icons */
const SIGN = {
  rotate: "M5.5 4.5A7 7 0 1 1 6-3M7-9v6H1",
  swap: "M-7-3H6M3-7l4 4-4 4M7 4H-6M-3 0l-4 4 4 4",
  replace: "M0-8V3M-4-1l4 5 4-5M-8 8H8",
  token: "M0-7V7M-7 0H7",
};

/** @param {{icon: string}} props The icon in the middle of a tile, around 0,0. */
export const Icon = ({ icon }) => html`
  <g>
    <circle r="12" fill=${PAPER} stroke=${INK} stroke-width="2.4"/>
    <${Ink} d=${SIGN[icon]} w=${2.6}/>
  </g>
`;

/**
 * Return the ghosts of a rotated tile.
 * @param {string[]} ghosts at rotation 0
 * @param {number} r quarter turns
 * @returns {string[]} NW, NE, SE, SW
 */
export const turned = (ghosts, r) => [0, 1, 2, 3].map((quarter) => ghosts[(quarter - r + 4) % 4]);

const CORNERS = [
  [0, 0],
  [50, 0],
  [50, 50],
  [0, 50],
];

/**
 * @param {{face: {ghosts: string[], icon: string|null}, r?: number}} props A tile, 100 by 100;
 *   ghosts are always upright.
 */
export const Tile = ({ face, r = 0 }) => html`
  <g>
    <rect x="1" y="1" width="98" height="98" rx="9" fill=${INK}/>
    ${turned(face.ghosts, r).map((colour, i) => html`
      <g transform=${`translate(${CORNERS[i][0]} ${CORNERS[i][1]})`}>
        <rect
          x=${i === 0 || i === 3 ? 3 : 0}
          y=${i < 2 ? 3 : 0}
          width="47"
          height="47"
          rx="6"
          fill=${GROUND[colour]}
        />
        <${Ghost} colour=${colour}/>
      </g>
    `)}
    ${face.icon ? html`<g transform="translate(50 50)"><${Icon} icon=${face.icon}/></g>` : null}
  </g>
`;

const HEAD = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ hair) => html`
  <g transform=${`translate(${x} ${y})`}>
    <circle r="7" fill="#ffd9b0" stroke=${INK} stroke-width="2"/>
    <path d="M-7-1a7 7 0 0 1 14 0c-4-3-9-3-14 0z" fill=${hair} stroke=${INK} stroke-width="1.6"/>
    <circle cx="-2.5" cy="1.5" r="1.2" fill=${INK}/>
    <circle cx="2.5" cy="1.5" r="1.2" fill=${INK}/>
  </g>
`;

/** @param {{kind: string}} props A token in a space. */
export const Token = ({ kind }) => {
  if (kind === "gravestone")
    return html`
      <g>
        <${Ink} d="M10 45V22a15 15 0 0 1 30 0v23z" fill="#b9bccb" w=${2.4}/>
        <${Ink} d="M25 15v16M19 21h12M6 45h38" w=${2.8}/>
      </g>
    `;
  const worth = kind === "kids" ? "+3" : "−3";
  const disc = html`
    <circle
      cx="25"
      cy="25"
      r="21"
      fill=${kind === "kids" ? "#c85c9a" : "#c9a24a"}
      stroke=${INK}
      stroke-width="2.4"
    />
  `;
  const sign =
    kind === "kids"
      ? html`${HEAD(15, 20, "#5a3a22")}${HEAD(35, 20, "#c2572e")}${HEAD(25, 17, "#f0c04a")}`
      : html`
        <circle cx="22" cy="20" r="9" fill="#dff1ff" stroke=${INK} stroke-width="3"/>
        <${Ink} d="M28.5 26.5l8 8" w=${4.5}/>
        <${Ink} d="M18 18a5 5 0 0 1 4-3" w=${2}/>
      `;
  return html`
    <g>
      ${disc}
      ${sign}
      <rect x="13" y="32" width="24" height="14" rx="7" fill=${INK}/>
      <text x="25" y="43" font-size="12" text-anchor="middle" fill="#fff" font-weight="700"
        class="on-piece">
        ${worth}
      </text>
    </g>
  `;
};

/** @type {Record<string, string>} the top of the roof, which tells Houses apart without colour */
const ROOF = {
  white: "M50-26v-8m-4 4h8",
  orange: "M44-27q6-12 12 0z",
  blue: "M50-27c-5-6 0-9 0-12 0 3 5 6 0 12z",
  green: "M50-27v-9m0 3q8-4 9 3-5 3-9 0",
};

/**
 * @param {{colour: string}} props A House over four spaces, 100 by 100: walls, four open windows
 *   and a roof.
 */
export const House = ({ colour }) => html`
  <g>
    <path d="M3 3h94v94H3zM9 9v39h39V9zM52 9v39h39V9zM9 52v39h39V52zM52 52v39h39V52z"
      fill=${FILL[colour]} stroke=${INK} stroke-width="2.4" fill-rule="evenodd"
      stroke-linejoin="round"/>
    <${Ink} d="M-6 5L50-25 106 5z" fill=${FILL[colour]} w=${2.6}/>
    <${Ink} d="M50-14a6 6 0 1 0 .1 0z" fill="#ffdf8c" w=${2}/>
    <${Ink} d=${ROOF[colour]} fill=${FILL[colour]} w=${2.4}/>
  </g>
`;

/** @param {{view: any, tile: number, r?: number, label?: string}} props A tile as a picture. */
export const TilePicture = ({ view, tile, r = 0, label }) => html`
  <${Svg} w=${100} h=${100} label=${label}><${Tile} face=${view.tiles[tile]} r=${r}/></${Svg}>
`;

/** The back of a tile. */
export const TileBack = () => html`
  <${Svg} w=${100} h=${100}>
    <rect x="1" y="1" width="98" height="98" rx="9" fill="#33285f" stroke=${INK} stroke-width="3"/>
    <rect x="9" y="9" width="82" height="82" rx="6" fill="none" stroke=${PAPER} stroke-opacity=".35"
      stroke-width="2" stroke-dasharray="1 6" stroke-linecap="round"/>
    <g transform="translate(25 24)" opacity=".85"><${Token} kind="gravestone"/></g>
  </${Svg}>
`;

const SCENE = [
  [0, 0, ["orange", "white", "white", "blue"], "rotate"],
  [1, 0, ["white", "green", "orange", "white"], null],
  [2, 0, ["blue", "blue", "green", "white"], "token"],
  [0, 1, ["blue", "white", "green", "green"], null],
  [1, 1, ["white", "white", "blue", "orange"], "swap"],
  [2, 1, ["green", "orange", "orange", "orange"], null],
];

/** The picture on the home page. */
export const Picture = () => html`
  <${Svg} w=${320} h=${200}>
    <rect width="320" height="200" fill="#1b2145"/>
    <circle cx="270" cy="34" r="20" fill="#f6efdc"/>
    <g transform="translate(22 26) scale(.92)">
      ${SCENE.map(([x, y, ghosts, icon]) => html`
        <g transform=${`translate(${Number(x) * 100} ${Number(y) * 100})`}>
          <${Tile} face=${{ ghosts, icon }}/>
        </g>
      `)}
      <g transform="translate(100 50)"><${House} colour="white"/></g>
      <g transform="translate(200 150)"><${Token} kind="kids"/></g>
      <g transform="translate(50 100)"><${Token} kind="investigator"/></g>
    </g>
  </${Svg}>
`;

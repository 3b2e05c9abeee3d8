// Cards and tokens of Rest in Peace: two families of ghosts, psychics, manors and castles.
import { html } from "../../lib.js";
import {
  Back,
  Eyes,
  INK,
  Ink,
  LANTERN,
  Mouth,
  PAPER,
  Paper,
  Spirit,
  Svg,
  Word,
} from "../../art/shapes.js";
import { Face, levelOf } from "./portraits.js";
import { WORDS } from "./words.js";

/** The tints of the two families; each also has a crest. */
export const FAMILIES = [
  {
    tint: "#2d5f4b",
    deep: "#1f4336",
    light: "#9fe0b4",
    crest: "M0-11C7-6 9 0 6 7 3 6 1 4 0 11-1 4-3 6-6 7-9 0-7-6 0-11z",
  }, // a leaf
  {
    tint: "#2f5488",
    deep: "#223d64",
    light: "#a6d2ff",
    crest: "M-11-7l6 4 5-7 5 7 6-4-2 13H-9z",
  }, // a crown
];

const I = (/** @type {string} */ d, fill = "none", w = 3) => html`
  <${Ink} d=${d} fill=${fill} w=${w}/>
`;

/** A bat on even ghosts, a serpent on odd ones. */
const Sign = (
  /** @type {{value: number, x: number, y: number, scale?: number}} */ { value, x, y, scale = 1 },
) => html`
  <g transform=${`translate(${x} ${y}) scale(${scale})`}>
    ${value % 2
      ? html`
        <path d="M-7 8c7 4 13 0 9-5S-6-1-4-6s8-5 10-2" fill="none" stroke=${PAPER} stroke-width="4"
          stroke-linecap="round"/>
        <circle cx="6.5" cy="-7" r="3.4" fill=${PAPER}/>
      `
      : html`
        <path
          d="M0-2l1.5-4 2 3c5-5 9-4 12 2-4-1-6 1-7 5-3-2-5-1-7 4-2-5-5-6-8-4-1-4-3-6-7-5 3-6 8-7
            12-2l2-3z"
          fill=${PAPER}
        />
      `}
  </g>
`;

/** Clothes of each ghost, drawn over its body: one family from the country, one from the court. */
const CLOTHES = [
  [
    () => null,
    () => html`
      ${I("M17 30c2-12 24-12 26 0-9-4-17-4-26 0z", "#e8823a", 2.6)}
      <circle cx="30" cy="19" r="4" fill=${PAPER} stroke=${INK} stroke-width="2.4"/>
    `,
    () => html`
      ${I("M14 16c4-12 28-12 32 0-10-4-22-4-32 0z", "#d8484a")}
      ${I("M30 6l-13-4v6zM30 6l13-4v6z", "#f2c14e", 2.4)}
    `,
    () => html`
      ${I("M0 14c18-7 42-7 60 0-16 6-44 6-60 0z", "#e6c67a")}
      ${I("M16 12c1-13 27-13 28 0-9 3-19 3-28 0z", "#e6c67a")}
      <path d="M17 9c9 3 17 3 26 0" stroke="#d8484a" stroke-width="4" fill="none"/>
    `,
    () => html`
      ${I("M8 16C4 4 14 4 16 4c2-7 22-7 24 0 4-1 12 1 8 12-12-5-28-5-40 0z", "#fff")}
      ${I("M18 52l11 4-11 5zM40 52l-11 4 11 5z", "#7a56b3", 2.4)}
    `,
    () => html`
      ${I("M6 12c14-6 34-6 48 0-12 5-36 5-48 0z", INK)}
      ${I("M15 10C14-6 46-6 45 10c-9 3-21 3-30 0z", "#2b2b45")}
      ${I("M22 46l8 4 8-4v9l-8-4-8 4z", "#d8484a", 2.4)}
    `,
    () => html`
      ${I("M6 8c14-5 34-5 48 0-12 5-36 5-48 0z", INK)}
      ${I("M15 6L13-20h34L45 6c-9 3-21 3-30 0z", "#2b2b45")}
      <path d="M15 1c9 3 21 3 30 0" stroke=${LANTERN} stroke-width="4.5" fill="none"/>
      <circle cx="40" cy="27" r="7.5" fill="none" stroke=${LANTERN} stroke-width="2.6"/>
      <path d="M46 32c2 6 2 10 0 15" stroke=${LANTERN} stroke-width="1.8" fill="none"/>
      ${I("M30 38c-5-3-12-1-15 4 6 2 11 1 15-2 4 3 9 4 15 2-3-5-10-7-15-4z", "#8a5a3a", 2.4)}
    `,
  ],
  [
    () => null,
    () => html`
      ${I("M30 24l-11-7v12zM30 24l11-7v12z", "#f08fb0", 2.6)}
      <circle cx="30" cy="24" r="3" fill="#f08fb0" stroke=${INK} stroke-width="2.4"/>
    `,
    () => html`
      ${I("M10 16C8 4 50 0 50 14c-12-3-28-2-40 2z", "#7a56b3")}
      ${I("M44 8c2-10 8-12 14-10-1 7-6 11-13 13z", "#f2c14e", 2.4)}
    `,
    () => html`
      ${I("M12 24C10 0 50 0 48 24c-4-5-8-6-12-6l-1 6H25l-1-6c-4 0-8 1-12 6z", "#b9c3d6")}
      ${I("M30 4v14", "none", 2.4)}
    `,
    () => html`
      ${I("M20 12L40-22l6 36c-8-5-18-6-26-2z", "#d8484a")}
      <path d="M40-22c8 4 12 14 10 30" fill="none" stroke="#fff" stroke-width="3.5" opacity=".85"/>
      ${I("M19 13c8-5 19-4 27 2", "none", 4)}
    `,
    () => html`
      ${I("M13 18C11-4 49-4 47 18c-10-4-24-4-34 0z", "#b9c3d6")}
      ${I("M14 10C2 8 0 0 2-8c4 7 8 9 14 10zM46 10c12-2 14-10 12-18-4 7-8 9-14 10z", PAPER)}
    `,
    () => html`
      ${I("M12 10L7-14l12 9L30-18l11 13 12-9-5 24c-10-4-26-4-36 0z", LANTERN)}
      <circle cx="30" cy="1" r="3.4" fill="#d8484a" stroke=${INK} stroke-width="2"/>
      ${I(
        "M11 38c0 8 2 14 5 18 2-2 4-2 5 2 3-2 4-1 5 4 2-2 6-2 8 0 1-5 2-6 5-4 1-4 3-4 " +
          "5-2 3-4 5-10 5-18-4 4-8 4-11 2-3 3-13 3-16 0-3 2-7 2-11-2z",
        "#b9a58a",
        2.6,
      )}
      ${I("M22 44c5 6 11 6 16 0z", INK, 2)}
    `,
  ],
];

/** Body, size, eyes and mouth of the ghosts by value, from cute to frightening. */
const GHOSTS = [
  null,
  { shape: "squat", scale: 1.05, y: 43, eyes: "round", mouth: "smile", r: 4 },
  { shape: "round", scale: 1.08, y: 30, eyes: "round", mouth: "wavy", r: 4 },
  { shape: "sheet", scale: 1.12, y: 28, eyes: "wide", mouth: "howl", r: 4 },
  { shape: "wisp", scale: 1.2, y: 26, eyes: "angry", mouth: "frown", r: 4 },
  { shape: "tall", scale: 1.25, y: 25, eyes: "angry", mouth: "howl", r: 4 },
  { shape: "sheet", scale: 1.26, y: 26, eyes: "angry", mouth: "grin", r: 5 },
];

/**
 * A ghost of a family, with its feet at a point.
 * @param {{family: number, value: number, x?: number, y?: number, scale?: number}} props
 */
export const Ghost = ({ family, value, x = 50, y = 128, scale = 1 }) => {
  const ghost = /** @type {any} */ (GHOSTS[value]);
  const size = ghost.scale * scale;
  const middle = ghost.shape === "wisp" ? 28 : 30;
  return html`
    <${Spirit} body=${ghost.shape} x=${x - 30 * size} y=${y - 69 * size} scale=${size}>
      <${Eyes}
        x=${middle}
        y=${ghost.y}
        gap=${value === 6 ? 20 : 17}
        mood=${ghost.eyes}
        r=${ghost.r}
      />
      <${Mouth}
        x=${middle}
        y=${ghost.y + (value === 6 ? 20 : value === 1 ? 9 : 12)}
        mood=${ghost.mouth}
      />
      ${CLOTHES[family][value]()}
    <//>
  `;
};

/** The ghost card of a value, 100 by 140: value and sign above, the ghost below. */
export const GhostCard = (
  /** @type {{family: number, value: number, label?: string}} */ { family, value, label, ...rest },
) => html`
  <${Svg} w="100" h="140" label=${label} class="rip-card" ...${rest}>
    <${Paper} tint=${FAMILIES[family].tint}>
      <circle cx="60" cy="78" r="36" fill="#fff" opacity=".12"/>
      <path
        d="M8 118c20-8 60-8 84 0v10a6 6 0 0 1-6 6H14a6 6 0 0 1-6-6z"
        fill=${FAMILIES[family].deep}
      />
      <${Ghost} family=${family} value=${value} x=${52} y=${128}/>
      <path d="M1.5 34V11.5a10 10 0 0 1 10-10H36C38 22 24 36 1.5 38z" fill=${PAPER} stroke=${INK}
        stroke-width="3"/>
      <${Word} x="16" y="28" size="29">${value}<//>
      <g transform="translate(78 22)"><${Sign} value=${value} x=${0} y=${0} scale=${0.9}/></g>
    <//>
  <//>
`;

/** A small ghost with a number, on psychics that count as a ghost of that value. */
export const Worth = (
  /** @type {{value: number|string, x: number, y: number, scale?: number}} */ {
    value,
    x,
    y,
    scale = 1,
  },
) => html`
  <g transform=${`translate(${x} ${y}) scale(${scale})`}>
    ${I(
      "M0-16c-11 0-14 8-14 16v15c3 3 5 3 7 0 3 3 5 3 7 0 3 3 5 3 7 0 3 3 5 3 7 0V0c0-8-3-16-14-16z",
      "#fbfaf5",
      2.6,
    )}
    <${Word} x="0" y="8" size="21">${value}<//>
  </g>
`;

/**
 * The card of a psychic, 100 by 140: number, face and a short text with the values that were named.
 */
export const PsychicCard = (
  /** @type {{number: number, named?: number[], as?: number, debt?: boolean, label?: string}} */ {
    number,
    named,
    as,
    debt,
    label,
    ...rest
  },
) => {
  const { sign, worth } = WORDS.psychics[number];
  const shown = debt ? 0 : (as ?? worth);
  const text = debt ? WORDS.owed : named ? sign.replace("?", named.join(", ")) : sign;
  return html`
    <${Svg} w="100" h="140" label=${label} class="rip-card" ...${rest}>
      <rect x="1.5" y="1.5" width="97" height="137" rx="10" fill=${PAPER} stroke=${INK}
        stroke-width="3"/>
      <svg x="7" y="7" width="86" height="93" viewBox="0 0 100 101"
        preserveAspectRatio="xMidYMin slice">
        <${Face} number=${number}/>
      </svg>
      <rect x="7" y="7" width="86" height="93" fill="none" stroke=${INK} stroke-width="2.4"/>
      <path d="M1.5 26V11.5a10 10 0 0 1 10-10H33C33 20 22 29 1.5 30z" fill=${PAPER} stroke=${INK}
        stroke-width="2.6"/>
      <${Word} x="14.5" y="20" size=${number > 9 ? 17 : 20}>${number}<//>
      ${shown ? html`<${Worth} value=${shown} x=${text ? 22 : 50} y=${118} scale=${0.9}/>` : null}
      ${text
        ? html`
          <${Word} x=${shown ? 66 : 50} y=${127} size=${fittingSize(text, shown ? 50 : 86)}>
            ${text}
          <//>
        `
        : null}
    <//>
  `;
};

/**
 * Return the font size at which a text fills a width.
 * @param {string} text
 * @param {number} width
 */
const fittingSize = (text, width) => Math.min(25, width / (text.length * 0.6));

/** The face of a psychic alone. */
export const Portrait = (
  /** @type {{number: number, label?: string}} */ { number, label, ...rest },
) => html`
  <${Svg} w="100" h="100" label=${label} class="rip-portrait" ...${rest}>
    <${Face} number=${number}/>
  <//>
`;

/** The back of a family's cards. */
export const GhostBack = (
  /** @type {{family: number, label?: string}} */ { family, label, ...rest },
) => html`
  <${Svg} w="100" h="140" label=${label} class="rip-card" ...${rest}>
    <${Back} tint=${FAMILIES[family].deep}>
      <circle cx="50" cy="70" r="27" fill=${FAMILIES[family].tint} stroke=${PAPER}
        stroke-opacity=".6" stroke-width="2"/>
      <g transform="translate(50 71) scale(1.7)">
        <path d=${FAMILIES[family].crest} fill=${FAMILIES[family].light} stroke=${INK}
          stroke-width="2"/>
      </g>
    <//>
  <//>
`;

/** The back of the psychics: an eye. */
export const PsychicBack = (/** @type {{label?: string}} */ { label, ...rest }) => html`
  <${Svg} w="100" h="140" label=${label} class="rip-card" ...${rest}>
    <${Back} tint="#4a2a6b">
      ${I("M18 70c14-22 50-22 64 0-14 22-50 22-64 0z", PAPER)}
      <circle cx="50" cy="70" r="13" fill="#7a56b3" stroke=${INK} stroke-width="3"/>
      <circle cx="50" cy="70" r="5" fill=${INK}/>
      <circle cx="54" cy="65" r="3" fill="#fff"/>
      ${[-30, -10, 10, 30].map((turn) => html`
        <path d="M50 44v-9" stroke=${PAPER} stroke-width="3" stroke-linecap="round"
          transform=${`rotate(${turn} 50 70)`}/>
      `)}
    <//>
  <//>
`;

/** The back of a psychic as a square, for a mansion whose psychic is face down. */
export const HiddenPsychic = () => html`
  <${Svg} w="100" h="100" class="rip-portrait">
    <rect width="100" height="100" fill="#4a2a6b"/>
    ${I("M18 50c14-22 50-22 64 0-14 22-50 22-64 0z", PAPER)}
    <circle cx="50" cy="50" r="13" fill="#7a56b3" stroke=${INK} stroke-width="3"/>
    <circle cx="50" cy="50" r="5" fill=${INK}/>
  <//>
`;

/** The special card of the tenth round: a gravestone at the end of the line. */
export const Stone = () => html`
  <${Svg} w="100" h="100" class="rip-portrait">
    <rect width="100" height="100" fill="#20264a"/>
    <circle cx="76" cy="22" r="11" fill="#f3ecd8" opacity=".9"/>
    ${I("M24 92V46c0-34 52-34 52 0v46z", "#9aa3bd")}
    <path d="M32 84V48c0-20 14-24 18-24" fill="none" stroke="#fff" stroke-opacity=".5"
      stroke-width="4" stroke-linecap="round"/>
    <${Word} x="50" y="64" size="30">X<//>
    ${I("M4 94c14-8 20-2 28-6 10 6 24 4 34 0 10 4 18-2 30 6v8H4z", "#2d5f4b")}
  <//>
`;

const Manor = html`
  ${I("M14 47V30L32 14l18 16v17z", "#f2c14e", 2.8)}
  ${I("M9 33L32 11l23 22", "none", 4)}
  ${I("M42 19v-9h6v15", "#d8484a", 2.4)}
  ${I("M27 47V36h10v11z", "#7d4a2c", 2.4)}
  <path d="M19 33h5v6h-5zM40 33h5v6h-5zM29.5 24h5v5h-5z" fill="#fff3c4" stroke=${INK}
    stroke-width="1.8"/>
`;
const Castle = html`
  ${I("M10 48V20h4v-5h5v5h4v-5h4v12h10V15h4v5h4v-5h5v5h4v28z", "#b89be8", 2.8)}
  ${I("M27 27V12l14 4-10 4", "#d8484a", 2.2)}
  ${I("M26 48V38c0-8 12-8 12 0v10z", "#4a3170", 2.4)}
  <path d="M15 28h4v7h-4zM45 28h4v7h-4z" fill="#fff3c4" stroke=${INK} stroke-width="1.8"/>
`;

/** A mansion token, 64 by 64: a manor on a disc, or a castle on a shield. */
export const Token = (
  /** @type {{kind: string, label?: string}} */ { kind, label, ...rest },
) => html`
  <${Svg} w="64" h="64" label=${label} class="rip-token" ...${rest}>
    ${kind === "manor"
      ? html`
        <circle cx="32" cy="32" r="30" fill=${PAPER} stroke=${INK} stroke-width="3"/>
        <circle cx="32" cy="32" r="25" fill="#8b6a2a"/>
        ${Manor}
      `
      : html`
        <path d="M4 6c9 3 19 0 28-4 9 4 19 7 28 4 2 26-6 46-28 56C10 52 2 32 4 6z" fill=${PAPER}
          stroke=${INK} stroke-width="3" stroke-linejoin="round"/>
        <path
          d="M9 11c8 1 16-1 23-4 7 3 15 5 23 4 0 22-6 36-23 45C15 47 9 33 9 11z"
          fill="#5a3f8f"
        />
        ${Castle}
      `}
  <//>
`;

/** The outline of a token that is still to be won. */
export const Socket = (/** @type {{kind: string}} */ { kind }) => html`
  <${Svg} w="64" h="64" class="rip-token rip-socket">
    ${kind === "manor"
      ? html`
        <circle cx="32" cy="32" r="28" fill="none" stroke="currentColor" stroke-width="3"
          stroke-dasharray="5 6"/>
      `
      : html`
        <path d="M6 8c9 2 18 0 26-4 8 4 17 6 26 4 1 24-6 42-26 52C12 50 5 32 6 8z" fill="none"
          stroke="currentColor" stroke-width="3" stroke-dasharray="5 6"/>
      `}
  <//>
`;

/**
 * A card by its text, such as `g5` or `p17`; null is a card face down.
 * @param {{card: string | null, family: number, named?: number[], as?: number, debt?: boolean,
 *   down?: boolean, label?: string}} props
 */
export const Card = ({ card, family, named, as, debt, down, label }) => {
  if (!card || down)
    return card?.startsWith("p")
      ? html`<${PsychicBack} label=${label}/>`
      : html`<${GhostBack} family=${family} label=${label}/>`;
  const number = Number(card.slice(1));
  return card[0] === "g"
    ? html`<${GhostCard} family=${family} value=${number} label=${label}/>`
    : html`<${PsychicCard} number=${number} named=${named} as=${as} debt=${debt} label=${label}/>`;
};

/**
 * A card of a row: it may name others, stand for another, or lie face down.
 * @param {{card: any, side: number, down?: boolean, label?: string}} props
 */
export const RowCard = ({ card, side, down, label }) => html`
  <${Card}
    card=${card.card}
    family=${side}
    named=${card.named}
    as=${card.as}
    debt=${card.debt}
    down=${down}
    label=${label}
  />
`;

/** The picture on the home page: two families and a psychic in front of a mansion. */
export const Picture = () => html`
  <${Svg} w="320" h="200" class="rip-picture" preserveAspectRatio="xMidYMid slice">
    <rect width="320" height="200" fill="#1a1f3f"/>
    <circle cx="226" cy="54" r="34" fill="#f3ecd8"/>
    <circle cx="238" cy="47" r="30" fill="#1a1f3f" opacity=".12"/>
    ${[
      [30, 30],
      [70, 60],
      [112, 22],
      [288, 28],
      [300, 84],
      [18, 92],
      [180, 20],
    ].map(([x, y]) => html`<circle cx=${x} cy=${y} r="1.8" fill="#f3ecd8"/>`)}
    <path d="M0 150c60-50 110-60 160-60s100 10 160 60v50H0z" fill="#262d57"/>
    <g transform="translate(112 22) scale(1.5)">${Castle}</g>
    <path d="M0 176c70-22 250-22 320 0v24H0z" fill="#171b36"/>
    <${Ghost} family=${0} value=${3} x=${38} y=${180} scale=${0.85}/>
    <${Ghost} family=${0} value=${6} x=${92} y=${190} scale=${1.08}/>
    <${Ghost} family=${1} value=${4} x=${284} y=${180} scale=${0.85}/>
    <${Ghost} family=${1} value=${6} x=${228} y=${190} scale=${1.08}/>
    <g transform="translate(133 126)">
      <rect x="-2" y="-2" width="58" height="64" rx="6" fill=${PAPER} stroke=${INK}
        stroke-width="3"/>
      <svg x="2" y="2" width="50" height="56" viewBox="0 0 100 101"
        preserveAspectRatio="xMidYMin slice">
        <${Face} number=${9}/>
      </svg>
    </g>
  <//>
`;

export { levelOf };

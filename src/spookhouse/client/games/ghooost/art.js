// Cards, tokens and buildings of Ghooost!
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
  SHEET,
  Spirit,
  Svg,
} from "../../art/shapes.js";
import { DRAWINGS } from "./ghost-drawings.js";
import { name } from "./words.js";

/** @typedef {"Fearless" | "Scary" | "Special" | "Common"} Family */

/** @type {Record<string, Family>} */
const FAMILY_OF = {
  1: "Fearless",
  3: "Scary",
  8: "Special",
  11: "Special",
  12: "Scary",
  K: "Fearless",
  X: "Special",
};

/**
 * @param {string} card
 * @returns {Family}
 */
export const familyOf = (card) => FAMILY_OF[card] ?? "Common";

/** The order of cards in hands and lists. */
export const ORDER = [...Array.from({ length: 14 }, (_, i) => String(i + 1)), "K", "X"];

/** @type {Record<Family, {tint: string, light: string, sign: string}>} */
export const FAMILIES = {
  Fearless: {
    tint: "#b4740f",
    light: "#ffc85c",
    sign: "M12 1.5l3.1 6.8 7.4.8-5.5 5 1.5 7.3L12 17.7l-6.5 3.7 1.5-7.3-5.5-5 7.4-.8z",
  }, // star
  Scary: {
    tint: "#9c2a35",
    light: "#ff7b7b",
    sign: "M1.5 4h21l-1.5 6-4 11-4-10h-2l-4 10-4-11z",
  }, // fangs
  Special: {
    tint: "#22619f",
    light: "#7cc4ff",
    sign: "M12 2a10 10 0 1 0 10 10h-4a6 6 0 1 1-6-6v4l8-6-8-6z",
  }, // turning arrow
  Common: { tint: "#50557f", light: "#c3c7e6", sign: "" },
};

/**
 * Tints of common ghosts: each has its own, all are greyish.
 * @type {Record<string, string>}
 */
const COMMON = {
  2: "#566a5f",
  4: "#655b80",
  5: "#6b5768",
  6: "#4f6178",
  7: "#4d6a70",
  9: "#41466e",
  10: "#594d7a",
  13: "#4b6252",
  14: "#5c5c74",
};

/** @param {{family: Family, x: number, y: number, size: number}} props */
export const Sign = ({ family, x, y, size }) =>
  FAMILIES[family].sign
    ? html`
      <g transform=${`translate(${x} ${y}) scale(${size / 24})`}>
        <path d=${FAMILIES[family].sign} fill=${FAMILIES[family].tint} stroke=${INK}
          stroke-width="2.2" stroke-linejoin="round"/>
      </g>
    `
    : null;

const CORNER = "M8 14a6 6 0 0 1 6-6h28v26a8 8 0 0 1-8 8H8z"; // for the number alone
const WIDE_CORNER = "M8 14a6 6 0 0 1 6-6h53v26a8 8 0 0 1-8 8H8z"; // with the family's sign

/**
 * The value in the corner; two digits are set closer together.
 * @param {{text: string}} props
 */
const CornerValue = ({ text }) => html`
  <text
    x="24.5"
    y="38"
    text-anchor="middle"
    font-size=${text.length > 1 ? 32 : 37}
    letter-spacing=${text.length > 1 ? -2 : 0}
    font-weight="700"
    fill=${INK}
    class="gh-number-text"
  >
    ${text}
  </text>
`;

/**
 * A card, face up. Miss Copy in the cemetery also shows what she was played as.
 * @param {{card: string, as?: string, label?: string, class?: string}} props
 */
export const Card = ({ card, as = card, label, ...rest }) => {
  const family = familyOf(as);
  const tint = family === "Common" ? COMMON[as] : FAMILIES[family].tint;
  return html`
    <${Svg} w=${100} h=${140} label=${label} ...${rest} class=${`gh-card ${rest.class ?? ""}`}>
      <${Paper} tint=${tint}>
        <circle cx="56" cy="72" r="37" fill="#fff" opacity=".13"/>
        <circle cx="56" cy="72" r="28" fill="#fff" opacity=".1"/>
        <g transform="translate(24 42)"><${DRAWINGS[card]}/></g>
        <path d=${family === "Common" ? CORNER : WIDE_CORNER} fill=${PAPER}/>
        <${CornerValue} text=${as}/>
        <${Sign} family=${family} x=${43} y=${14} size=${21}/>
        ${as === card
          ? null
          : html`
            <g>
              <circle cx="80" cy="21" r="11" fill="#7cc4ff" stroke=${INK} stroke-width="2.6"/>
              <text x="80" y="27" text-anchor="middle" font-size="17" font-weight="700" fill=${INK}
                class="gh-number-text">
                X
              </text>
            </g>
          `}
        <path d="M8 118h84v8a6 6 0 0 1-6 6H14a6 6 0 0 1-6-6z" fill=${PAPER}/>
        <text x="50" y="129" text-anchor="middle" font-size="14" fill=${INK} class="gh-title">
          ${name(card)}
        </text>
      </${Paper}>
    </${Svg}>
  `;
};

/**
 * The back of every ghost.
 * @param {{class?: string}} props
 */
export const CardBack = (props) => html`
  <${Svg} w=${100} h=${140} class=${`gh-card ${props.class ?? ""}`}>
    <${Back}>
      <circle cx="50" cy="66" r="27" fill=${LANTERN} opacity=".9"/>
      <circle cx="59" cy="60" r="22" fill="#33285f"/>
      <${Spirit} x=${28} y=${44} scale=${0.74}>
        <${Eyes} r=${4.5}/>
        <${Mouth} mood="howl"/>
      </${Spirit}>
      <g fill=${PAPER} opacity=".8">
        <circle cx="26" cy="30" r="1.8"/>
        <circle cx="72" cy="26" r="2.4"/>
        <circle cx="24" cy="104" r="2.2"/>
        <circle cx="76" cy="108" r="1.8"/>
        <circle cx="50" cy="116" r="1.5"/>
        <circle cx="46" cy="22" r="1.4"/>
      </g>
    </${Back}>
  </${Svg}>
`;

/**
 * A hand as a fan of backs; the number of cards is written beside it.
 * @param {{count: number}} props
 */
export const HeldBacks = ({ count }) => {
  const shown = Math.min(count, 8);
  return html`
    <${Svg} w=${90} h=${46} class="gh-held">
      ${Array.from({ length: shown }, (_, i) => {
        const turn = (i - (shown - 1) / 2) * Math.min(9, 44 / shown);
        return html`
          <g transform=${`rotate(${turn} 45 110)`}>
            <rect x="33" y="5" width="24" height="34" rx="4" fill="#463a80" stroke=${INK}
              stroke-width="3"/>
            <rect x="33" y="5" width="24" height="34" rx="4" fill="none" stroke=${PAPER}
              stroke-width="1.4"/>
            <circle cx="45" cy="20" r="5" fill=${LANTERN}/>
          </g>
        `;
      })}
    </${Svg}>
  `;
};

/**
 * A Boo! token.
 * @param {{label?: string}} props
 */
export const Boo = ({ label }) => html`
  <${Svg} w=${100} h=${100} label=${label} class="gh-boo">
    <circle cx="50" cy="50" r="46" fill="#8e2f63" stroke=${INK} stroke-width="4"/>
    <circle cx="50" cy="50" r="38" fill="none" stroke=${PAPER} stroke-width="2"
      stroke-dasharray="1 6" stroke-linecap="round"/>
    <${Spirit} body="round" x=${21} y=${4} scale=${0.96}>
      <${Eyes} y=${26} gap=${20} mood="wide" r=${4.6}/>
      <${Mouth} y=${42} mood="howl"/>
    </${Spirit}>
    <path d="M10 64h80l-6 24H16z" fill=${PAPER} stroke=${INK} stroke-width="3"
      stroke-linejoin="round"/>
    <text x="50" y="84" text-anchor="middle" font-size="20" font-weight="700" fill=${INK}
      class="gh-title">
      Boo!
    </text>
  </${Svg}>
`;

const WINDOWS = [
  [24, 44],
  [39, 44],
  [61, 44],
  [76, 44],
  [24, 60],
  [39, 60],
  [61, 60],
  [76, 60],
  [24, 76],
  [76, 76],
  [50, 26],
  [50, 44],
];
const FILLED = [10, 11, 0, 3, 1, 2, 5, 6, 4, 7, 8, 9];

/**
 * A mansion with a light for each ghost in it.
 * @param {{ghosts: number, open?: boolean}} props
 */
export const Mansion = ({ ghosts, open = false }) => html`
  <${Svg} w=${100} h=${100} class="gh-mansion">
    <${Ink} d="M14 34h20v58H14zM66 34h20v58H66z" fill="#4b4383"/>
    <${Ink} d="M32 38h36v54H32z" fill="#5a5199"/>
    <${Ink} d="M8 36l16-24 16 24zM60 36l16-24 16 24z" fill="#8e2f63"/>
    <${Ink} d="M26 38L50 6l24 32z" fill="#a83f76"/>
    ${WINDOWS.map(([x, y], i) => {
      const lit = FILLED.indexOf(i) < ghosts;
      return html`
        <path
          d=${`M${x - 4.5} ${y + 6}v-7a4.5 5 0 0 1 9 0v7z`}
          fill=${lit ? "#ffd166" : "#231f45"}
          stroke=${INK}
          stroke-width="2"
        />
      `;
    })}
    <path
      d="M42 92V76a8 8 0 0 1 16 0v16z"
      fill=${open ? LANTERN : "#2b2347"}
      stroke=${INK}
      stroke-width="3"
    />
    ${open ? null : html`<circle cx="54" cy="84" r="1.6" fill=${LANTERN}/>`}
    <path d="M4 93h92" stroke=${INK} stroke-width="4" stroke-linecap="round"/>
  </${Svg}>
`;

/**
 * The crypt: a small stone building. Its door shows the remaining ghosts, or darkness when it is
 * empty.
 * @param {{ghosts: number}} props
 */
export const Crypt = ({ ghosts }) => html`
  <${Svg} w=${120} h=${110} class="gh-crypt">
    <${Ink} d="M6 100h108v8H6zM14 92h92v9H14z" fill="#7a7fa6"/>
    <${Ink} d="M20 44h80v49H20z" fill="#9ba0c4"/>
    <${Ink} d="M12 44L60 12l48 32z" fill="#7a7fa6"/>
    <${Ink} d="M60 4v14M54 9h12" w=${4}/>
    <${Ink} d="M24 44h10v49H24zM86 44h10v49H86z" fill="#b9bddb"/>
    <path d="M40 93V66a20 20 0 0 1 40 0v27z" fill="#1a1533" stroke=${INK} stroke-width="3"/>
    ${Array.from({ length: Math.min(5, Math.ceil(ghosts / 4)) }, (_, i) => html`
      <g transform=${`translate(${46 + i * 1.5} ${66 - i * 3.5})`}>
        <rect width="20" height="27" rx="3" fill="#463a80" stroke=${PAPER} stroke-width="1.6"/>
      </g>
    `)}
    ${ghosts
      ? html`
        <g>
          <ellipse cx="53" cy="80" rx="2" ry="2.6" fill=${LANTERN}/>
          <ellipse cx="62" cy="80" rx="2" ry="2.6" fill=${LANTERN}/>
        </g>
      `
      : html`<path d="M44 92c8-8 24-8 32 0" fill="none" stroke="#5d5a80" stroke-width="1.6"/>`}
    <${Ink} d="M50 34h20" w=${3}/>
  </${Svg}>
`;

/**
 * The clock: one minute to midnight for each ghost in the crypt.
 * @param {{ghosts: number, label?: string}} props
 */
export const Clock = ({ ghosts, label }) => {
  const struck = ghosts === 0;
  return html`
    <${Svg} w=${100} h=${100} label=${label} class=${`gh-clock ${struck ? "struck" : ""}`}>
      ${struck ? html`<circle cx="50" cy="50" r="48" fill=${LANTERN} opacity=".3"/>` : null}
      <circle cx="50" cy="50" r="41" fill="#6d4b2f" stroke=${INK} stroke-width="4"/>
      <circle
        cx="50"
        cy="50"
        r="33"
        fill=${struck ? "#ffe9b8" : PAPER}
        stroke=${INK}
        stroke-width="3"
      />
      ${Array.from({ length: 12 }, (_, i) => html`
        <path
          d=${i % 3 ? "M50 20v4" : "M50 19v7"}
          transform=${`rotate(${i * 30} 50 50)`}
          stroke=${INK}
          stroke-width=${i % 3 ? 2 : 3.5}
          stroke-linecap="round"
        />
      `)}
      <path d="M50 52V32" transform=${`rotate(${-0.5 * ghosts} 50 50)`} stroke=${INK}
        stroke-width="6" stroke-linecap="round" class="gh-hour"/>
      <path d="M50 54V22" transform=${`rotate(${-6 * ghosts} 50 50)`} stroke="#a8323a"
        stroke-width="4" stroke-linecap="round" class="gh-minute"/>
      <circle cx="50" cy="50" r="4.5" fill=${INK}/>
    </${Svg}>
  `;
};

/** A gravestone, for an empty cemetery. */
export const Grave = () => html`
  <${Svg} w=${100} h=${100} class="gh-grave">
    <path d="M6 92h88" stroke=${INK} stroke-width="4" stroke-linecap="round"/>
    <${Ink} d="M24 92V42c0-18 12-28 26-28s26 10 26 28v50z" fill="#868bb0"/>
    <path d="M32 46c0-12 6-20 16-22" fill="none" stroke="#c9cce6" stroke-width="4"
      stroke-linecap="round"/>
    <path d="M40 52h20M44 62h12" stroke=${INK} stroke-width="4" stroke-linecap="round"/>
    <path d="M14 92q3-10 6 0M78 92q4-13 8 0" fill="#4f7d5d" stroke=${INK} stroke-width="2.4"/>
  </${Svg}>
`;

/** An eye, for a card that everybody knows. */
export const Eye = () => html`
  <${Svg} w=${24} h=${24} class="gh-eye">
    <path d="M1 12C6 4 18 4 23 12 18 20 6 20 1 12z" fill=${SHEET} stroke=${INK} stroke-width="2"/>
    <circle cx="12" cy="12" r="4.5" fill=${INK}/>
  </${Svg}>
`;

const STONES = [
  [30, 176, 20],
  [84, 40, 14],
  [330, 34, 15],
  [372, 172, 19],
  [214, 24, 11],
  [120, 188, 15],
];

/** The background of the table: a faint graveyard with stones, grass and a fence. */
export const Background = () => html`
  <svg class="gh-background" viewBox="0 0 400 220" preserveAspectRatio="xMidYMid slice"
    aria-hidden="true" focusable="false">
    <g fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round">
      ${Array.from({ length: 27 }, (_, i) => html`
        <path d=${`M${8 + i * 15} 22v-16l-3 4m3-4l3 4`}/>
      `)}
      <path d="M0 20h400M0 12h400"/>
    </g>
    <g fill="#fff">
      ${STONES.map(([x, y, r]) => html`
        <path d=${`M${x - r} ${y + r}v-${r}a${r} ${r} 0 0 1 ${2 * r} 0v${r}z`}/>
        <path d=${`M${x - r - 8} ${y + r}q3-9 6 0M${x + r + 2} ${y + r}q4-12 7 0`}/>
      `)}
    </g>
  </svg>
`;

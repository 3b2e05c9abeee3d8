// Shapes for all drawings: ink outlines, flat paper fills, one soft light from the upper left.
import { html } from "../lib.js";

export const INK = "#14162b";
export const PAPER = "#f6efdc";
export const SHADE = "#e2d6b8"; // paper in shadow
export const SHEET = "#fbfaf5"; // ghosts
export const LANTERN = "#ffb84d";

/** Six colours that colour-blind players can tell apart; each seat also has a mark. */
export const SEATS = ["#ffb84d", "#6ec6ff", "#ff8fb1", "#9be564", "#c9a2ff", "#f4f1e8"];
const MARKS = [
  "M15 3a9 9 0 1 0 6 12 7.5 7.5 0 0 1-6-12z", // moon
  "M12 2c3 4 4 5 4 7.5a4 4 0 0 1-8 0C8 7 10 6 12 2zM9 15h6v7H9z", // candle
  "M12 9c1-2 2-3 2-4l1 2c4 0 6 2 7 6-3-1-5 0-6 3-1-1-3-1-4 2-1-3-3-3-4-2-1-3-3-4-6-3 1-4 " +
    "3-6 7-6l1-2c0 1 1 2 2 4z", // bat
  "M8 2a6 6 0 0 1 2 11.5V16h3v3h-3v3H7v-8.5A6 6 0 0 1 8 2zm0 3.5a2.5 2.5 0 1 0 0 5 2.5 " +
    "2.5 0 0 0 0-5z", // key
  "M4 3l5 4h6l5-4v10c0 5-4 8-8 8s-8-3-8-8z", // cat
  "M12 2v20M2 12h20M5 5l14 14M19 5L5 19M12 7l3.5 1.5L17 12l-1.5 3.5L12 17l-3.5-1.5L7 12l1.5" +
    "-3.5z", // web
];

/** The mark of a seat: a coloured shape, so that colour is never the only signal. */
export const Mark = ({ seat, size = 20 }) => html`
  <svg class="mark" viewBox="0 0 24 24" width=${size} height=${size} aria-hidden="true">
    <path
      d=${MARKS[seat % 6]}
      fill=${seat % 6 === 5 ? "none" : SEATS[seat % 6]}
      stroke=${seat % 6 === 5 ? SEATS[5] : "none"}
      stroke-width="1.6"
      fill-rule="evenodd"
    />
  </svg>
`;

/** The mark of a bot beside its name: the face of a machine. */
export const BotMark = ({ label, size = 16 }) => html`
  <${Svg} class="bot-mark" w=${24} h=${24} width=${size} height=${size} label=${label}>
    <path d="M12 2v4" stroke="currentColor" stroke-width="2" stroke-linecap="round"/>
    <rect
      x="3" y="6" width="18" height="15" rx="4"
      fill="none" stroke="currentColor" stroke-width="2"
    />
    <path d="M8 11v3M16 11v3M9 17.5h6" stroke="currentColor" stroke-width="2.4"/>
  </${Svg}>
`;

/** A drawing; without a label it is hidden from screen readers. */
export const Svg = ({ w, h, label, children, ...rest }) => html`
  <svg
    viewBox=${`0 0 ${w} ${h}`}
    role=${label ? "img" : undefined}
    aria-label=${label}
    aria-hidden=${label ? undefined : "true"}
    focusable="false"
    ...${rest}
  >
    ${children}
  </svg>
`;

/** An inked shape. */
export const Ink = ({ d, fill = "none", w = 3, ...rest }) => html`
  <path
    d=${d}
    fill=${fill}
    stroke=${INK}
    stroke-width=${w}
    stroke-linejoin="round"
    stroke-linecap="round"
    ...${rest}
  />
`;

/** The front of a card, 100 by 140, with a tinted area to draw on. */
export const Paper = ({ tint = "#2d3263", fill = PAPER, children }) => html`
  <rect x="1.5" y="1.5" width="97" height="137" rx="10" fill=${fill} stroke=${INK}
    stroke-width="3"/>
  <rect x="8" y="8" width="84" height="124" rx="6" fill=${tint}/>
  ${children}
`;

/** The back of a card: a night sky with a mark of the game in the middle. */
export const Back = ({ tint = "#33285f", children }) => html`
  <rect x="1.5" y="1.5" width="97" height="137" rx="10" fill=${PAPER} stroke=${INK}
    stroke-width="3"/>
  <rect x="8" y="8" width="84" height="124" rx="6" fill=${tint}/>
  <rect x="13" y="13" width="74" height="114" rx="4" fill="none" stroke=${PAPER}
    stroke-opacity=".35" stroke-width="1.5" stroke-dasharray="1 5" stroke-linecap="round"/>
  ${children}
`;

/** Bodies of ghosts, each in a box of 60 by 70 with its origin at the upper left. */
export const BODIES = {
  sheet:
    "M30 3C14 3 7 15 7 30v34c4 4 7 4 11 0 4 4 8 4 12 0 4 4 8 4 12 0 4 4 7 4 11 0V30C53 " +
    "15 46 3 30 3z",
  round:
    "M30 8C12 8 4 22 4 36c0 12 4 22 8 28 4-2 7-2 10 2 3-4 6-4 8 0 3-4 6-4 8 0 3-4 6-4 " +
    "10-2 5-6 8-16 8-28C56 22 48 8 30 8z",
  wisp:
    "M28 4C14 4 9 15 10 28c1 14-3 24-8 34 10 1 15-3 18-7 2 6 6 10 12 11 0-5 2-8 4-10 " +
    "4 4 10 5 18 2-8-6-6-17-6-30C48 13 42 4 28 4z",
  tall:
    "M30 1C19 1 13 9 13 22c0 16-5 30-4 45 4-3 7-3 10 1 3-5 7-5 11 0 4-5 8-5 11 0 3-4 " +
    "6-4 10-1 1-15-4-29-4-45C47 9 41 1 30 1z",
  squat:
    "M30 22C12 22 2 34 2 47c0 8 2 14 5 19 4-3 8-3 11 1 4-4 8-4 12 0 4-4 8-4 12 0 3-4 7-4 " +
    "11-1 3-5 5-11 5-19C58 34 48 22 30 22z",
};

/** A ghost's body with its light; eyes and mouth are drawn over it. */
export const Spirit = ({ body = "sheet", x = 0, y = 0, scale = 1, fill = SHEET, children }) => html`
  <g transform=${`translate(${x} ${y}) scale(${scale})`}>
    <${Ink} d=${BODIES[body]} fill=${fill}/>
    <path
      d=${body === "squat" ? "M12 38c2-5 6-8 10-9" : "M18 20c2-6 6-9 10-9"}
      fill="none"
      stroke="#fff"
      stroke-width="3"
      stroke-linecap="round"
      opacity=".7"
    />
    ${children}
  </g>
`;

/** A pair of eyes around a point. */
export const Eyes = ({ x = 30, y = 28, gap = 18, mood = "round", r = 4 }) => {
  const [a, b] = [x - gap / 2, x + gap / 2];
  if (mood === "shut")
    return html`
      <${Ink} d=${`M${a - r} ${y}q${r} ${r} ${2 * r} 0M${b - r} ${y}q${r} ${r} ${2 * r} 0`}/>
    `;
  if (mood === "cross")
    return html`
      <${Ink}
        d=${`M${a - r} ${y - r}l${2 * r} ${2 * r}m0-${2 * r}l-${2 * r} ${2 * r}` +
          `M${b - r} ${y - r}l${2 * r} ${2 * r}m0-${2 * r}l-${2 * r} ${2 * r}`}
      />
    `;
  const brows =
    mood === "angry"
      ? html`
        <${Ink}
          d=${`M${a - r - 2} ${y - r - 4}l${2 * r + 2} 4M${b + r + 2} ${y - r - 4}l-${2 * r + 2} 4`}
        />
      `
      : null;
  const tall = mood === "wide" ? r * 1.6 : r * 1.2;
  return html`
    <ellipse cx=${a} cy=${y} rx=${r} ry=${tall} fill=${INK}/>
    <ellipse cx=${b} cy=${y} rx=${r} ry=${tall} fill=${INK}/>
    <circle cx=${a + r / 3} cy=${y - tall / 3} r=${r / 3} fill="#fff"/>
    <circle cx=${b + r / 3} cy=${y - tall / 3} r=${r / 3} fill="#fff"/>
    ${brows}
  `;
};

const MOUTHS = {
  smile: "q7 8 14 0",
  grin: "q7 14 14 0z",
  frown: "q7-8 14 0",
  wavy: "q3.5-4 7 0t7 0",
  flat: "h14",
};

/** A mouth around a point. */
export const Mouth = ({ x = 30, y = 42, mood = "smile" }) =>
  mood === "howl"
    ? html`<ellipse cx=${x} cy=${y + 3} rx="5" ry="7" fill=${INK}/>`
    : html`<${Ink} d=${`M${x - 7} ${y}${MOUTHS[mood]}`} fill=${mood === "grin" ? INK : "none"}/>`;

/** Text on a piece. */
export const Word = ({
  x,
  y,
  size = 20,
  fill = INK,
  anchor = "middle",
  weight = 700,
  children,
}) => html`
  <text x=${x} y=${y} font-size=${size} fill=${fill} text-anchor=${anchor} font-weight=${weight}
    class="on-piece">
    ${children}
  </text>
`;

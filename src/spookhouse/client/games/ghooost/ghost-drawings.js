// The sixteen characters. Each is drawn in a box of 64 by 74 whose origin is its upper left corner.
import { html } from "../../lib.js";
import { Eyes, INK, Ink, LANTERN, Mouth, PAPER, SHEET, Spirit } from "../../art/shapes.js";

const BONE = "#f4ecd2";
const BRASS = "#e8b64c";
const COAT = "#2b2d54";

/** @param {{x: number, y: number, r: number, fill?: string, w?: number}} props */
const Dot = ({ x, y, r, fill = INK, w = 0 }) => html`
  <circle cx=${x} cy=${y} r=${r} fill=${fill} stroke=${w ? INK : "none"} stroke-width=${w}/>
`;

/**
 * A line without a fill.
 * @param {{d: string, w?: number, stroke?: string, opacity?: number}} props
 */
const Line = ({ d, w = 3, stroke = INK, opacity = 1 }) => html`
  <path d=${d} fill="none" stroke=${stroke} stroke-width=${w} stroke-linecap="round"
    stroke-linejoin="round" opacity=${opacity}/>
`;

const Scooty = () => html`
  <${Line} d="M-9 22h12M-12 34h12M-9 46h10" stroke=${PAPER} opacity=${0.8}/>
  <g transform="rotate(8 32 36)">
    <${Spirit} body="round" x=${6} y=${2} scale=${0.74}>
      <${Eyes} x=${34} y=${30} gap=${20} mood="wide" r=${5}/>
      <${Mouth} x=${35} y=${44} mood="grin"/>
    </${Spirit}>
    <${Ink} d="M10 20C16 4 40 2 48 18l8 0c2 4 0 5-3 5C40 22 24 24 10 20z" fill="#e6483d"/>
  </g>
  <${Line} d="M58 66L51 36M43 37l14-4" w=${4}/>
  <${Ink} d="M6 58h44l8 4-2 4H8c-5 0-6-8-2-8z" fill="#6ec6ff"/>
  <${Dot} x=${13} y=${69} r=${6} fill=${BRASS} w=${3}/>
  <${Dot} x=${56} y=${69} r=${6} fill=${BRASS} w=${3}/>
`;

const Franky = () => html`
  <${Ink} d="M1 36h10v10H1zM53 36h10v10H53z" fill="#9aa0c0"/>
  <${Ink}
    d="M10 12h44c2 0 4 2 4 5v50c-4 5-8 5-13 0-4 5-9 5-13 0-4 5-9 5-13 0-5 5-9 5-13 0V17c0-3 2-5
      4-5z"
    fill="#bfe0a8"
  />
  <${Ink} d="M6 28V12c0-5 3-8 8-8h36c5 0 8 3 8 8v16l-7-8-6 8-7-8-7 8-6-8-6 8-6-8z" fill=${COAT}/>
  <${Eyes} x=${32} y=${36} gap=${22} r=${5}/>
  <${Mouth} x=${32} y=${50} mood="smile"/>
  <${Line} d="M10 58h16M14 54v8M21 54v8M44 26l6 6M50 26l-4 6" w=${2.4}/>
`;

/** @param {{x: number, y: number, s?: number}} props */
const Dog = ({ x, y, s = 1 }) => html`
  <g transform=${`translate(${x} ${y}) scale(${s})`}>
    <${Ink}
      d="M-13-9l-5-15 13 7H5l13-7-5 15c4 6 4 12 1 17C11 16 6 20 0 20s-11-4-14-12c-3-5-3-11 1-17z"
      fill="#fbe4dc"
    />
    <${Ink} d="M-8-5l6 3M8-5l-6 3" w=${3}/>
    <${Dot} x=${-5.5} y=${1} r=${2.6}/>
    <${Dot} x=${5.5} y=${1} r=${2.6}/>
    <path d="M-4 6h8l-4 5z" fill=${INK}/>
    <${Line} d="M-7 12q7 4 14 0" w=${2.4}/>
    <path d="M-5 13.2l2 5 2-4zM5 13.2l-2 5-2-4z" fill="#fff" stroke=${INK} stroke-width="1.2"/>
  </g>
`;

const Cerberus = () => html`
  <${Ink}
    d="M4 50c2-10 10-14 28-14s26 4 28 14v18c-4 5-9 5-14 0-4 5-9 5-14 0-5 5-10 5-14 0-5 5-10 5-14 0z"
    fill="#fbe4dc"
  />
  <${Dog} x=${11} y=${34} s=${0.86}/>
  <${Dog} x=${53} y=${34} s=${0.86}/>
  <${Dog} x=${32} y=${28} s=${1.12}/>
  <${Ink} d="M20 54q12 7 24 0v5q-12 7-24 0z" fill="#c3333c"/>
  <${Dot} x=${32} y=${62} r=${4} fill=${BRASS} w=${2.4}/>
`;

const FUZZ = (() => {
  const at = (/** @type {number} */ i) =>
    `${(32 + 26 * Math.cos(i * 0.5236)).toFixed(1)} ${(46 + 23 * Math.sin(i * 0.5236)).toFixed(1)}`;
  return (
    `M${at(0)}` + Array.from({ length: 12 }, (_, i) => `A8 8 0 0 1 ${at(i + 1)}`).join("") + "z"
  );
})();

const Dusty = () => html`
  <${Ink}
    d="M16 26C8 10 10-4 17-4c8 0 10 14 10 28zM48 26c8-16 6-30-1-30-8 0-10 14-10 28z"
    fill="#d8d3e8"
  />
  <${Line} d="M17 4c-1 6 0 10 2 15M47 4c1 6 0 10-2 15" stroke="#ff9fb9" w=${4}/>
  <${Ink} d=${FUZZ} fill="#d8d3e8"/>
  <path d="M12 40c2-8 7-12 13-13" fill="none" stroke="#fff" stroke-width="3"
    stroke-linecap="round"/>
  <${Line} d="M16 38l9 4-9 4M48 38l-9 4 9 4"/>
  <${Mouth} x=${32} y=${55} mood="howl"/>
  <${Ink} d="M29 47q3 5 6 0z" fill="#ff8fb1" w=${2}/>
  <${Line} d="M6 14l4 3M58 14l-4 3M3 24h5M61 24h-5" stroke=${PAPER} w=${2.4} opacity=${0.8}/>
`;

const Maud = () => html`
  ${[1, -1].map((side) => html`
    <g transform=${`translate(32 0) scale(${side * 0.9} 1)`}>
      <${Ink}
        d="M6 36C14 8 34 4 38 16c3 12-4 22-12 24 8 4 10 14 4 20-8 5-20-4-24-16z"
        fill="#e7bd86"
      />
      <${Dot} x=${27} y=${20} r=${5} fill="#8b5a8f" w=${2}/>
      <${Dot} x=${23} y=${50} r=${3.4} fill="#8b5a8f" w=${2}/>
      <${Line} d="M5 16C8 4 14 1 18 3" w=${2.6}/>
    </g>
  `)}
  <${Spirit} body="tall" x=${7} y=${10} scale=${0.85}>
    <${Eyes} y=${22} gap=${15} r=${4.4}/>
    <${Mouth} y=${33} mood="grin"/>
    <ellipse cx="23" cy="52" rx="3.5" ry="5" fill=${COAT}/>
    <ellipse cx="37" cy="47" rx="2.6" ry="3.4" fill=${COAT}/>
    <ellipse cx="35" cy="59" rx="2.2" ry="3" fill=${COAT}/>
  </${Spirit}>
`;

const Creak = () => html`
  <g transform="rotate(7 32 40)">
    <${Spirit} body="sheet" x=${0} y=${4} scale=${0.98} fill="#eef0fb">
      <${Ink}
        d="M12 36c-3 20 8 27 18 31 10-4 21-11 18-31-5 5-10 3-18 5-8-2-13 0-18-5z"
        fill="#fff"
        w=${2.6}
      />
      <${Line} d="M18 48c2 6 4 9 6 11M30 50v13M42 48c-2 6-4 9-6 11" w=${1.8} opacity=${0.5}/>
      <${Ink} d="M24 42q6-5 12 0" w=${2.6}/>
      <${Eyes} y=${27} gap=${22} r=${2.6}/>
      <g fill="none" stroke=${INK} stroke-width="2.6">
        <circle cx="19" cy="27" r="8"/>
        <circle cx="41" cy="27" r="8"/>
        <path d="M27 26q3-3 6 0"/>
      </g>
      <${Ink} d="M10 16q7-6 14 0M36 16q7-6 14 0" w=${3.4}/>
    </${Spirit}>
  </g>
  <${Line} d="M63 72V40c0-8-11-8-11 0" w=${6}/>
  <${Line} d="M63 72V40c0-8-11-8-11 0" w=${2.6} stroke="#b9793f"/>
`;

const Pip = () => html`
  <${Ink} d="M14 36h26c3 0 5 2 5 5v28c0 3-2 5-5 5H14c-3 0-5-2-5-5V41c0-3 2-5 5-5z" fill=${BRASS}/>
  <${Dot} x=${27} y=${56} r=${7}/>
  <path d="M24 58h6l3 12H21z" fill=${INK}/>
  <${Ink}
    d="M27 60C14 50 10 38 14 24 17 10 30 2 42 7c13 6 15 22 7 31-4 5-9 5-12 4 1 6-3 13-10 18z"
    fill=${SHEET}
  />
  <path d="M22 22c2-6 6-9 10-10" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round"/>
  <${Eyes} x=${34} y=${20} gap=${16} mood="shut" r=${4}/>
  <${Dot} x=${36} y=${32} r=${4.2}/>
  <${Dot} x=${24} y=${29} r=${2.6} fill="#ff8fb1"/>
  <${Dot} x=${46} y=${29} r=${2.6} fill="#ff8fb1"/>
  <g fill=${PAPER} stroke=${INK} stroke-width="1.6">
    <path d="M54 40V26l10-3v14a4 3.4 0 1 1-3-3V28l-4 1v11a4 3.4 0 1 1-3 0z"/>
    <path d="M58 12V2l6 3v3l-4-2v8a3.4 3 0 1 1-2-2z"/>
  </g>
`;

const TURNS = [
  [18, 62, 9],
  [40, 54, 14],
  [26, 45, 19],
  [36, 34, 24],
  [31, 20, 30],
];

const Twist = () => html`
  <${Ink} d="M22 72q-6 2-8-3" fill="none"/>
  ${TURNS.map(([x, y, r]) => html`
    <ellipse cx=${x + (31 - x) * 0.35} cy=${y} rx=${r} ry=${6 + r / 4} fill=${SHEET} stroke=${INK}
      stroke-width="3"/>
  `)}
  <path d="M8 17c6-5 12-6 18-7" fill="none" stroke="#cfe4ff" stroke-width="3"
    stroke-linecap="round"/>
  ${[20, 43].map((x) => html`
    <g transform=${`translate(${x} 25)`}>
      <circle r="8.5" fill="#fff" stroke=${INK} stroke-width="2.6"/>
      <path d="M0 0c2-3 5 0 3 3s-8 1-6-4 8-4 9 0" fill="none" stroke=${INK} stroke-width="2"
        stroke-linecap="round"/>
    </g>
  `)}
  <${Mouth} x=${31} y=${39} mood="wavy"/>
  <${Ink} d="M50 52c8-1 12-5 11-11l5 1-7-9-7 8 5 0c0 4-3 6-8 6z" fill=${LANTERN} w=${2.4}/>
  <${Ink} d="M9 46c-8 2-11 7-9 13l-5 0 8 8 6-9-5 0c-1-4 1-6 6-7z" fill=${LANTERN} w=${2.4}/>
`;

const Lou = () => html`
  <circle cx="50" cy="48" r="18" fill=${LANTERN} opacity=".3"/>
  <circle cx="52" cy="50" r="13" fill="#ffe2a8" opacity=".45"/>
  <${Spirit} body="wisp" x=${-4} y=${6} scale=${0.95}>
    <${Eyes} x=${29} y=${29} gap=${16} mood="wide" r=${3.8}/>
    <${Mouth} x=${29} y=${42} mood="flat"/>
  </${Spirit}>
  <${Ink} d="M-2 20c8-1 8-16 26-16s18 15 26 16c-10 6-18 0-26 0s-16 6-26 0z" fill="#6d4b2f"/>
  <${Ink} d="M20 6l8-7 4 8" fill="#e6483d" w=${2.4}/>
  <${Ink} d="M34 44c6-6 12-8 18-7l1 5c-6 0-9 2-14 8z" fill=${SHEET}/>
  <${Line} d="M46 38q7-9 14 0" w=${2.6}/>
  <${Ink} d="M46 42h14l3 18H43z" fill="#ffd98a"/>
  <${Ink} d="M44 38h18v4H44zM42 60h22v5H42z" fill=${COAT} w=${2.4}/>
  <path d="M53 46c4 5 4 7 3 10h-6c-1-3-1-5 3-10z" fill="#f07b2d"/>
`;

const Baron = () => html`
  <${Line}
    d="M66 26H50c9 0 9-11 2-10M68 38H52M66 50H54c8 0 8 10 1 9"
    stroke=${PAPER}
    opacity=${0.75}
  />
  <${Ink}
    d="M6 72c-6-20 2-40 10-46h28c8 6 12 24 10 44-8 4-14-4-24-3-8 1-14 9-24 5z"
    fill="#5b2d6e"
  />
  <${Spirit} body="tall" x=${5} y=${8} scale=${0.86}>
    <${Eyes} y=${26} gap=${17} r=${3.6}/>
    <${Ink}
      d="M30 36c-4-4-10-3-13 2-3 3-6 2-7-1 1 9 14 11 20 4 6 7 19 5 20-4-1 3-4 4-7 1-3-5-9-6-13-2z"
      fill=${INK}
      w=${1}
    />
    <circle cx="38.5" cy="26" r="7.5" fill="none" stroke=${BRASS} stroke-width="3"/>
    <${Line} d="M45 30c3 8 2 14 0 20" stroke=${BRASS} w=${1.8}/>
  </${Spirit}>
  <${Ink} d="M17 17V-4c8-3 22-3 30 0v21" fill=${INK}/>
  <path d="M17 8c10 3 20 3 30 0v6c-10 3-20 3-30 0z" fill="#e6483d"/>
  <${Ink} d="M7 17c16-5 34-5 50 0-3 6-10 5-25 5S10 23 7 17z" fill=${INK}/>
  <${Ink} d="M24 44l8 4 8-4v9l-8-4-8 4z" fill="#e6483d" w=${2.4}/>
`;

const Skeletum = () => html`
  <${Line} d="M32 48v26M18 56q14-5 28 0M20 64q12-4 24 0M23 71q9-3 18 0" w=${7}/>
  <${Line} d="M32 48v26M18 56q14-5 28 0M20 64q12-4 24 0M23 71q9-3 18 0" w=${3} stroke=${BONE}/>
  ${[1, -1].map((side) => html`
    <g transform=${`translate(32 0) scale(${side} 1)`}>
      <${Line} d="M14 56l12-4 5-22" w=${7}/>
      <${Line} d="M14 56l12-4 5-22" w=${3} stroke=${BONE}/>
      <${Ink} d="M27 30l-1-8 3 4 2-7 2 7 4-4-2 9-4 3z" fill=${BONE} w=${2.2}/>
    </g>
  `)}
  <${Ink}
    d="M32-2C16-2 9 7 9 19c0 8 3 12 8 15v9c0 4 30 4 30 0v-9c5-3 8-7 8-15C55 7 48-2 32-2z"
    fill=${BONE}
  />
  <path d="M17 12c2-5 6-8 11-8" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round"/>
  <${Dot} x=${22} y=${21} r=${7.5}/>
  <${Dot} x=${42} y=${21} r=${7.5}/>
  <${Dot} x=${23} y=${21} r=${2.8} fill="#6ec6ff"/>
  <${Dot} x=${43} y=${21} r=${2.8} fill="#6ec6ff"/>
  <path d="M32 27l4 7h-8z" fill=${INK}/>
  <${Line} d="M20 38h24M25 36v7M30 36v8M35 36v8M40 36v7" w=${2}/>
`;

const Igor = () => html`
  <${Ink}
    d="M4 72C-2 52-2 34 8 24c2-8 8-12 14-12 2-10 12-14 20-10 12-2 20 10 18 22 6 12 6 30 4 48-6 4-10
      4-15 0-5 4-10 4-15 0-5 4-10 4-15 0-5 4-10 4-15 0z"
    fill="#cfd6b4"
  />
  <path d="M6 40c1-6 4-10 8-12" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round"
    opacity=".8"/>
  <${Ink} d="M24 10c4-10 12-12 18-8 8-3 15 4 17 12-8-4-12-6-17-5-6-2-12-2-18 1z" fill="#5d3a2e"/>
  <${Dot} x=${31} y=${25} r=${8.5} fill="#fff" w=${2.8}/>
  <${Dot} x=${33} y=${26} r=${3.6}/>
  <${Dot} x=${50} y=${26} r=${5} fill="#fff" w=${2.6}/>
  <${Dot} x=${50} y=${27} r=${2.2}/>
  <${Line} d="M21 15q9-5 18 1M45 18l10 0" w=${3.4}/>
  <${Ink} d="M24 42q16-8 32 0c2 8-6 12-16 12s-18-4-16-12z" fill="#3a2130"/>
  <path d="M28 44v-7l5 5zM50 44v-7l-5 5z" fill="#fff" stroke=${INK} stroke-width="1.6"
    stroke-linejoin="round"/>
  <${Line} d="M8 58q8-5 14 0" w=${2.6}/>
  <${Line} d="M12 66a5 5 0 1 0 .1 0M12 70v8M12 75h4" w=${5}/>
  <${Line} d="M12 66a5 5 0 1 0 .1 0M12 70v8M12 75h4" w=${2} stroke=${BRASS}/>
`;

/** @param {{x: number, y: number, s?: number, fill?: string}} props */
const Mushroom = ({ x, y, s = 1, fill = "#c0567a" }) => html`
  <g transform=${`translate(${x} ${y}) scale(${s})`}>
    <${Ink} d="M-4 0h8l1 11h-10z" fill=${PAPER} w=${2.6}/>
    <${Ink} d="M-13 1C-12-9-6-13 0-13S12-9 13 1C6 4-6 4-13 1z" fill=${fill} w=${2.6}/>
    <${Dot} x=${-5} y=${-5} r=${2.2} fill=${PAPER}/>
    <${Dot} x=${4} y=${-7} r=${1.8} fill=${PAPER}/>
  </g>
`;

const Mildew = () => html`
  <${Spirit} body="sheet" x=${1} y=${7} scale=${1} fill="#a9d6a0">
    <${Eyes} y=${30} gap=${20} r=${4}/>
    <${Line} d="M14 24l-4-3M17 22l-2-4M46 24l4-3M43 22l2-4" w=${2}/>
    <${Ink} d="M23 43q4-4 7-1 3-3 7 1-7 7-14 0z" fill="#c3333c" w=${2}/>
    <${Dot} x=${14} y=${56} r=${4} fill="#6ea76a"/>
    <${Dot} x=${44} y=${60} r=${5} fill="#6ea76a"/>
    <${Dot} x=${48} y=${40} r=${2.6} fill="#6ea76a"/>
    <${Dot} x=${12} y=${42} r=${2} fill="#6ea76a"/>
    ${[14, 20, 26, 33, 39, 45].map((x, i) => html`
      <${Dot} x=${x} y=${[50, 53, 55, 55, 53, 50][i]} r=${3.2} fill=${PAPER} w=${1.6}/>
    `)}
  </${Spirit}>
  <${Mushroom} x=${16} y=${10} s=${0.8} fill="#8f6bb0"/>
  <${Mushroom} x=${49} y=${12} s=${0.7} fill="#8f6bb0"/>
  <${Mushroom} x=${33} y=${5} s=${1.05}/>
`;

const Bellringer = () => html`
  <${Line}
    d="M2 6c-8 8-8 22 0 30M-5 0c-12 14-12 30-1 42M62 6c7 8 7 22 0 30"
    stroke=${PAPER}
    opacity=${0.8}
  />
  <${Spirit} body="squat" x=${2} y=${6} scale=${1}>
    <${Eyes} x=${30} y=${46} gap=${24} mood="shut" r=${5}/>
    <${Mouth} x=${30} y=${54} mood="howl"/>
  </${Spirit}>
  <${Ink} d="M27-4a5 5 0 1 1 10 0v4H27z" fill=${BRASS}/>
  <${Ink}
    d="M32-2c-12 0-17 8-17 20 0 9-4 13-9 16 0 6 12 8 26 8s26-2 26-8c-5-3-9-7-9-16 0-12-5-20-17-20z"
    fill=${BRASS}
  />
  <path d="M22 10c1-4 3-6 6-7" fill="none" stroke="#fff3cf" stroke-width="3.4"
    stroke-linecap="round"/>
  <${Line} d="M10 32c12 4 32 4 44 0" w=${2.4}/>
  <${Line} d="M16 24q16 4 32 0" w=${2} opacity=${0.6}/>
`;

const Kitty = () => html`
  <g transform="translate(-5 0)">
    <${Line} d="M50 64c18 2 20-16 12-26-3-5 0-10 4-9" w=${12}/>
    <${Line} d="M50 64c18 2 20-16 12-26-3-5 0-10 4-9" w=${6.5} stroke=${COAT}/>
    <${Ink}
      d="M8 70C4 56 8 44 14 38 8 30 8 20 8 6l13 8h16L50 6c0 14 0 24-6 32 8 8 12 20 9 32-4 5-8 5-12
        0-4 5-8 5-12 0-4 5-8 5-12 0-3 5-6 5-9 0z"
      fill=${COAT}
    />
    <path d="M13 14l6 4-5 5zM45 14l-6 4 5 5z" fill="#ff8fb1"/>
    ${[19, 39].map((x) => html`
      <ellipse cx=${x} cy="26" rx="6.6" ry="7.4" fill="#ffe27a" stroke=${INK} stroke-width="2"/>
      <ellipse cx=${x} cy="26" rx="1.9" ry="6" fill=${INK}/>
    `)}
    <path d="M26 35h6l-3 4z" fill="#ff8fb1"/>
    <${Line} d="M29 39q-4 5-8 2M29 39q4 5 8 2" stroke=${PAPER} w=${2}/>
    <${Line} d="M2 32l10 3M2 40l10-1M56 32l-10 3M56 40l-10-1" stroke=${PAPER} w=${1.8}/>
    <${Ink} d="M15 46q14 6 28 0v5q-14 6-28 0z" fill="#e6483d" w=${2.2}/>
    <${Dot} x=${29} y=${55} r=${4} fill=${BRASS} w=${2}/>
  </g>
`;

const Copy = () => html`
  <g transform="translate(19 2)" opacity=".95">
    <path d="M30 3C14 3 7 15 7 30v34c4 4 7 4 11 0 4 4 8 4 12 0 4 4 8 4 12 0 4 4 7 4 11 0V30C53 15 46
        3 30 3z"
      transform="scale(.9)" fill="#a9cdf2" stroke=${INK} stroke-width="3" stroke-dasharray="4 4.5"
      stroke-linecap="round"/>
    <${Eyes} x=${32} y=${29} gap=${15} mood="shut" r=${3.4}/>
  </g>
  <${Spirit} body="sheet" x=${-9} y=${3} scale=${0.98} fill="#f2f7ff">
    <${Eyes} y=${29} gap=${19} r=${4.4}/>
    <${Line} d="M13 23l-4-3M47 23l4-3M15 20l-3-4M45 20l3-4" w=${2}/>
    <${Mouth} y=${42} mood="smile"/>
    <${Dot} x=${15} y=${39} r=${3} fill="#ffb3c8"/>
    <${Dot} x=${45} y=${39} r=${3} fill="#ffb3c8"/>
  </${Spirit}>
  <${Ink} d="M20 7L6-1c-3 4-3 10 0 14zM20 7l14-8c3 4 3 10 0 14z" fill="#ff8fb1"/>
  <${Dot} x=${20} y=${7} r=${3.6} fill="#ff8fb1" w=${2.6}/>
`;

/**
 * The drawing of each card, by its text.
 * @type {Record<string, () => any>}
 */
export const DRAWINGS = {
  1: Scooty,
  2: Franky,
  3: Cerberus,
  4: Dusty,
  5: Maud,
  6: Creak,
  7: Pip,
  8: Twist,
  9: Lou,
  10: Baron,
  11: Skeletum,
  12: Igor,
  13: Mildew,
  14: Bellringer,
  K: Kitty,
  X: Copy,
};

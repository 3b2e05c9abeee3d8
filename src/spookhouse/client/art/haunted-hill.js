// The haunted house on the hill, for the home page. It has a window for each game, which is lit
// when the rules of the game are compiled.
import { html } from "../lib.js";
import { Eyes, INK, Ink, LANTERN, Mouth, PAPER, Spirit, Svg } from "./shapes.js";

const STARS = [
  [40, 60, 2],
  [120, 130, 1.4],
  [190, 40, 1.6],
  [260, 96, 1.2],
  [330, 30, 2.2],
  [420, 120, 1.4],
  [505, 52, 1.6],
  [575, 18, 1.2],
  [640, 84, 1.8],
  [1010, 40, 1.4],
  [1080, 110, 2],
  [1150, 50, 1.3],
  [90, 210, 1.2],
  [300, 180, 1.5],
  [1130, 200, 1.6],
  [470, 200, 1.1],
  [980, 150, 1.2],
  [710, 30, 1.3],
];

/** Each window's frame: x, y, width, height. */
const WINDOWS = [
  [806, 206, 36, 50],
  [872, 168, 36, 50],
  [938, 206, 36, 50],
  [872, 254, 36, 46],
];
const FACES = [
  ["round", "grin"],
  ["wide", "howl"],
  ["angry", "flat"],
  ["shut", "smile"],
];

function Window({ at, ready, lit }) {
  const [x, y, w, h] = WINDOWS[at];
  const [eyes, mouth] = FACES[at];
  return html`
    <g class=${`window ${ready ? "ready" : ""} ${lit ? "lit" : ""}`}>
      <path class="pane"
        d=${`M${x} ${y + h}v-${h - w / 2}a${w / 2} ${w / 2} 0 0 1 ${w} 0v${h - w / 2}z`}
        fill="#2a2f58"/>
      <path class="shine"
        d=${`M${x} ${y + h}v-${h - w / 2}a${w / 2} ${w / 2} 0 0 1 ${w} 0v${h - w / 2}z`}
        fill=${LANTERN}/>
      <g class="peeper">
        <${Spirit} body="sheet" x=${x + 5} y=${y + 14} scale=${0.45}>
          <${Eyes} mood=${eyes}/>
          <${Mouth} mood=${mouth}/>
        </${Spirit}>
      </g>
      <${Ink}
        d=${`M${x} ${y + h}v-${h - w / 2}a${w / 2} ${w / 2} 0 0 1 ${w} 0v${h - w / 2}z` +
          `M${x + w / 2} ${y}v${h}M${x} ${y + h / 2}h${w}`}
        w=${3.4}
      />
    </g>
  `;
}

/**
 * @param {{ready: boolean[], lit: number}} props `ready`: whether the rules of each
 *   game are compiled; `lit`: the game that is pointed at, or -1
 */
export const HauntedHill = ({ ready, lit }) => html`
  <${Svg} w=${1200} h=${460} class="hill" preserveAspectRatio="xMaxYMax slice">
    <g class="stars">
      ${STARS.map(([x, y, r]) => html`<circle cx=${x} cy=${y} r=${r} fill=${PAPER}/>`)}
    </g>
    <circle cx="1046" cy="118" r="118" fill="#f3ecd8" opacity=".06"/>
    <circle cx="1046" cy="118" r="88" fill="#f3ecd8" opacity=".08"/>
    <circle cx="1046" cy="118" r="62" fill="#f3ecd8"/>
    <circle cx="1024" cy="104" r="11" fill="#e2d6b8"/>
    <circle cx="1062" cy="142" r="15" fill="#e2d6b8"/>
    <circle cx="1070" cy="92" r="7" fill="#e2d6b8"/>
    <path d="M0 350c140-60 260-70 400-40s240 10 330-24 220-40 470 10v164H0z" fill="#141732"/>
    <path d="M0 402c180-50 330-30 480-24s190-70 390-76 250 40 330 60v98H0z" fill="#1a1e40"/>
    <g class="the-house">
      <path d="M792 330V196l12-8V330zM976 330V196l12-8V330z" fill=${INK}/>
      <${Ink} d="M786 334V200h208v134z" fill="#3b3f75"/>
      <path d="M786 200h26v134h-26z" fill="#2f3362"/>
      <${Ink} d="M770 206l44-62h152l44 62z" fill="#23264b"/>
      <${Ink} d="M850 304V160h80v144z" fill="#464b86"/>
      <${Ink} d="M836 164l54-92 54 92z" fill="#2a2e59"/>
      <${Ink} d="M890 72V44m0 2l20 8-20 8" w=${4} fill="#ff7b7b"/>
      <${Ink} d="M798 146v-40h22v20z" fill="#3b3f75"/>
      <path class="smoke" d="M809 100c-10-12 8-16 0-30s6-16 2-26" fill="none" stroke="#b8bddb"
        stroke-opacity=".35" stroke-width="6" stroke-linecap="round"/>
      <${Ink} d="M806 176l12-16 12 16zM950 176l12-16 12 16z" fill="#2a2e59"/>
      <${Ink} d="M868 334v-24h44v24z" fill="#5b4a7a"/>
      <path d="M868 334v-20h44v20z" fill="#7a5a3a"/>
      <${Ink} d="M868 334v-22h44v22M890 312v22" w=${3}/>
      <circle cx="885" cy="325" r="2" fill=${LANTERN}/>
      ${WINDOWS.map((_, at) => html`
        <${Window} key=${at} at=${at} ready=${ready[at]} lit=${lit === at}/>
      `)}
    </g>
    <path
      d="M890 336c-10 30-80 34-120 54s-40 50-110 70h90c40-22 40-48 80-68s76-26 72-56z"
      fill="#2a2f58"
    />
    <g fill=${INK}>
      <path d="M696 372V300l-22-26m22 40l20-30m-20 50l-30-16" stroke=${INK} stroke-width="8"
        stroke-linecap="round" fill="none"/>
      <path d="M1060 352v-90l26-34m-26 60l-26-30m26 60l34-24" stroke=${INK} stroke-width="9"
        stroke-linecap="round" fill="none"/>
    </g>
    <g class="stones">
      <${Ink} d="M560 404v-26a15 15 0 0 1 30 0v26z" fill="#8b90b8"/>
      <${Ink} d="M618 414v-22a12 12 0 0 1 24 0v22z" fill="#747aa8"/>
      <${Ink} d="M500 420v-30h10v-10h8v10h10v30z" fill="#8b90b8"/>
      <${Ink} d="M1100 398v-26a14 14 0 0 1 28 0v26z" fill="#8b90b8"/>
    </g>
    <g class="bats" fill=${INK}>
      <path d="M640 150c10-12 20-6 24 4 4-10 14-16 24-4-10-2-16 4-24 12-8-8-14-14-24-12z"/>
      <path d="M720 96c7-8 14-4 17 3 3-7 10-11 17-3-7-1-11 3-17 9-6-6-10-10-17-9z"/>
    </g>
    <g class="drifter">
      <${Spirit} body="wisp" x=${1120} y=${270} scale=${0.9}><${Eyes}/><${Mouth}/></${Spirit}>
    </g>
  </${Svg}>
`;

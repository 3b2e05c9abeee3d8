// The picture on the home page.
import { html } from "../../lib.js";
import { INK, Ink, PAPER, Svg } from "../../art/shapes.js";
import { DRAWINGS } from "./ghost-drawings.js";
import { Clock, Mansion } from "./art.js";
import { say } from "./words.js";

/** @param {{card: string, x: number, y: number, s: number, turn?: number}} props */
const Rising = ({ card, x, y, s, turn = 0 }) => html`
  <g transform=${`translate(${x} ${y}) rotate(${turn}) scale(${s})`}><${DRAWINGS[card]}/></g>
`;

/** @param {{x: number, y: number, h: number}} props */
const Stone = ({ x, y, h }) => html`
  <${Ink} d=${`M${x} ${y}v-${h}a14 14 0 0 1 28 0v${h}z`} fill="#6d7299"/>
`;

export const Picture = () => html`
  <${Svg}
    w=${320}
    h=${200}
    label=${say("picture")}
    class="gh-picture"
    preserveAspectRatio="xMidYMid slice"
  >
    <rect width="320" height="200" fill="#1c2048"/>
    <circle cx="228" cy="58" r="70" fill="#2a2f63"/>
    <circle cx="228" cy="58" r="46" fill="#ffe3a6"/>
    <circle cx="214" cy="46" r="7" fill="#f3cf85"/>
    <circle cx="242" cy="70" r="10" fill="#f3cf85"/>
    <g fill=${PAPER}>
      <circle cx="30" cy="26" r="1.6"/>
      <circle cx="84" cy="16" r="2"/>
      <circle cx="140" cy="34" r="1.5"/>
      <circle cx="296" cy="22" r="2"/>
      <circle cx="306" cy="96" r="1.6"/>
      <circle cx="16" cy="80" r="1.6"/>
      <circle cx="160" cy="12" r="1.4"/>
    </g>
    <g transform="translate(176 34)">
      <svg width="112" height="112"><${Mansion} ghosts=${9} open/></svg>
    </g>
    <path d="M0 150c60-26 110-22 170-14s100 2 150-10v74H0z" fill="#31506a"/>
    <path d="M0 168c70-22 150-18 200-8s90 0 120-8v48H0z" fill="#25405a"/>
    <${Stone} x=${138} y=${166} h=${24}/>
    <${Stone} x=${286} y=${164} h=${20}/>
    <${Rising} card="14" x=${30} y=${18} s=${1.15} turn=${-6}/>
    <${Rising} card="X" x=${118} y=${66} s=${0.95} turn=${4}/>
    <${Rising} card="3" x=${14} y=${104} s=${1.15} turn=${-3}/>
    <${Rising} card="K" x=${218} y=${112} s=${1.1}/>
    <${Rising} card="1" x=${134} y=${126} s=${0.85} turn=${-5}/>
    <path d="M0 190c60-10 120-8 180-4s100 2 140-4v18H0z" fill="#1b3048"/>
    <g transform="translate(268 6)"><svg width="44" height="44"><${Clock} ghosts=${15}/></svg></g>
    <rect x="1.5" y="1.5" width="317" height="197" fill="none" stroke=${INK} stroke-width="3"/>
  </${Svg}>
`;

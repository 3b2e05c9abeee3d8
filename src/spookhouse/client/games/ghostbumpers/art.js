// The cards of Ghostbumpers, 100 by 140: Monster cards, and the drivers' Unfazed and Scared cards.
import { html } from "../../lib.js";
import {
  Back,
  Eyes,
  INK,
  Ink,
  LANTERN,
  Mark,
  Mouth,
  PAPER,
  Paper,
  SEATS,
  SHADE,
  Svg,
  Word,
} from "../../art/shapes.js";
import { Car, MONSTERS, ORDER } from "./monster-drawings.js";
import { say } from "./words.js";

/** The sign of a monster, which tells it apart without colour, in a box of `size`. */
export const Sign = ({ card, x = 0, y = 0, size = 24, fill = INK }) => {
  const { sign, line } = MONSTERS[card];
  return html`
    <path
      transform=${`translate(${x} ${y}) scale(${size / 24})`}
      d=${sign}
      fill=${line ? "none" : fill}
      fill-rule="evenodd"
      stroke=${line ? fill : "none"}
      stroke-width="2.2"
      stroke-linecap="round"
    />
  `;
};

/** @type {Map<string, any>} */
const cache = new Map();

/**
 * Create a drawing once. Preact then has nothing to compare where it is shown again.
 * @param {string} key
 * @param {() => any} draw
 */
const cached = (key, draw) => cache.get(key) ?? cache.set(key, draw()).get(key);

/** The value in the corner, above the monster's sign. */
const Corner = ({ card, text }) => html`
  <path d="M7 7h28a8 8 0 0 1 8 8v30a12 12 0 0 1-12 12H7z" fill=${PAPER} stroke=${INK}
    stroke-width="2.5" stroke-linejoin="round"/>
  <${Word} x=${24} y=${38} size=${36}>${text}<//>
  <${Sign} card=${card} x=${16.5} y=${41} size=${14}/>
`;

const Single = ({ card }) => html`
  <${Paper} tint=${MONSTERS[card].tint}>
    <path d="M8 104q42-14 84 0v22a6 6 0 0 1-6 6H14a6 6 0 0 1-6-6z" fill=${INK} opacity=".22"/>
    <g transform="translate(4 4)"><${MONSTERS[card].Picture}/></g>
    <${Corner} card=${card} text=${card}/>
  <//>
`;

/** The 0/10: 0 at the top and 10 at the bottom, both at the left edge, which a fan shows. */
const Double = () => html`
  <${Paper} tint="#d8f2ee">
    <path d="M8 86L92 58v68a6 6 0 0 1-6 6H14a6 6 0 0 1-6-6z" fill="#1d2148"/>
    <path d="M8 86L92 58" stroke=${INK} stroke-width="3"/>
    <g transform="translate(21 8) scale(.8)"><${MONSTERS["0/10"].Picture}/></g>
    <${Word} x=${23} y=${42} size=${40}>0<//>
    <${Sign} card="0/10" x=${16} y=${47} size=${14}/>
    <text x="11" y="127" font-size="36" font-weight="700" class="on-piece" fill="#ffe07a"
      stroke="#1d2148" stroke-width="6" paint-order="stroke">
      10
    </text>
  <//>
`;

/** A Monster card; `as` is the value that a 0/10 was played as. */
export const Monster = ({ card, as = null, label = undefined }) =>
  cached(`monster ${card} ${as} ${label}`, () => html`
    <${Svg} w=${100} h=${140} class="gb-card" label=${label}>
      ${card === "0/10" ? html`<${Double}/>` : html`<${Single} card=${card}/>`}
      ${as === null || card !== "0/10"
        ? null
        : html`
          <g>
            <rect x="6" y="6" width="60" height="48" rx="12" fill=${LANTERN} stroke=${INK}
              stroke-width="3"/>
            <${Word} x=${36} y=${44} size=${40}>${as}<//>
          </g>
        `}
    <//>
  `);

/** The back of a Monster card: a car in the beam of a lamp. */
export const MonsterBack = () =>
  cached("monster-back", () => html`
    <${Svg} w=${100} h=${140} class="gb-card">
      <${Back} tint="#3a2a6b">
        <path d="M50 14L20 112h60z" fill=${LANTERN} opacity=".16"/>
        <path d="M50 14v28" stroke=${PAPER} stroke-width="2" opacity=".6"/>
        <path d="M56 30l-14 22h9l-5 18 17-25h-10z" fill=${LANTERN} stroke=${INK} stroke-width="2.5"
          stroke-linejoin="round"/>
        <${Car} fill="#c23b4b" y=${-14}/>
      <//>
    <//>
  `);

// The hats of the six drivers, one for each seat.
const HATS = [
  html`<${Ink} d="M30 52q20-22 40 0l12 4q-30 4-52-4z" fill=${SEATS[0]}/>`,
  html`<${Ink} d="M28 56q-4-24 22-26 26 2 22 26l-6-8H34z" fill=${SEATS[1]}/>`,
  html`<${Ink} d="M32 50q-8-14 4-16 6-8 14-2 8-6 14 2 12 2 4 16-18-8-36 0z" fill=${SEATS[2]}/>`,
  html`<${Ink} d="M34 48l-2-16 9 8 4-14 6 14 9-12 1 12 8-4-3 13q-16-8-32-1z" fill=${SEATS[3]}/>`,
  html`
    <${Ink} d="M30 54q-2-20 20-20t20 20q-20-10-40 0z" fill=${SEATS[4]}/>
    <${Ink} d="M36 38l-4-14 12 9M64 38l4-14-12 9" fill=${SEATS[4]}/>
  `,
  html`
    <${Ink} d="M28 54q0-22 22-22t22 22z" fill=${SEATS[5]}/>
    <${Ink} d="M50 32v22M38 36l-2 18M62 36l2 18" w="2"/>
  `,
];
const SKINS = ["#f1c9a5", "#c68c5f", "#f6d7bd", "#8d5a3b", "#e3b48c", "#b9774a"];

const Head = ({ seat, children }) => html`
  <${Ink} d="M50 42c-14 0-20 10-20 22s8 22 20 22 20-10 20-22-6-22-20-22z" fill=${SKINS[seat]}/>
  ${children}
`;

const Badge = ({ seat, fill }) => html`
  <path d="M7 7h28a8 8 0 0 1 8 8v20a8 8 0 0 1-8 8H7z" fill=${fill} stroke=${INK}
    stroke-width="2.5"/>
  <g transform="translate(12 12)"><${Mark} seat=${seat} size=${26}/></g>
`;

/** The Unfazed card of a driver. */
export const Unfazed = ({ seat, label = undefined }) =>
  cached(`unfazed ${seat} ${label}`, () => html`
    <${Svg} w=${100} h=${140} class="gb-card" label=${label}>
      <${Paper} tint="#2f5d73">
        <path d="M8 100q42-12 84 0v26a6 6 0 0 1-6 6H14a6 6 0 0 1-6-6z" fill=${INK} opacity=".25"/>
        <${Ink} d="M30 104q0-18 20-18t20 18z" fill=${SEATS[seat]}/>
        <${Head} seat=${seat}>
          ${HATS[seat]}
          <${Ink} d="M31 60h38v4q0 8-8 8t-9-8h-4q-1 8-9 8t-8-8z" fill=${INK} w="1.5"/>
          <path d="M36 63l5-1M57 63l5-1" stroke="#fff" stroke-width="2" stroke-linecap="round"/>
          <${Ink} d="M43 78q8 5 14-2" w="2.6"/>
        <//>
        <${Car} fill=${SEATS[seat]}/>
        <${Badge} seat=${seat} fill="#22264a"/>
        <path d="M76 24l4 5 9-11" fill="none" stroke="#7fe0c3" stroke-width="5"
          stroke-linecap="round" stroke-linejoin="round"/>
      <//>
    <//>
  `);

/** The Scared card of a driver. */
export const Scared = ({ seat, label = undefined }) =>
  cached(`scared ${seat} ${label}`, () => html`
    <${Svg} w=${100} h=${140} class="gb-card" label=${label}>
      <${Paper} tint="#c23b4b">
        <path d="M50 72L8 30v20zM50 72L34 8h16zM50 72L70 8h14zM50 72l42-34v18zM50 72l42 18v18zM50 72
            L8 84v18z"
          fill="#ffd9a0" opacity=".55"/>
        <g transform="translate(0 -14)">${HATS[seat]}</g>
        <${Head} seat=${seat}>
          <ellipse cx="41" cy="60" rx="8" ry="9.5" fill="#fff" stroke=${INK} stroke-width="2.5"/>
          <ellipse cx="59" cy="60" rx="8" ry="9.5" fill="#fff" stroke=${INK} stroke-width="2.5"/>
          <circle cx="41" cy="61" r="2.6" fill=${INK}/>
          <circle cx="59" cy="61" r="2.6" fill=${INK}/>
          <ellipse cx="50" cy="78" rx="7" ry="8" fill="#7a1226" stroke=${INK} stroke-width="2.5"/>
        <//>
        <${Ink}
          d="M27 94l-6-22q-1-5 4-5t5 4l5 19M73 94l6-22q1-5-4-5t-5 4l-5 19"
          fill=${SKINS[seat]}
        />
        <${Car} fill=${SEATS[seat]}/>
        <${Badge} seat=${seat} fill="#22264a"/>
        <path d="M80 12h9l-2 17h-5z" fill="#fff" stroke=${INK} stroke-width="2"/>
        <circle cx="84.5" cy="36" r="4.5" fill="#fff" stroke=${INK} stroke-width="2"/>
      <//>
    <//>
  `);

/** The back of a character card, with the colour and the mark of its driver. */
export const CharacterBack = ({ seat }) =>
  cached(`character-back ${seat}`, () => html`
    <${Svg} w=${100} h=${140} class="gb-card">
      <${Back} tint="#22264a">
        <circle cx="50" cy="70" r="28" fill=${INK} stroke=${SEATS[seat]} stroke-width="4"/>
        <g transform="translate(30 50)"><${Mark} seat=${seat} size=${40}/></g>
      <//>
    <//>
  `);

/** @param {{size: number, label: string, children?: any}} props */
const Icon = ({ size, label, children }) => html`
  <svg
    class="gb-icon"
    viewBox="0 0 24 24"
    width=${size}
    height=${size}
    role="img"
    aria-label=${label}
  >
    ${children}
  </svg>
`;

/** A pennant for the leader. */
export const Pennant = ({ size = 15 }) => html`
  <${Icon} size=${size} label=${say("leads")}>
    <path d="M5 2v21" stroke=${PAPER} stroke-width="3" stroke-linecap="round"/>
    <path d="M6 3l16 6-16 6z" fill="#ff7b7b"/>
  <//>
`;

/** A ticket for the player with the starting card. */
export const Ticket = ({ size = 15 }) => html`
  <${Icon} size=${size} label=${say("starting-card")}>
    <path d="M2 6h20v4a2.5 2.5 0 0 0 0 5v4H2v-4a2.5 2.5 0 0 0 0-5z" fill=${SHADE}/>
    <path d="M9 8v9" stroke=${INK} stroke-width="2" stroke-dasharray="2 2"/>
  <//>
`;

/** The picture on the home page: the Ringmaster and the Howler close in on a driver. */
export const Picture = () => html`
  <${Svg} w=${320} h=${200} class="gb-picture" label=${say("picture")}>
    <rect width="320" height="200" fill="#1b1740"/>
    <circle cx="162" cy="34" r="20" fill="#f3ecd8"/>
    <circle cx="154" cy="29" r="17" fill="#1b1740"/>
    <path d="M0 118L60 40l60 78M200 118l60-62 60 62" fill="#2a2460"/>
    <path d="M60 40v-14M260 56V40" stroke=${PAPER} stroke-width="2"/>
    <path d="M60 26l16 5-16 5zM260 40l14 4-14 5z" fill="#ff7b7b"/>
    <path d="M0 66Q80 104 160 74T320 82" fill="none" stroke=${INK} stroke-width="3"/>
    ${[12, 48, 84, 120, 156, 192, 228, 264, 300].map((x, i) => html`
      <circle
        cx=${x}
        cy=${[74, 87, 92, 89, 79, 75, 79, 84, 84][i]}
        r="5"
        fill=${i % 2 ? "#ff8fb1" : LANTERN}
      />
    `)}
    <path d="M0 150q160-44 320 0v50H0z" fill="#3d3566"/>
    <path d="M0 170q160-34 320 0M60 136l-34 64M160 126v74M260 136l34 64" stroke="#5a4f94"
      stroke-width="2.5" fill="none"/>
    <g transform="translate(-6 66) rotate(-8 60 80)"><${MONSTERS[9].Picture}/></g>
    <g transform="translate(222 64) rotate(8 40 80)"><${MONSTERS[5].Picture}/></g>
    <g transform="translate(102 62) scale(1.1)">
      <${Ink} d="M30 104q0-18 20-18t20 18z" fill=${SEATS[1]}/>
      <${Head} seat=${1}>
        ${HATS[1]}
        <${Eyes} x=${50} y=${63} gap=${16} mood="wide" r=${3.2}/>
        <${Mouth} x=${50} y=${76} mood="wavy"/>
      <//>
      <${Car} fill=${SEATS[1]}/>
    </g>
    <path d="M92 126l10 8-12 2M232 124l-10 10 12 2" stroke=${LANTERN} stroke-width="4" fill="none"
      stroke-linecap="round" stroke-linejoin="round"/>
  <//>
`;

/** All pieces with their names. */
export const Pieces = () => html`
  <div class="gb-pieces">
    <ul>
      ${ORDER.map((card) => html`
        <li key=${card}><${Monster} card=${card}/><b>${card}</b> ${MONSTERS[card].name}</li>
      `)}
      <li><${MonsterBack}/>${say("back")}</li>
    </ul>
    <ul>
      ${SEATS.map((_, seat) => html`
        <li key=${seat}>
          <span class="gb-pair"><${Unfazed} seat=${seat}/><${Scared} seat=${seat}/></span>
          ${say("driver", { number: seat + 1 })}
        </li>
      `)}
    </ul>
  </div>
`;

// The ten monsters, each in its bumper car, in the picture area of a card: 100 wide, from 30 down
// to 132.
import { html } from "../../lib.js";
import { Eyes, INK, Ink, PAPER, SHEET } from "../../art/shapes.js";

const GOLD = "#f2c14e";

/** A bumper car seen from the front: rubber ring, bonnet, two lamps. */
export const Car = ({ fill, lamp = GOLD, y = 0, children }) => html`
  <g transform=${`translate(0 ${y})`}>
    <${Ink} d="M24 116c0-16 8-25 26-25s26 9 26 25z" fill=${fill}/>
    <path d="M31 108c1-7 5-11 11-12" fill="none" stroke="#fff" stroke-width="3"
      stroke-linecap="round" opacity=".55"/>
    <${Ink} d="M16 113q34-8 68 0a6 6 0 0 1 0 12q-34 5-68 0a6 6 0 0 1 0-12z" fill="#3a3d5c"/>
    <circle cx="30" cy="118" r="4" fill=${lamp} stroke=${INK} stroke-width="2"/>
    <circle cx="70" cy="118" r="4" fill=${lamp} stroke=${INK} stroke-width="2"/>
    ${children}
  </g>
`;

const Squeak = () => html`
  <path d="M74 82q14 4 10 18" fill="none" stroke=${INK} stroke-width="6" stroke-linecap="round"/>
  <path d="M74 82q14 4 10 18" fill="none" stroke="#f2a9b8" stroke-width="2.5"
    stroke-linecap="round"/>
  <circle cx="34" cy="55" r="13" fill=${SHEET} stroke=${INK} stroke-width="3"/>
  <circle cx="34" cy="55" r="6.5" fill="#f2a9b8"/>
  <circle cx="66" cy="55" r="13" fill=${SHEET} stroke=${INK} stroke-width="3"/>
  <circle cx="66" cy="55" r="6.5" fill="#f2a9b8"/>
  <${Ink} d="M50 50c-15 0-21 12-22 24l-2 26h48l-2-26c-1-12-7-24-22-24z" fill=${SHEET}/>
  <${Eyes} x=${50} y=${70} gap=${16} r=${3.6}/>
  <circle cx="50" cy="79" r="3.4" fill="#f08ba2" stroke=${INK} stroke-width="2"/>
  <${Ink} d="M40 80l-13-3M40 84l-12 3M60 80l13-3M60 84l12 3" w="1.8"/>
  <${Car} fill="#f5e6a8"/>
`;

const CobbyWeb = () => html`
  <path d="M55 8v40" stroke=${PAPER} stroke-width="2.5"/>
  <path d="M92 8L55 34M92 30L70 24M74 8l8 16" stroke=${PAPER} stroke-width="1.6" opacity=".75"
    fill="none"/>
  <${Ink}
    d="M40 62C24 50 20 60 14 72M39 70C24 64 20 76 17 88M70 62c16-12 20-2 24 8M71 70c12-4 18 4 18 16
      M42 78c-10 2-12 12-13 20M68 78c10 2 12 10 13 16"
    w="4.5"
  />
  <circle cx="55" cy="64" r="23" fill="#7d5fb2" stroke=${INK} stroke-width="3"/>
  <path d="M40 58c2-7 7-11 13-11" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round"
    opacity=".6"/>
  <circle cx="47" cy="62" r="7.5" fill="#fff" stroke=${INK} stroke-width="2"/>
  <circle cx="64" cy="62" r="7.5" fill="#fff" stroke=${INK} stroke-width="2"/>
  <circle cx="48.5" cy="63.5" r="3.2" fill=${INK}/>
  <circle cx="62.5" cy="63.5" r="3.2" fill=${INK}/>
  <circle cx="51" cy="50" r="2.6" fill="#fff" stroke=${INK} stroke-width="1.5"/>
  <circle cx="60" cy="50" r="2.6" fill="#fff" stroke=${INK} stroke-width="1.5"/>
  <${Ink} d="M48 76q7 6 14 0" w="2.5"/>
  <path d="M51 78l2 5 2-4zM57 79l2 4 2-5z" fill="#fff" stroke=${INK} stroke-width="1.2"/>
  <${Car} fill="#3fb6a8"/>
`;

const RustyBolt = () => html`
  <${Ink} d="M50 50V36" w="3"/>
  <circle cx="50" cy="34" r="5" fill="#ff7b5c" stroke=${INK} stroke-width="2.5"/>
  <${Ink} d="M29 52h42a4 4 0 0 1 4 4v36H25V56a4 4 0 0 1 4-4z" fill="#b7bdc9"/>
  <path d="M26 78c6-3 10 3 15-1s8 2 8 13H26zM75 60c-6 0-7 6-12 5s-3-9-10-12h18q4 0 4 4z"
    fill="#c4622d" opacity=".85"/>
  <${Ink} d="M29 52h42a4 4 0 0 1 4 4v36H25V56a4 4 0 0 1 4-4z"/>
  <${Ink} d="M18 62h7v14h-7zM75 62h7v14h-7z" fill="#8b91a3"/>
  <circle cx="40" cy="66" r="8.5" fill="#ffe07a" stroke=${INK} stroke-width="3"/>
  <circle cx="61" cy="66" r="6" fill="#ffe07a" stroke=${INK} stroke-width="3"/>
  <circle cx="41" cy="66" r="3" fill=${INK}/>
  <circle cx="61" cy="66" r="2.4" fill=${INK}/>
  <${Ink} d="M36 81h28v8H36zM43 81v8M50 81v8M57 81v8" fill="#fff" w="2"/>
  <${Car} fill="#c4622d"/>
`;

const MossyMo = () => html`
  <${Ink}
    d="M50 42c-8-6-16 0-16 7-9 0-12 9-8 15-6 5-5 14 1 17v19h46V81c6-3 7-12 1-17 4-6 1-15-8-15
      0-7-8-13-16-7z"
    fill="#86b04b"
  />
  <path d="M34 58q4-5 9-4M29 74q2-4 6-4M62 50q5 0 7 5" stroke="#fff" stroke-width="2.6" fill="none"
    stroke-linecap="round" opacity=".55"/>
  <${Ink} d="M57 40c0-6 4-9 8-9 0 5-3 9-8 9z" fill="#d6e86b" w="2"/>
  <circle cx="50" cy="64" r="12" fill="#fff" stroke=${INK} stroke-width="3"/>
  <circle cx="51" cy="66" r="5.5" fill=${INK}/>
  <circle cx="53" cy="64" r="1.8" fill="#fff"/>
  <path d="M38 62q12-12 24 0v-6q-12-10-24 0z" fill="#5d8430" stroke=${INK} stroke-width="2"/>
  <${Ink} d="M38 83q12 9 24 0z" fill=${INK}/>
  <path d="M43 84h4v4zM53 84h4v4z" fill="#fff"/>
  <path d="M30 92q2 8 0 12M68 90q3 8 1 14" stroke="#5d8430" stroke-width="4"
    stroke-linecap="round"/>
  <${Car} fill="#e9d27a"/>
`;

const Howler = () => html`
  <path d="M78 46a30 30 0 0 1 0 36M86 38a44 44 0 0 1 0 50" fill="none" stroke=${PAPER}
    stroke-width="3.5" stroke-linecap="round"/>
  <${Ink}
    d="M27 62l-3-28 16 12q10-4 20 0l16-12-3 28q5 10 2 20l-7 16H32l-7-16q-3-10 2-20z"
    fill="#6b4f4f"
  />
  <path d="M29 43l2 13 7-7zM71 43l-2 13-7-7z" fill="#e58b8b"/>
  <${Ink} d="M36 72l8-10h12l8 10-2 20q-12 10-24 0z" fill="#a07c73" w="2.5"/>
  <${Eyes} x=${50} y=${60} gap=${22} r=${3.6} mood="angry"/>
  <ellipse cx="50" cy="71" rx="5" ry="3.6" fill=${INK}/>
  <path d="M41 78h18q0 17-9 17t-9-17z" fill="#7a1226" stroke=${INK} stroke-width="2.5"/>
  <path d="M42 78l2.5 6 3-6zM52.5 78l3 6 2.5-6z" fill="#fff"/>
  <path d="M45 91q5-5 10 0-5 6-10 0z" fill="#ff8fa0"/>
  <${Car} fill="#ffb84d"/>
`;

const CandyFloss = () => html`
  <${Ink}
    d="M50 36c-10-3-17 3-18 10-9 1-13 10-9 17-4 7 0 16 8 18l3 19h32l3-19c8-2 12-11 8-18 4-7
      0-16-9-17-1-7-8-13-18-10z"
    fill="#ffb3d4"
  />
  <path d="M34 58q3-12 15-12M30 70q8 8 18 2M56 50q12 0 12 10M60 74q8 0 10-6" fill="none"
    stroke="#f07fb4" stroke-width="3" stroke-linecap="round"/>
  <${Eyes} x=${50} y=${60} gap=${20} r=${4}/>
  <path d="M34 72q16-6 32 0-2 16-16 16T34 72z" fill="#7a1246" stroke=${INK} stroke-width="2.5"/>
  <path d="M35 72l4 7 4-8 4 8 3-8 3 8 4-8 4 8 4-7zM39 83l4-6 4 9zM53 86l4-9 4 6z" fill="#fff"
    stroke=${INK} stroke-width="1"/>
  <${Car} fill="#8fd8f0"/>
`;

const LadyClatter = () => html`
  <${Ink} d="M50 84v14M34 92q16-8 32 0M36 99q14-6 28 0" w="5"/>
  <path d="M50 84v14M34 92q16-8 32 0M36 99q14-6 28 0" stroke=${SHEET} stroke-width="2.4" fill="none"
    stroke-linecap="round"/>
  <${Ink}
    d="M50 42c-14 0-22 9-22 20 0 8 4 12 8 15v8h28v-8c4-3 8-7 8-15 0-11-8-20-22-20z"
    fill=${SHEET}
  />
  <path d="M34 58c1-6 5-10 10-11" fill="none" stroke="#fff" stroke-width="3"
    stroke-linecap="round"/>
  <ellipse cx="41" cy="64" rx="6" ry="7" fill=${INK}/>
  <ellipse cx="59" cy="64" rx="6" ry="7" fill=${INK}/>
  <circle cx="42" cy="64" r="2" fill="#7fe0c3"/>
  <circle cx="60" cy="64" r="2" fill="#7fe0c3"/>
  <path d="M50 70l-3 6h6z" fill=${INK}/>
  <${Ink} d="M43 79v6M50 79v6M57 79v6" w="2"/>
  <${Ink} d="M26 48q24-10 48 0l-2 5q-22-9-44 0z" fill="#d65a8a"/>
  <${Ink} d="M37 46q1-14 13-14t13 14q-13-5-26 0z" fill="#d65a8a"/>
  <path d="M66 40q14-10 18-2-4 10-16 6z" fill="#7fe0c3" stroke=${INK} stroke-width="2"/>
  <${Car} fill="#9c7fd6"/>
`;

const BigBandage = () => html`
  <${Ink} d="M28 50q0-14 22-14t22 14l8 18-4 30H24l-4-30z" fill="#efe2c0"/>
  <path d="M29 47q20 6 43-2M26 76q24 8 50-2M22 86q28 8 55 0M30 40q20 4 38-1" stroke="#a8925f"
    stroke-width="2.2" fill="none" stroke-linecap="round"/>
  <${Ink} d="M26 56q24-6 49-1l2 13q-28 5-53 0z" fill="#4a3a2a" w="2.5"/>
  <circle cx="41" cy="62" r="5.5" fill="#ffe07a"/>
  <circle cx="61" cy="62" r="5.5" fill="#ffe07a"/>
  <circle cx="42" cy="62" r="2.4" fill=${INK}/>
  <circle cx="60" cy="62" r="2.4" fill=${INK}/>
  <${Ink} d="M76 72q12-2 12 8-6 8 2 14" fill="none" w="6"/>
  <path d="M76 72q12-2 12 8-6 8 2 14" fill="none" stroke="#efe2c0" stroke-width="3"
    stroke-linecap="round"/>
  <${Ink} d="M42 82q8-4 16 0" w="2.5"/>
  <${Car} fill="#4f86c6"/>
`;

const Ringmaster = () => html`
  <${Ink} d="M34 76h32l10 26H24z" fill="#c23b4b"/>
  <${Ink} d="M43 78l7 12 7-12v22H43z" fill=${SHEET} w="2"/>
  <${Ink} d="M43 84l7 3 7-3v8l-7-3-7 3z" fill=${GOLD} w="2"/>
  <${Ink} d="M50 50c-12 0-17 7-17 15s6 17 17 17 17-9 17-17-5-15-17-15z" fill="#b9e3c6"/>
  <${Eyes} x=${50} y=${63} gap=${15} r=${3.4} mood="angry"/>
  <${Ink}
    d="M50 72c-5-4-10-1-16-5 1 9 11 11 16 7 5 4 15 2 16-7-6 4-11 1-16 5z"
    fill=${INK}
    w="1.5"
  />
  <${Ink} d="M34 30h32l-2 20H36z" fill="#2b2148"/>
  <path d="M35.5 42h29l-.8 8H36.300z" fill=${GOLD} stroke=${INK} stroke-width="2"/>
  <${Ink} d="M24 51q26-8 52 0-4 6-26 4t-26-4z" fill="#2b2148"/>
  <${Car} fill=${GOLD} lamp="#fff"/>
`;

const Mirror = () => html`
  <${Ink} d="M50 36c16 0 25 15 25 32S66 102 50 102 25 85 25 68s9-32 25-32z" fill=${GOLD}/>
  <path d="M50 43c12 0 18 11 18 25s-6 27-18 27z" fill="#1d2148"/>
  <path d="M50 43c-12 0-18 11-18 25s6 27 18 27z" fill="#d8f2ee"/>
  <path d="M50 43c12 0 18 11 18 25s-6 27-18 27-18-13-18-27 6-25 18-25z" fill="none" stroke=${INK}
    stroke-width="2.5"/>
  <path d="M37 60q2-9 8-12" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round"/>
  <ellipse cx="42" cy="66" rx="3.2" ry="4.2" fill=${INK}/>
  <ellipse cx="58" cy="66" rx="3.2" ry="4.2" fill="#ffe07a"/>
  <path d="M40 80q5-4 10-3" stroke=${INK} stroke-width="2.6" fill="none" stroke-linecap="round"/>
  <path d="M50 77q6 0 9 7l-4-1-1 4-4-3z" fill="#ffe07a"/>
  <circle cx="50" cy="36" r="5" fill="#7fe0c3" stroke=${INK} stroke-width="2.5"/>
  <${Car} fill="#2fa39a" lamp="#fff"/>
`;

/**
 * The name, colour and drawing of each monster, and a sign that tells it apart without colour.
 */
export const MONSTERS = {
  1: {
    name: "Squeak",
    tint: "#8cc4e8",
    Picture: Squeak,
    sign: "M4 9a4 4 0 1 1 4-4 4 4 0 1 1 8 0 4 4 0 1 1 4 4c0 8-4 11-8 11S4 17 4 9z",
  },
  2: {
    name: "Cobby Web",
    tint: "#3d3566",
    Picture: CobbyWeb,
    sign:
      "M12 2v20M2 12h20M5 5l14 14M19 5L5 19M12 6l4.5 1.500L18 12l-1.5 4.500L12 18" +
      "l-4.5-1.500L6 12l1.5-4.500z",
    line: true,
  },
  3: {
    name: "Rusty Bolt",
    tint: "#e8a06a",
    Picture: RustyBolt,
    sign: "M7 2h10l5 10-5 10H7L2 12zM12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8z",
  },
  4: {
    name: "Mossy Mo",
    tint: "#4f7a3a",
    Picture: MossyMo,
    sign: "M3 21C3 9 10 3 21 3c0 11-6 18-15 16l6-8-9 10z",
  },
  5: {
    name: "Howler",
    tint: "#c23b4b",
    Picture: Howler,
    sign: "M9 1h6l-1 14h-4zM12 17a3 3 0 1 1 0 6 3 3 0 0 1 0-6z",
  },
  6: {
    name: "Candy Floss",
    tint: "#b8487f",
    Picture: CandyFloss,
    sign: "M12 1a6 6 0 0 1 5 9c2 4-1 6-3 6l-2 7-2-7c-2 0-5-2-3-6a6 6 0 0 1 5-9z",
  },
  7: {
    name: "Lady Clatter",
    tint: "#4b4f6e",
    Picture: LadyClatter,
    sign: "M5 2a3 3 0 0 1 3 4l10 9a3 3 0 1 1 1 6 3 3 0 0 1-5-2L5 9a3 3 0 0 1-2-5 3 3 0 0 1 2-2z",
  },
  8: {
    name: "Big Bandage",
    tint: "#c9a25e",
    Picture: BigBandage,
    sign: "M2 3h20v4H2zM2 10h20v4H2zM2 17h20v4H2z",
  },
  9: {
    name: "The Ringmaster",
    tint: "#6d3aa0",
    Picture: Ringmaster,
    sign: "M6 3h12v12h5v4H1v-4h5z",
  },
  "0/10": {
    name: "The Mirror",
    tint: "#2fa39a",
    Picture: Mirror,
    sign: "M12 1l3 8 8 3-8 3-3 8-3-8-8-3 8-3z",
  },
};

export const ORDER = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0/10"];

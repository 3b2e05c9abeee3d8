// Portraits of the 29 psychics, each in a square of 100, built from heads, hair, hats and objects.
import { html } from "../../lib.js";
import { Eyes, INK, Ink, LANTERN, Mouth, PAPER, SHEET } from "../../art/shapes.js";

const FAIR = "#f4cfa6";
const ROSY = "#f0b892";
const TAN = "#d29464";
const BROWN = "#9c6341";
const DARK = "#74462f";
const PALE = "#dbe9f0";
const GREEN = "#a9cf96";
const GREY = "#cfd3dd";
const WHITE = "#fbfaf5";
const RED = "#d8484a";
const WINE = "#7d2740";
const GOLD = "#f2c14e";
const TEAL = "#2f8f83";
const NAVY = "#2b3566";
const VIOLET = "#7a56b3";
const ORANGE = "#e8823a";
const BLACK = "#23233a";
const STRAW = "#e6c67a";
const COPPER = "#b0562c";
const PINK = "#f08fb0";
const SKY = "#8cc7ee";
const MUD = "#6b4a35";

/** Tints behind the portraits, by level. */
export const GROUNDS = ["#46549e", "#2c7263", "#75498a", "#98503f", "#4c5468"];

/**
 * An inked line or shape, short to write.
 * @param {string} d
 * @param {string} [fill]
 * @param {number} [w]
 */
const I = (d, fill = "none", w = 3) => html`<${Ink} d=${d} fill=${fill} w=${w}/>`;
/**
 * @param {number} x
 * @param {number} y
 * @param {number} r
 * @param {string} fill
 * @param {number} [w]
 */
const O = (x, y, r, fill, w = 3) => html`
  <circle cx=${x} cy=${y} r=${r} fill=${fill} stroke=${INK} stroke-width=${w}/>
`;
/**
 * A spot without an outline.
 * @param {number} x
 * @param {number} y
 * @param {number} r
 * @param {string} fill
 */
const Dot = (x, y, r, fill) => html`<circle cx=${x} cy=${y} r=${r} fill=${fill}/>`;
/**
 * @param {string} d
 * @param {string} fill
 */
const Flat = (d, fill) => html`<path d=${d} fill=${fill}/>`;

const body = (/** @type {string} */ fill) => I("M6 101C8 82 26 75 40 73h20c14 2 32 9 34 28z", fill);
const head = (/** @type {string} */ skin, x = 50, y = 47) => html`
  <g transform=${`translate(${x - 50} ${y - 47})`}>
    ${I("M43 64v12c4 5 10 5 14 0V64z", skin)}
    ${I("M30 50c-5-2-6 7 1 9M70 50c5-2 6 7-1 9", skin)}
    ${I("M50 22c-14 0-20 10-20 24 0 15 9 25 20 25s20-10 20-25c0-14-6-24-20-24z", skin)}
    <path d="M36 38c1-6 5-9 9-10" fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="3"
      stroke-linecap="round"/>
  </g>
`;
const nose = (x = 50, y = 50) => I(`M${x} ${y - 3}c-1 4-3 6 1 6`, "none", 2.4);
const eyes = (mood = "round", y = 45, gap = 15, r = 3) => html`
  <${Eyes} x=${50} y=${y} gap=${gap} mood=${mood} r=${r}/>
`;
const mouth = (mood = "smile", y = 60) => html`
  <g transform=${`translate(10 ${y * 0.2}) scale(.8)`}><${Mouth} x=${50} y=${y} mood=${mood}/></g>
`;
const cheeks = () => html`${Dot(38, 55, 4, "#f2797d66")}${Dot(62, 55, 4, "#f2797d66")}`;
const glasses = (fill = "#ffffff55", r = 8) => html`
  ${O(41.5, 46, r, fill, 2.6)}
  ${O(58.5, 46, r, fill, 2.6)}
  ${I("M49 46h2", "none", 2.6)}
`;
const shades = (fill = BLACK) => I("M31 41h38v5c0 7-15 8-17 0h-4c-2 8-17 7-17 0z", fill, 2.6);
const whiskers = (/** @type {string} */ fill) =>
  I("M50 56c-5-3-13-1-17 5 7 2 13 1 17-2 4 3 10 4 17 2-4-6-12-8-17-5z", fill, 2.4);
const beard = (/** @type {string} */ fill) =>
  I("M30 48c0 20 6 32 20 32s20-12 20-32c-4 6-8 8-12 8-4-3-12-3-16 0-4 0-8-2-12-8z", fill);
const brows = (y = 38, lean = 0) =>
  I(`M36 ${y + lean}l10 ${-lean}M64 ${y + lean}l-10 ${-lean}`, "none", 3.4);
const cap = (/** @type {string} */ fill) =>
  I("M30 44c-2-18 8-25 20-25s22 7 20 25c-6-6-10-10-12-14-8 6-18 8-28 14z", fill);
const long = (/** @type {string} */ fill) =>
  I("M50 16C30 16 24 32 24 50c0 14-2 24-6 32h64c-4-8-6-18-6-32 0-18-6-34-26-34z", fill);
const bun = (/** @type {string} */ fill) => html`${O(50, 15, 9, fill)}${cap(fill)}`;
const star = (/** @type {number} */ x, /** @type {number} */ y, s = 1) => html`
  <g transform=${`translate(${x} ${y}) scale(${s})`}>
    ${I("M0-8l2.4 5.2L8-2 3.8 2 5 8 0 5l-5 3 1.2-6L-8-2l5.6-.8z", GOLD, 2.2)}
  </g>
`;
const bat = (/** @type {number} */ x, /** @type {number} */ y, s = 1) => html`
  <g transform=${`translate(${x} ${y}) scale(${s})`}>
    ${I(
      "M0-3l2-4 2 4c6-5 11-4 14 2-5-1-7 2-8 5-3-2-6-1-8 4-2-5-5-6-8-4-1-3-3-6-8-5 3-6 8-7 14-2z",
      BLACK,
      2,
    )}
    ${Dot(0.4, -0.5, 1, LANTERN)}
    ${Dot(3.4, -0.5, 1, LANTERN)}
  </g>
`;
const house = (
  /** @type {number} */ x,
  /** @type {number} */ y,
  /** @type {string} */ fill,
) => html`
  <g transform=${`translate(${x} ${y})`}>
    ${I("M-12 0l12-11L12 0v15h-24z", fill)}
    ${Flat("M-4 4h8v11h-8z", LANTERN)}
  </g>
`;

/** Every portrait, by number. */
const FACES = [
  () => null,
  // 1  a lady who clutches the card to her chest
  () => html`
    ${body(WINE)}
    ${head(FAIR)}
    ${bun(COPPER)}
    ${brows(39, -3)}
    ${eyes("round", 45)}
    ${nose()}
    ${mouth("flat", 60)}
    ${Dot(58, 66, 1.6, INK)}
    ${I("M36 72h28v26H36z", PAPER)}
    ${I("M50 78l2.5 5 5.5 1-4 4 1 5.5-5-3-5 3 1-5.5-4-4 5.5-1z", VIOLET, 2)}
    ${I(
      "M22 92c2-8 10-10 17-7l3 5c-6 5-12 7-20 10zM78 92c-2-8-10-10-17-7l-3 5c6 5 12 7 20 10z",
      FAIR,
    )}
  `,
  // 2  Auntie with her tea
  () => html`
    ${body("#8d6ab0")}
    ${I("M24 84c10-12 16-10 26 6 10-16 16-18 26-6l-8 17H32z", PINK)}
    ${head(ROSY)}
    ${bun(GREY)}
    ${I("M42 10h16", "none", 2.4)}
    ${eyes("shut", 46)}
    ${glasses("#d7f2ff88")}
    ${cheeks()}
    ${nose(50, 53)}
    ${mouth("smile", 61)}
    ${I("M66 78h20c0 9-3 14-10 14s-10-5-10-14zM86 80c7-1 7 8-1 8", WHITE)}
    ${I("M72 73c-3-4 3-5 0-9M80 73c-3-4 3-5 0-9", "none", 2)}
  `,
  // 3  a sleuth with a magnifying glass
  () => html`
    ${body("#8a6b3f")}
    ${I("M38 74l12 12 12-12", "none")}
    ${head(FAIR)}
    ${eyes("round", 46)}
    ${nose()}
    ${mouth("flat", 62)}
    ${I("M26 38c2-16 12-22 24-22s22 6 24 22c-16-5-32-5-48 0z", "#a98450")}
    ${I("M26 38c-8 1-12 4-14 8 6 0 11-1 15-3zM74 38c8 1 12 4 14 8-6 0-11-1-15-3z", "#7c5a2c")}
    ${O(50, 14, 4, "#7c5a2c")}
    ${I("M66 66l16 22", "none", 7)}
    <path d="M66 66l16 22" stroke=${COPPER} stroke-width="3"/>
    ${O(60, 50, 14, "#bfe8ff66", 4)}
    ${html`<ellipse cx="59" cy="47" rx="5" ry="6.5" fill=${INK}/>`}
    ${Dot(61, 45, 1.8, "#fff")}
  `,
  // 4  the Lady in White
  () => html`
    ${long("#eef4fb")}
    ${body(WHITE)}
    ${head(PALE)}
    ${I("M50 18c-16 0-22 14-22 32 4-12 10-18 22-20 12 2 18 8 22 20 0-18-6-32-22-32z", WHITE)}
    ${eyes("wide", 47)}
    ${mouth("howl", 60)}
    ${Flat("M38 56c0 5-1 8-1 8s-2-3 1-8zM62 56c0 5 1 8 1 8s2-3-1-8z", SKY)}
    ${I("M26 24c10-10 38-10 48 0-12-4-36-4-48 0z", PINK, 2.4)}
    ${Dot(38, 19, 3, RED)}
    ${Dot(50, 17, 3, RED)}
    ${Dot(62, 19, 3, RED)}
  `,
  // 5  Sir Nicholas, head a little loose
  () => html`
    ${body(NAVY)}
    ${I(
      "M18 82c4-8 10-8 14-2 3-8 9-8 12-1 3-7 9-7 12 0 3-7 9-7 12 1 4-6 10-6 14 2-4 10-12 " +
        "9-16 4-3 6-9 6-12 0-3 6-8 6-11 0-3 6-9 6-12 0-4 5-10 4-13-4z",
      WHITE,
      2.6,
    )}
    <g transform="rotate(-9 50 60)">
      ${head(PALE)}
      ${cap(MUD)}
      ${I("M20 34c16-8 44-8 60 0-4 4-10 4-14 2l-2-14c-8-5-20-5-28 0l-2 14c-4 2-10 2-14-2z", NAVY)}
      ${I("M64 26c6-14 16-18 26-16-4 8-12 14-24 18z", RED, 2.4)}
      ${eyes("round", 46)}
      ${nose()}
      ${whiskers(MUD)}
    </g>
  `,
  // 6  somebody who has just trodden on the skin
  () => html`
    <g transform="rotate(28 50 56)">
      ${body(ORANGE)}
      ${head(FAIR)}
      ${I("M28 42c-4-14 6-26 22-26s26 12 22 26c-6-4-8-8-9-12-8 6-24 4-28 2 0 4-3 8-7 10z", STRAW)}
      ${eyes("wide", 46)}
      ${nose()}
      ${mouth("howl", 58)}
    </g>
    ${star(14, 26)}
    ${star(30, 11, 0.7)}
    ${star(12, 52, 0.6)}
    ${I(
      "M73 72c-4 4-5 9-4 13-6-3-13-2-18 4 7 0 12 1 17 5 0 3-1 5-3 7h7c2-3 4-3 6 0h8" +
        "c-2-3-4-6-4-8 4-2 9-2 14 1-3-7-9-10-15-9 0-5-2-10-5-13z",
      GOLD,
      2.6,
    )}
  `,
  // 7  the bride of the postponed wedding
  () => html`
    ${I("M50 8C24 8 16 34 14 96h72C84 34 76 8 50 8z", "#ffffffcc")}
    ${body(WHITE)}
    ${head(PALE)}
    ${cap("#5b4a6b")}
    ${eyes("round", 46)}
    ${Flat("M40 53c0 6-1 9-1 9s-2-4 1-9z", SKY)}
    ${mouth("frown", 62)}
    ${I("M28 26c12-10 32-10 44 0l-3 6c-12-7-26-7-38 0z", WHITE)}
    ${Dot(36, 25, 3.5, PINK)}
    ${Dot(50, 21, 3.5, PINK)}
    ${Dot(64, 25, 3.5, PINK)}
    ${I("M50 100l-9-12h18z", TEAL, 2.4)}
    ${O(42, 84, 6, PINK, 2.4)}
    ${O(58, 84, 6, PINK, 2.4)}
    ${O(50, 79, 6.5, RED, 2.4)}
  `,
  // 8  the acrobat and her bats
  () => html`
    ${body(RED)}
    ${I("M38 75l12 25 12-25z", GOLD, 2.4)}
    ${head(BROWN)}
    ${cap(BLACK)}
    ${I("M32 30L24 8l16 12zM68 30L76 8 60 20z", BLACK)}
    ${I("M31 34h38", "none", 7)}
    <path d="M32 34h36" stroke=${GOLD} stroke-width="3.5"/>
    ${eyes("round", 46)}
    ${cheeks()}
    ${nose()}
    ${mouth("grin", 59)}
    ${bat(15, 34, 0.95)}
    ${bat(83, 52, 0.8)}
    ${bat(80, 18, 0.65)}
  `,
  // 9  the snake charmer
  () => html`
    ${body(TEAL)}
    ${head(TAN)}
    ${I("M27 40c-6-22 10-30 23-30s29 8 23 30c-14-8-32-8-46 0z", WHITE)}
    ${I("M28 34c12-12 30-16 42-16M32 24c10-8 20-10 28-10", "none", 2.4)}
    ${O(50, 32, 5, RED, 2.4)}
    ${eyes("shut", 47)}
    ${nose()}
    ${beard(BLACK)}
    ${mouth("smile", 63)}
    ${I("M78 100c-12-10 12-16 2-28-8-10 10-14 4-24-3-5-11-4-12 2 0 5 5 6 7 4", "none", 9)}
    <path d="M78 100c-12-10 12-16 2-28-8-10 10-14 4-24-3-5-11-4-12 2 0 5 5 6 7 4" fill="none"
      stroke=${GREEN} stroke-width="4.5" stroke-linecap="round"/>
    ${Dot(75, 48, 1.6, INK)}
  `,
  // 10  the poltergeist boy
  () => html`
    ${body("#5d7f3a")}
    ${head(GREEN)}
    ${I(
      "M28 44L16 36l10-2L14 22l14 2-6-14 14 8 2-14 10 11L56 3l5 13 11-9-2 14 14-5-8 12 " +
        "12 2-11 7 8 7H72c-4-6-6-9-8-11-8 5-20 6-28 1-2 3-5 6-8 10z",
      VIOLET,
    )}
    ${eyes("angry", 48, 16, 3.5)}
    ${mouth("grin", 60)}
    ${I("M74 60h16c0 7-3 11-8 11s-8-4-8-11zM90 61c5 0 5 6-1 6", WHITE, 2.4)}
    ${I("M6 58l14-6 5 12-14 6z", GOLD, 2.4)}
    ${I("M12 82l10-4", "none", 2.4)}
  `,
  // 11  the exorcist
  () => html`
    ${body(BLACK)}
    ${I("M42 74h16v9H42z", WHITE, 2.4)}
    ${head(FAIR)}
    ${cap(GREY)}
    ${brows(40, -4)}
    ${eyes("round", 46)}
    ${nose()}
    ${mouth("howl", 59)}
    ${I("M16 32c20-7 48-7 68 0-8 5-60 5-68 0z", BLACK)}
    ${I("M30 30c-1-16 8-20 20-20s21 4 20 20c-12 4-28 4-40 0z", BLACK)}
    <path d="M31 27c12 3 26 3 38 0" stroke=${RED} stroke-width="4" fill="none"/>
    ${I("M62 96c-1-10 4-16 11-17l18-8c5-1 6 4 2 6l-12 6c5 0 8 3 7 8l-5 9H63z", FAIR)}
  `,
  // 12  a girl who is not impressed
  () => html`
    ${long(COPPER)}
    ${body("#d84f86")}
    ${head(FAIR)}
    ${I("M30 42c0-16 8-22 20-22s20 6 20 22c-8-8-14-10-20-10s-12 2-20 10z", COPPER)}
    ${shades()}
    ${nose(50, 54)}
    ${O(52, 65, 9, PINK, 2.6)}
    ${Dot(49, 62, 2.4, "#fff")}
    ${I("M26 28c8-16 40-18 48-2l12 4c2 3 0 5-3 5-20-5-38-5-57-1z", SKY)}
    ${I("M26 29c16-5 32-6 48-3", "none", 2.4)}
  `,
  // 13  the gambler against time
  () => html`
    ${body("#3f6b55")}
    ${I("M40 74l10 10 10-10", WHITE, 2.4)}
    ${head(TAN)}
    ${cap(BLACK)}
    ${eyes("wide", 46)}
    ${nose()}
    ${mouth("wavy", 61)}
    ${Flat("M70 34c0 4-2 6-2 8s4 2 4 0-2-4-2-8z", SKY)}
    ${I("M26 36c6-6 42-6 48 0l6 6c-18-5-42-5-60 0z", "#49a36b")}
    ${I("M64 66h26M64 98h26", "none", 4)}
    ${I("M67 67h20c0 9-7 11-7 15s7 7 7 15H67c0-8 7-11 7-15s-7-6-7-15z", "#dff3ff", 2.6)}
    ${Flat("M71 72h12l-6 8zM70 95c2-5 5-6 7-9 2 3 5 4 7 9z", GOLD)}
  `,
  // 14  the twins
  () => html`
    ${I("M0 101c2-16 12-22 26-23h48c14 1 24 7 26 23z", SKY)}
    <g transform="translate(-7 18) scale(.74)">
      ${head(FAIR)}
      ${cap(STRAW)}
      ${I("M24 36l-10-8v16zM76 36l10-8v16z", RED, 3)}
      ${eyes("round", 46)}
      ${cheeks()}
      ${mouth("smile", 60)}
    </g>
    <g transform="translate(33 18) scale(.74)">
      ${head(FAIR)}
      ${cap(STRAW)}
      ${I("M24 36l-10-8v16zM76 36l10-8v16z", TEAL, 3)}
      ${eyes("round", 46)}
      ${cheeks()}
      ${mouth("grin", 59)}
    </g>
    ${I("M50 80v20", "none", 2.6)}
  `,
  // 15  the traveller who comes along
  () => html`
    ${body("#5f6f8f")}
    ${I("M50 76v24M38 75l12 9 12-9", "none", 2.4)}
    ${head(BROWN)}
    ${eyes("round", 46)}
    ${nose()}
    ${whiskers(BLACK)}
    ${I("M22 36c16-7 40-7 56 0-10 5-46 5-56 0z", BLACK)}
    ${I("M31 34c-2-18 8-23 19-23s21 5 19 23c-12 4-26 4-38 0z", BLACK)}
    <path d="M32 30c11 3 25 3 36 0" stroke=${TEAL} stroke-width="4" fill="none"/>
    ${I("M62 82c0-6 16-6 16 0", "none", 3)}
    ${I("M54 82h34v18H54z", COPPER)}
    ${I("M61 82v18M81 82v18", "none", 2.4)}
    ${star(71, 92, 0.65)}
  `,
  // 16  she sees double
  () => html`
    <g opacity=".5" transform="translate(9 -3)">${head(PALE)}${cap(VIOLET)}</g>
    ${body(VIOLET)}
    ${head(FAIR)}
    ${cap(VIOLET)}
    ${I(
      "M30 30c-8-10-2-18 6-14-2-8 10-12 14-4 4-8 16-4 14 4 8-4 14 4 6 14-12-6-28-6-40 0z",
      VIOLET,
    )}
    ${O(40, 46, 9.5, "#fff6c9")}
    ${O(60, 46, 9.5, "#fff6c9")}
    ${I(
      "M40 46c0-3 4-2 4 1 0 5-9 5-9-1 0-8 12-7 13 1M60 46c0-3 4-2 4 1 0 5-9 5-9-1 0-8 12-7 13 1",
      "none",
      1.8,
    )}
    ${mouth("wavy", 62)}
  `,
  // 17  the diver
  () => html`
    ${Dot(16, 24, 4, "#ffffff66")}
    ${Dot(22, 12, 3, "#ffffff66")}
    ${Dot(84, 30, 5, "#ffffff55")}
    ${body("#5b6f7a")}
    ${I("M24 82c8 8 44 8 52 0v8c-10 8-42 8-52 0z", COPPER)}
    ${O(50, 48, 31, GOLD)}
    ${O(50, 50, 20, "#9fd8ee", 4)}
    ${I("M50 34c-10 0-14 7-14 16 0 10 6 16 14 16s14-6 14-16c0-9-4-16-14-16z", PALE, 2.4)}
    ${eyes("round", 48, 12)}
    ${mouth("frown", 59)}
    ${[0, 60, 120, 180, 240, 300].map((turn) => html`
      <circle cx="50" cy="22.5" r="2.4" fill=${INK} transform=${`rotate(${turn} 50 48)`}/>
    `)}
    <path d="M38 42c3-5 7-7 11-7" stroke="#fff" stroke-width="3" fill="none"
      stroke-linecap="round"/>
  `,
  // 18  the returner, stitched and patient
  () => html`
    ${body("#3c4350")}
    ${head(GREEN)}
    ${I("M30 36V18h40v18c-4-3-7-4-9-8-8 4-16 4-22 0-2 4-5 5-9 8z", BLACK)}
    ${I("M58 30l8 8M58 36l5-6M63 40l5-6", "none", 2)}
    ${eyes("round", 46)}
    ${brows(39, 2)}
    ${nose()}
    ${mouth("flat", 62)}
    ${I("M27 62h-6v6h6M73 62h6v6h-6", GREY, 2.4)}
    ${I(
      "M8 101c-2-8-5-13-6-18 0-4 4-5 6-1l3 5-2-16c0-5 6-5 7 0l2 12 1-15c0-5 7-5 7 0v15" +
        "l3-12c1-4 7-4 6 1l-2 14 5-5c3-3 7 0 5 3-5 7-8 12-9 17z",
      GREEN,
      2.6,
    )}
  `,
  // 19  the hooded one who is yet to come
  () => html`
    ${I("M50 4C22 4 16 34 14 101h72C84 34 78 4 50 4z", "#2b2f4e")}
    ${I("M50 18c-14 0-19 14-19 30s8 26 19 26 19-10 19-26-5-30-19-30z", "#12132a")}
    ${html`
      <ellipse cx="42" cy="46" rx="4" ry="6" fill=${LANTERN}/>
      <ellipse cx="58" cy="46" rx="4" ry="6" fill=${LANTERN}/>
    `}
    ${I(
      "M50 84c-8-9-20-6-23 0 8-1 10 4 12 8 4-4 8-5 11-8zM50 84c8-9 20-6 23 0-8-1-10 4-12 " +
        "8-4-4-8-5-11-8z",
      "#3f9a57",
      2.4,
    )}
    ${O(47, 85, 4, RED, 2)}
    ${O(54, 85, 4, RED, 2)}
    ${Dot(20, 14, 2, "#fff")}
    ${Dot(84, 22, 2.5, "#fff")}
    ${Dot(10, 40, 2.5, "#fff")}
    ${Dot(90, 50, 2, "#fff")}
  `,
  // 20  the guide with the lantern
  () => html`
    ${I("M50 12C26 12 22 36 24 78h52c2-42-2-66-26-66z", TEAL)}
    ${body("#35614f")}
    ${head(DARK)}
    ${I("M50 14c-16 0-22 14-23 32 6-12 12-17 23-17s17 5 23 17c-1-18-7-32-23-32z", TEAL)}
    ${eyes("round", 47)}
    ${nose()}
    ${mouth("smile", 61)}
    ${I("M80 52v8M72 62h16", "none")}
    ${I("M72 62h16l3 24H69z", "#5a5f7d")}
    ${Flat("M75 66h10l2 16H73z", LANTERN)}
    ${I("M80 81c-4-5 0-7 0-11 4 5 5 8 0 11z", "#fff3c4", 1.8)}
    ${I("M64 96c4-6 10-8 16-7l8 4", DARK, 3)}
  `,
  // 21  Bloody Mary in her mirror
  () => html`
    ${html`
      <ellipse cx="50" cy="50" rx="44" ry="47" fill=${GOLD} stroke=${INK} stroke-width="3"/>
      <ellipse cx="50" cy="50" rx="35" ry="39" fill="#33203f" stroke=${INK} stroke-width="3"/>
    `}
    ${I("M50 18C32 18 26 36 24 78c8 8 44 8 52 0-2-42-8-60-26-60z", BLACK)}
    ${head("#f6ece8", 50, 49)}
    ${I("M50 22c-14 0-20 12-20 28 6-8 16-14 20-24 4 10 14 16 20 24 0-16-6-28-20-28z", BLACK)}
    ${Dot(42, 48, 4.5, RED)}
    ${Dot(58, 48, 4.5, RED)}
    ${Dot(42, 48, 1.8, INK)}
    ${Dot(58, 48, 1.8, INK)}
    ${Flat("M41 53h2.5v9a1.5 1.5 0 0 1-2.5 0zM57 53h2.5v6a1.5 1.5 0 0 1-2.5 0z", RED)}
    ${I("M43 64c5 4 9 4 14 0-3 7-11 7-14 0z", RED, 2)}
    <path d="M22 38c3-10 8-15 13-18" stroke="#fff" stroke-opacity=".6" stroke-width="3" fill="none"
      stroke-linecap="round"/>
  `,
  // 22  the one who plays dead
  () => html`
    ${body("#6d7f96")}
    ${I("M40 74l10 12 10-12", WHITE, 2.4)}
    ${head(FAIR)}
    ${cap(MUD)}
    ${eyes("cross", 46, 17, 3.5)}
    ${nose()}
    ${I("M42 61h16", "none", 2.6)}
    ${I("M50 61h8v6c0 5-8 5-8 0z", PINK, 2.4)}
    ${I("M40 100l8-17", "none", 3)}
    ${I("M48 84c-9-3-9-12-7-17l5 5 4-7 4 7 6-4c1 6-2 14-12 16z", WHITE, 2.4)}
    ${I("M43 94c-6 0-9-3-10-7 5 0 9 2 10 7z", "#3f9a57", 2.2)}
  `,
  // 23  two goldfish, one bowl
  () => html`
    ${I("M26 24C8 38 8 70 24 88h52c16-18 16-50-2-64z", "#ffffff33")}
    ${Flat("M15 44c-4 16-1 32 10 43h50c11-11 14-27 10-43-22 6-46-6-70 0z", "#6fc3e8cc")}
    ${I("M22 20h56v7H22z", "#dff3ff")}
    ${I("M30 60c6-10 20-10 26 0l9-7v16l-9-6c-6 9-20 9-26-3z", SHEET)}
    ${Dot(38, 58, 2.6, INK)}
    ${I("M34 65c2 2 4 2 6 0", "none", 2)}
    ${I("M74 76c-5-7-16-7-21 0l-7-5v12l7-5c5 7 16 7 21-2z", ORANGE, 2.6)}
    ${Dot(67, 75, 2.2, INK)}
    ${Dot(24, 50, 2.5, "#fff")}
    ${Dot(72, 46, 3, "#fff")}
    ${Dot(78, 38, 2, "#fff")}
    ${I("M26 88c6-3 42-3 48 0", "none", 3)}
    <path d="M20 46c2-8 5-13 9-17" stroke="#fff" stroke-width="3" fill="none" stroke-linecap="round"
      opacity=".8"/>
  `,
  // 24  the doorman
  () => html`
    ${I("M2 101c2-22 18-28 36-29h24c18 1 34 7 36 29z", BLACK)}
    ${I("M40 73l10 12 10-12v28H40z", WHITE, 2.4)}
    ${I("M50 82l-9-5v10zM50 82l9-5v10z", RED, 2.4)}
    ${I("M50 18c-18 0-23 12-23 29 0 17 10 26 23 26s23-9 23-26c0-17-5-29-23-29z", DARK)}
    <path d="M36 30c4-5 9-7 14-7" stroke="#fff" stroke-opacity=".6" stroke-width="3.5" fill="none"
      stroke-linecap="round"/>
    ${shades()}
    ${nose(50, 55)}
    ${mouth("frown", 64)}
    ${I("M73 50c6 2 4 12 0 18 4 4 0 8-4 8", "none", 2.4)}
  `,
  // 25  the conjurer whose guests vanish
  () => html`
    ${I("M10 101c0-22 14-34 24-28l16 14 16-14c10-6 24 6 24 28z", RED)}
    ${body(BLACK)}
    ${I("M38 74l12 14 12-14z", WHITE, 2.4)}
    ${head(FAIR)}
    ${cap(BLACK)}
    ${brows(39, 3)}
    ${eyes("round", 46)}
    ${nose()}
    ${I("M50 57c-6-1-10 3-18-1 2 8 12 10 18 4 6 6 16 4 18-4-8 4-12 0-18 1z", BLACK, 2)}
    ${I("M46 66l4 8 4-8z", BLACK, 2)}
    ${I("M22 30c16-5 40-5 56 0-10 5-46 5-56 0z", BLACK)}
    ${I("M32 28L29 4h42l-3 24c-10 3-26 3-36 0z", BLACK)}
    <path d="M32 24c12 3 24 3 36 0" stroke=${VIOLET} stroke-width="5" fill="none"/>
    ${star(86, 60, 0.8)}
    ${star(92, 78, 0.5)}
    ${I("M70 94l16-22", "none", 4.5)}
  `,
  // 26  the strong one with the heart
  () => html`
    ${body("#7d5a2b")}
    ${head(DARK)}
    ${I("M42 30c-2-14 0-22 8-26 8 4 10 12 8 26z", BLACK)}
    ${brows(40, -4)}
    ${eyes("round", 46)}
    ${nose()}
    ${beard(BLACK)}
    ${mouth("flat", 63)}
    ${O(28, 60, 4, GOLD, 2.4)}
    ${O(72, 60, 4, GOLD, 2.4)}
    ${I("M30 80c6 14 34 14 40 0M26 84c8 20 40 20 48 0", "none", 6.5)}
    <path d="M30 80c6 14 34 14 40 0M26 84c8 20 40 20 48 0" fill="none" stroke=${GOLD}
      stroke-width="3"/>
  `,
  // 27  asleep, with a night cap
  () => html`
    ${body("#8fa7d8")}
    ${I("M20 92c10-8 50-8 60 0v9H20z", WHITE, 2.6)}
    ${head(FAIR)}
    ${eyes("shut", 47)}
    ${cheeks()}
    ${nose()}
    ${html`<ellipse cx="50" cy="63" rx="3.5" ry="3" fill=${INK}/>`}
    ${I("M29 38C30 16 46 8 64 14c12 4 20 14 22 28-8-6-12-10-18-10l2 6c-14-6-28-6-41 0z", SKY)}
    ${I("M27 40c14-8 32-8 46 0l-1-7c-14-7-30-7-44 0z", WHITE, 2.6)}
    ${O(86, 46, 6, WHITE, 2.6)}
    ${I("M12 22h10L12 34h10M8 46h6l-6 8h6", "none", 3.4)}
  `,
  // 28  the estate agent
  () => html`
    ${body("#38618c")}
    ${I("M40 74l10 10 10-10z", WHITE, 2.4)}
    ${I("M47 84h6l3 16H44z", ORANGE, 2.4)}
    ${head(TAN)}
    ${I("M29 44c-3-18 8-26 21-26 15 0 24 8 21 26-4-4-6-8-7-13-10 2-18 0-24-5-3 7-6 13-11 18z", MUD)}
    ${eyes("round", 46)}
    ${nose()}
    ${mouth("grin", 58)}
    ${house(17, 76, "#f0c56b")}
    ${house(83, 76, "#a98be0")}
  `,
  // 29  the jester who makes every card count 1
  () => html`
    ${body(VIOLET)}
    ${I("M24 84l10 14 8-16 8 18 8-18 8 16 10-14-12-9H36z", GOLD, 2.6)}
    ${head(WHITE)}
    ${I(
      "M30 42C22 30 14 32 10 44c-6-16 4-30 20-26 4-8 36-8 40 0 16-4 26 10 20 " +
        "26-4-12-12-14-20-2-12-8-28-8-40 0z",
      RED,
    )}
    ${I("M50 12c-8 6-11 14-11 24 8-3 14-3 22 0 0-10-3-18-11-24z", TEAL, 2.6)}
    ${O(10, 46, 5, GOLD, 2.4)}
    ${O(90, 46, 5, GOLD, 2.4)}
    ${eyes("round", 48)}
    ${I("M42 41l0 14M58 41l0 14", "none", 2)}
    ${O(50, 54, 4, RED, 2.4)}
    ${mouth("frown", 65)}
  `,
];

/**
 * The face of a psychic in a square of 100, with the tint of its level and a pale moon behind it.
 */
export const Face = (/** @type {{number: number}} */ { number }) => html`
  <rect width="100" height="101" fill=${GROUNDS[levelOf(number)]}/>
  <circle cx="50" cy="48" r="42" fill="#fff" opacity=".13"/>
  ${FACES[number]()}
`;

/**
 * Return the level that brings a psychic into the game.
 * @param {number} number
 */
export const levelOf = (number) => (number < 10 ? 0 : Math.floor((number - 5) / 5));

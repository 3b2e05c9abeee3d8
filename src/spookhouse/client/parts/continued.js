// Games that are not dealt: they continue another game from one of its moves.
import { html } from "../lib.js";
import { say } from "../words/words.js";
import { formatCode } from "./table-code.js";

/**
 * @typedef {{table: string | null, step: number | null}} Continued the game that a table continues,
 *   and after how many moves; null where nobody knows
 */

/**
 * Return a text about a game that continues another one.
 * @param {string} key
 * @param {Continued} continued
 */
const about = (key, { table, step }) =>
  table === null ? say(`${key}-unknown`) : say(key, { table: formatCode(table), step });

/** @param {Continued} continued */
export const continuedLabel = (continued) => about("continued.label", continued);

/**
 * A link to the move from which the game continues, without hidden cards.
 * @param {{continued: Continued}} props
 */
const Origin = ({ continued }) =>
  continued.table === null
    ? null
    : html`
      <a href=${`/replay/${encodeURIComponent(continued.table)}?step=${continued.step}&by=nobody`}>
        ${say("continued.watch")}
      </a>
    `;

/**
 * What everybody should know before sitting down at such a table; nothing if the game is dealt.
 * @param {{continued: Continued | null}} props
 */
export const ContinuedNotice = ({ continued }) =>
  continued
    ? html`
      <section class="panel continued-notice" aria-label=${say("continued.title")}>
        <h2>${say("continued.title")}</h2>
        <p>${about("continued.about", continued)}</p>
        <${Origin} continued=${continued}/>
      </section>
    `
    : null;

/**
 * The same in one line, for the table; nothing if the game is dealt.
 * @param {{continued: Continued | null}} props
 */
export const ContinuedLine = ({ continued }) =>
  continued
    ? html`
      <p class="continued-line">
        <span>${continuedLabel(continued)}</span> <${Origin} continued=${continued}/>
      </p>
    `
    : null;

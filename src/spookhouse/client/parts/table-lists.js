// Lists of tables: one's own, and those that wait for players.
import { html } from "../lib.js";
import { say } from "../words/words.js";
import { Mark } from "../art/shapes.js";
import { continuedLabel } from "./continued.js";
import { formatCode } from "./table-code.js";
import { describe } from "./options.js";
import { PlayerName } from "./players.js";

/**
 * @param {any[]} games
 * @param {string} name
 */
const factsOf = (games, name) => games.find((game) => game.name === name);

const Seats = ({ row }) => html`
  <span class="seats-of">
    ${(row.seats ?? []).map((/** @type {any} */ seat, /** @type {number} */ at) => html`
      <span key=${at} class=${seat.kind}>
        <${Mark} seat=${at} size=${14}/>
        ${" "}
        ${seat.name ? html`<${PlayerName} player=${seat}/>` : say("lobby.open")}
      </span>
    `)}
  </span>
`;

/** Say that a listed game is not dealt. */
const Continued = ({ row }) =>
  row.continued
    ? html`<small class="continued-label">${continuedLabel(row.continued)}</small>`
    : null;

export const YourTables = ({ rows, games }) => html`
  <section class="yours">
    <h2>${say("home.yours")}</h2>
    <ul class="table-list">
      ${rows.map((/** @type {any} */ row) => html`
        <li key=${row.table}>
          <a href=${`/t/${row.table}`} class=${row.your_turn ? "your-turn" : ""}>
            <b>${factsOf(games, row.game)?.title ?? row.game}</b>
            <span class="state">
              ${row.your_turn
                ? say("turn.you")
                : row.phase === "lobby"
                  ? say("home.in-lobby")
                  : row.waiting?.length
                    ? say("turn.one", { name: row.waiting.join(", ") })
                    : say("home.playing")}
            </span>
            <${Seats} row=${row}/>
            <${Continued} row=${row}/>
          </a>
        </li>
      `)}
    </ul>
  </section>
`;

export const OpenTables = ({ rows, games }) => html`
  <section class="open-tables">
    <h2>${say("home.tables")}</h2>
    ${rows.length
      ? html`
        <ul class="table-list">
          ${rows.map((/** @type {any} */ row) => html`
            <li key=${row.table}>
              <a href=${`/t/${row.table}`}>
                <b>${factsOf(games, row.game)?.title ?? row.game}</b>
                <span class="state">
                  ${row.free === undefined ? "" : say("home.free", { count: row.free })}
                </span>
                <${Seats} row=${row}/>
                <${Continued} row=${row}/>
                ${row.options && factsOf(games, row.game)
                  ? html`
                    <small>${describe(row.options, factsOf(games, row.game)).join(" · ")}</small>
                  `
                  : null}
                <code>${formatCode(row.table)}</code>
              </a>
            </li>
          `)}
        </ul>
      `
      : html`<p class="faint">${say("home.no-tables")}</p>`}
  </section>
`;

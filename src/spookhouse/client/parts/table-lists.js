// Lists of tables: one's own, and those that wait for players.
import { html, useLayoutEffect, useRef, useState } from "../lib.js";
import { say } from "../words/words.js";
import { Mark } from "../art/shapes.js";
import { continuedLabel } from "./continued.js";
import { formatCode } from "./table-code.js";
import { describe } from "./options.js";
import { PlayerName } from "./players.js";
import { showError } from "./toast.js";

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

const OpenTable = ({ row, games }) => html`
  <a href=${`/t/${row.table}`}>
    <b>${factsOf(games, row.game)?.title ?? row.game}</b>
    <span class="state">
      ${row.free === undefined ? "" : say("home.free", { count: row.free })}
    </span>
    <${Seats} row=${row}/>
    <${Continued} row=${row}/>
    ${row.options && factsOf(games, row.game)
      ? html`<small>${describe(row.options, factsOf(games, row.game)).join(" · ")}</small>`
      : null}
    <code>${formatCode(row.table)}</code>
  </a>
`;

/**
 * Tables that wait for players. `onMore` adds a page, whose first table gets the focus; null if
 * there are no more.
 * @param {{rows: any[], games: any[], onMore: (() => Promise<void>) | null}} props
 */
export function OpenTables({ rows, games, onMore }) {
  const section = useRef(/** @type {HTMLElement | null} */ (null));
  const [busy, setBusy] = useState(false);
  const [focusAt, setFocusAt] = useState(-1);
  useKeptFocus(section);
  useLayoutEffect(() => {
    if (focusAt < 0) return;
    const links = section.current?.querySelectorAll("a") ?? [];
    links[Math.min(focusAt, links.length - 1)]?.focus();
    setFocusAt(-1);
  }, [focusAt]);
  const more = async () => {
    if (busy || !onMore) return;
    setBusy(true);
    const first = rows.length;
    try {
      await onMore();
      setFocusAt(first);
    } catch (error) {
      showError(error);
    }
    setBusy(false);
  };
  return html`
    <section class="open-tables" ref=${section}>
      <h2>${say("home.tables")}</h2>
      ${rows.length
        ? html`
          <ul class="table-list">
            ${rows.map((row) => html`
              <li key=${row.table}><${OpenTable} row=${row} games=${games}/></li>
            `)}
          </ul>
        `
        : html`<p class="faint">${say("home.no-tables")}</p>`}
      ${onMore
        ? html`
          <button aria-disabled=${busy} onClick=${more}>${say("home.more-tables")}</button>
        `
        : null}
    </section>
  `;
}

/**
 * Return the focus to an element that lost it because the list was sorted anew.
 * @param {{current: HTMLElement | null}} list
 */
function useKeptFocus(list) {
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  useLayoutEffect(() => {
    if (focused !== document.activeElement && focused && list.current?.contains(focused))
      focused.focus({ preventScroll: true });
  });
}

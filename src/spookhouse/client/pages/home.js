// The home page: your unfinished matches, the games, and the tables that wait for players.
import { html, useCallback, useEffect, useRef, useState } from "../lib.js";
import { api } from "../net/api.js";
import { connection } from "../net/connection.js";
import { drawPledge } from "../net/commit-reveal.js";
import { loadGame } from "../games/index.js";
import plain from "../games/plain/index.js";
import { go } from "../router.js";
import { say } from "../words/words.js";
import { showError } from "../parts/toast.js";
import { normalizeCode } from "../parts/table-code.js";
import { loadBots } from "../parts/bots.js";
import { NewTable } from "../parts/new-table.js";
import { HauntedHill } from "../art/haunted-hill.js";
import { OpenTables, YourTables } from "../parts/table-lists.js";
import { loadTables } from "../net/table-pages.js";

export const bare = true;
const POLL_EVERY = 4000; // ms

export default function Home() {
  const [games, setGames] = useState(/** @type {any[]} */ ([]));
  const { tables, refresh, showMore } = useTables();
  const [newTable, setNewTable] = useState(/** @type {any} */ (null));
  const [lit, setLit] = useState(-1);
  useEffect(() => {
    document.title = "Spookhouse";
    let timer = 0;
    const poll = async () => {
      if (!document.hidden)
        await Promise.all([
          api("/api/games").then((answer) => setGames(answer.games)),
          refresh(),
        ]).catch(() => null);
      timer = window.setTimeout(poll, POLL_EVERY);
    };
    void poll();
    return () => clearTimeout(timer);
  }, []);
  const yours = tables.yours.filter((/** @type {any} */ row) => row.phase !== "over");
  return html`
    <div class="home-page">
      <div class="hero">
        <${HauntedHill} ready=${games.map((game) => game.compiled === "ready")} lit=${lit}/>
        <div class="hero-words"><h1>Spookhouse</h1><p>${say("home.welcome")}</p><${Join}/></div>
      </div>
      <div class="page">
        ${yours.length ? html`<${YourTables} rows=${yours} games=${games}/>` : null}
        <h2 class="unseen">${say("home.games")}</h2>
        <ul class="games">
          ${games.map((game, at) => html`
            <${GameCard}
              key=${game.name}
              game=${game}
              onOpen=${() => setNewTable(game)}
              onLight=${(/** @type {boolean} */ on) => setLit(on ? at : -1)}
            />
          `)}
        </ul>
        <${OpenTables}
          rows=${tables.open}
          games=${games}
          onMore=${tables.next === null ? null : showMore}
        />
      </div>
      ${newTable
        ? html`<${NewTable} games=${games} first=${newTable} onClose=${() => setNewTable(null)}/>`
        : null}
    </div>
  `;
}

/** The lists of tables: refreshed as a whole, with all pages that were opened. */
function useTables() {
  const [tables, setTables] = useState({ open: [], next: null, yours: [] });
  const pages = useRef(1);
  const requests = useRef(0);
  const newest = useRef(0); // number of the request whose answer is shown
  const refresh = useCallback(async () => {
    const number = ++requests.current;
    const found = await loadTables(pages.current);
    if (number < newest.current) return;
    newest.current = number;
    setTables(found);
  }, []);
  const showMore = useCallback(async () => {
    pages.current++;
    try {
      await refresh();
    } catch (error) {
      pages.current--;
      throw error;
    }
  }, []);
  return { tables, refresh, showMore };
}

function GameCard({ game, onOpen, onLight }) {
  const [Picture, setPicture] = useState(() => plain.Picture);
  const [busy, setBusy] = useState(false);
  useEffect(
    () =>
      void loadGame(game.name)
        .then((module) => setPicture(() => module.Picture))
        .catch(() => null),
    [game.name],
  );
  const start = async () => {
    setBusy(true);
    try {
      go(`/t/${await playNow(game)}`);
    } catch (error) {
      showError(error);
      setBusy(false);
    }
  };
  const players =
    game.min_players === game.max_players
      ? String(game.min_players)
      : `${game.min_players}–${game.max_players}`;
  return html`
    <li
      class="game-card"
      onMouseEnter=${() => onLight(true)}
      onMouseLeave=${() => onLight(false)}
      onFocusIn=${() => onLight(true)}
      onFocusOut=${() => onLight(false)}
    >
      <div class="game-picture"><${Picture}/></div>
      <div class="game-words">
        <h3>${game.title}</h3>
        <p class="faint">${say("home.facts", { players, minutes: game.minutes })}</p>
        <p>${game.about}</p>
        ${game.compiled === "ready" ? null : html`<p class="faint">${say("home.compiling")}</p>`}
      </div>
      <div class="row">
        <button
          class="main"
          disabled=${busy}
          aria-label=${say("home.play-now-of", { title: game.title })}
          onClick=${start}
        >
          ${say(busy ? "home.starting" : "home.play-now")}
        </button>
        <button aria-label=${say("home.open-of", { title: game.title })} onClick=${onOpen}>
          ${say("home.open")}
        </button>
        <a class="faint" href=${`/rules/${game.name}`}>${say("action.rules")}</a>
      </div>
    </li>
  `;
}

/**
 * Open a table against bots and start it at once.
 * @param {any} game
 * @returns {Promise<string>}
 */
async function playNow(game) {
  const { table } = await api("/api/tables", { game: game.name });
  const players =
    game.options.find((/** @type {any} */ option) => option.name === "players")?.default ??
    game.min_players;
  const { usual } = await loadBots();
  await connection.do(table, { do: "sit", seat: 0, pledge: await drawPledge() });
  for (let seat = 1; seat < players; seat++)
    await connection.do(table, { do: "add-bot", seat, level: usual });
  await connection.do(table, { do: "start" });
  return table;
}

function Join() {
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const code = normalizeCode(
      String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("code")),
    );
    if (code) go(`/t/${code}`);
  };
  return html`
    <form class="join row" onSubmit=${submit}>
      <label class="unseen" for="join-code">${say("home.code")}</label>
      <input
        id="join-code"
        name="code"
        placeholder=${say("home.code")}
        autocomplete="off"
        autocapitalize="none"
        spellcheck=${false}
      />
      <button>${say("home.join")}</button>
    </form>
  `;
}

// The door: your unfinished games, the four games of the house, and the tables that wait for
// people.
import { html, useEffect, useState } from "../lib.js";
import { api } from "../net/api.js";
import { line } from "../net/connection.js";
import { draw } from "../net/commit-reveal.js";
import { boardOf } from "../games/index.js";
import plain from "../games/plain/index.js";
import { go } from "../router.js";
import { say } from "../words/words.js";
import { complain } from "../parts/toast.js";
import { tidyCode } from "../parts/table-code.js";
import { botsOf } from "../parts/bots.js";
import { NewTable } from "../parts/new-table.js";
import { Hill } from "../art/haunted-hill.js";
import { Yours, Open } from "../parts/table-lists.js";

export const bare = true;
const FRESH = 4000; // ms between looks at the tables

export default function Door() {
  const [games, setGames] = useState(/** @type {any[]} */ ([]));
  const [tables, setTables] = useState(/** @type {any} */ ({ open: [], yours: [] }));
  const [wanted, setWanted] = useState(/** @type {any} */ (null));
  const [lit, setLit] = useState(-1);
  useEffect(() => {
    document.title = "Spookhouse";
    let timer = 0;
    const look = async () => {
      if (!document.hidden)
        await Promise.all([
          api("/api/games").then((found) => setGames(found.games)),
          api("/api/tables").then(setTables),
        ]).catch(() => null);
      timer = window.setTimeout(look, FRESH);
    };
    void look();
    return () => clearTimeout(timer);
  }, []);
  const yours = tables.yours.filter((/** @type {any} */ row) => row.phase !== "over");
  return html`
    <div class="door">
      <div class="hero">
        <${Hill} ready=${games.map((game) => game.compiled === "ready")} lit=${lit}/>
        <div class="hero-words"><h1>Spookhouse</h1><p>${say("door.welcome")}</p><${Join}/></div>
      </div>
      <div class="page">
        ${yours.length ? html`<${Yours} rows=${yours} games=${games}/>` : null}
        <h2 class="unseen">${say("door.games")}</h2>
        <ul class="games">
          ${games.map((game, at) => html`
            <${GameCard}
              key=${game.name}
              game=${game}
              onOpen=${() => setWanted(game)}
              onLight=${(/** @type {boolean} */ on) => setLit(on ? at : -1)}
            />
          `)}
        </ul>
        <${Open} rows=${tables.open} games=${games}/>
      </div>
      ${wanted
        ? html`<${NewTable} games=${games} first=${wanted} onClose=${() => setWanted(null)}/>`
        : null}
    </div>
  `;
}

function GameCard({ game, onOpen, onLight }) {
  const [Picture, setPicture] = useState(() => plain.Picture);
  const [busy, setBusy] = useState(false);
  useEffect(
    () =>
      void boardOf(game.name)
        .then((module) => setPicture(() => module.Picture))
        .catch(() => null),
    [game.name],
  );
  const start = async () => {
    setBusy(true);
    try {
      go(`/t/${await playNow(game)}`);
    } catch (error) {
      complain(error);
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
        <p class="faint">${say("door.facts", { players, minutes: game.minutes })}</p>
        <p>${game.about}</p>
        ${game.compiled === "ready" ? null : html`<p class="faint">${say("door.waking")}</p>`}
      </div>
      <div class="row">
        <button
          class="main"
          disabled=${busy}
          aria-label=${say("door.play-now-of", { title: game.title })}
          onClick=${start}
        >
          ${say(busy ? "door.starting" : "door.play-now")}
        </button>
        <button aria-label=${say("door.open-of", { title: game.title })} onClick=${onOpen}>
          ${say("door.open")}
        </button>
        <a class="faint" href=${`/rules/${game.name}`}>${say("deed.rules")}</a>
      </div>
    </li>
  `;
}

/**
 * A table against bots, started at once: no name asked, nothing to choose.
 * @param {any} game
 * @returns {Promise<string>}
 */
async function playNow(game) {
  const { table } = await api("/api/tables", { game: game.name });
  const players =
    game.options.find((/** @type {any} */ option) => option.name === "players")?.default ??
    game.min_players;
  const { usual } = await botsOf();
  await line.do(table, { do: "sit", seat: 0, pledge: draw() });
  for (let seat = 1; seat < players; seat++)
    await line.do(table, { do: "add-bot", seat, level: usual });
  await line.do(table, { do: "start" });
  return table;
}

function Join() {
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const code = tidyCode(
      String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("code")),
    );
    if (code) go(`/t/${code}`);
  };
  return html`
    <form class="join row" onSubmit=${submit}>
      <label class="unseen" for="join-code">${say("door.code")}</label>
      <input
        id="join-code"
        name="code"
        placeholder=${say("door.code")}
        autocomplete="off"
        autocapitalize="none"
        spellcheck=${false}
      />
      <button>${say("door.join")}</button>
    </form>
  `;
}

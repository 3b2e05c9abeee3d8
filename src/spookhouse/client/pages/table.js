// The page of a table: the lobby, then the match, then the result. All three share one session.
import { html, useEffect, useState } from "../lib.js";
import { TableSession } from "../state/table-session.js";
import { cachedApi } from "../net/api.js";
import { loadGame } from "../games/index.js";
import { lazy } from "../parts/lazy.js";
import { normalizeCode } from "../parts/table-code.js";
import { connection } from "../net/connection.js";
import { hasText, say } from "../words/words.js";
import { go } from "../router.js";
import { Game } from "./game.js";
import NotFound from "./not-found.js";

export const bare = true;

// Loaded when it is shown, to keep the first load of a running match small.
const Lobby = lazy(() => import("./lobby.js").then((module) => module.Lobby));

export default function TablePage({ id }) {
  const name = normalizeCode(id);
  const [session, setSession] = useState(/** @type {TableSession | null} */ (null));
  const [module, setModule] = useState(/** @type {any} */ (null));
  const [facts, setFacts] = useState(/** @type {any} */ (null));
  useEffect(() => {
    if (name !== id) return go(`/t/${name}`, { replace: true });
    const made = new TableSession(name);
    setSession(made);
    if (connection.state.value === "open") void made.watch(null);
    return () => made.close();
  }, [name]);
  const game = session?.table.value?.game;
  useEffect(() => {
    if (!session || !game) return;
    loadGame(game).then((loaded) => setModule((session.module = loaded)));
    cachedApi("/api/games").then(({ games }) =>
      setFacts(games.find((/** @type {any} */ each) => each.name === game)),
    );
  }, [session, game]);
  const error = session?.error.value;
  if (error)
    return html`
      <${NotFound}
        title=${say(hasText(`error.${error.code}`) ? `error.${error.code}` : "not-found.title")}
        text=${error.message || say("error.text")}
      />
    `;
  const table = session?.table.value;
  if (!session || !table || !module || !facts)
    return html`<p class="waiting">${say("page.opening")}</p>`;
  const yourTurn =
    table.phase === "playing" &&
    table.waiting.some((/** @type {number} */ seat) => session.mine.value.includes(seat));
  document.title = `${yourTurn ? `● ${say("turn.you")} – ` : ""}${facts.title} – Spookhouse`;
  const inLobby = table.phase === "lobby" || (table.phase === "showing" && !session.game.value);
  return inLobby
    ? html`<${Lobby} session=${session} facts=${facts} module=${module}/>`
    : html`<${Game} session=${session} facts=${facts} module=${module}/>`;
}

// The table: before the game its seats, then the game, then the result. All three share the people,
// the chat and the line to the house.
import { html, useEffect, useState } from "../lib.js";
import { Seat } from "../state/table-session.js";
import { once } from "../net/api.js";
import { boardOf } from "../games/index.js";
import { lazy } from "../parts/lazy.js";
import { tidyCode } from "../parts/table-code.js";
import { line } from "../net/connection.js";
import { knows, say } from "../words/words.js";
import { go } from "../router.js";
import { Game } from "./game.js";
import Lost from "./not-found.js";

export const bare = true;

// Loaded when it is shown, to keep the first load of a running game small.
const Lobby = lazy(() => import("./lobby.js").then((found) => found.Lobby));

export default function TablePage({ id }) {
  const name = tidyCode(id);
  const [seat, setSeat] = useState(/** @type {Seat | null} */ (null));
  const [module, setModule] = useState(/** @type {any} */ (null));
  const [facts, setFacts] = useState(/** @type {any} */ (null));
  useEffect(() => {
    if (name !== id) return go(`/t/${name}`, { replace: true });
    const made = new Seat(name);
    setSeat(made);
    if (line.state.value === "open") void made.watch(null);
    return () => made.close();
  }, [name]);
  const game = seat?.table.value?.game;
  useEffect(() => {
    if (!seat || !game) return;
    boardOf(game).then((found) => setModule((seat.module = found)));
    once("/api/games").then(({ games }) =>
      setFacts(games.find((/** @type {any} */ each) => each.name === game)),
    );
  }, [seat, game]);
  const trouble = seat?.trouble.value;
  if (trouble)
    return html`
      <${Lost}
        title=${say(knows(`trouble.${trouble.code}`) ? `trouble.${trouble.code}` : "lost.title")}
        text=${trouble.message || say("trouble.text")}
      />
    `;
  const table = seat?.table.value;
  if (!seat || !table || !module || !facts)
    return html`<p class="waiting">${say("house.opening")}</p>`;
  const yours =
    table.phase === "playing" &&
    table.waiting.some((/** @type {number} */ each) => seat.mine.value.includes(each));
  document.title = `${yours ? `● ${say("turn.you")} – ` : ""}${facts.title} – Spookhouse`;
  const waits = table.phase === "lobby" || (table.phase === "showing" && !seat.game.value);
  return waits
    ? html`<${Lobby} seat=${seat} facts=${facts} module=${module}/>`
    : html`<${Game} seat=${seat} facts=${facts} module=${module}/>`;
}

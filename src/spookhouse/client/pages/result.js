// The result of a match: ranks, score sheet, rematch, and a link to the replay.
import { html, useEffect, useState } from "../lib.js";
import { hasText, say } from "../words/words.js";
import { go } from "../router.js";
import { announce } from "../parts/announcer.js";
import { showError } from "../parts/toast.js";
import { Ghost } from "../parts/ghost.js";
import { Mark } from "../art/shapes.js";
import { PlayerName } from "../parts/players.js";

/** `canRematch`: false in replays. */
export function Result({ session, module, players, canRematch = true }) {
  const table = session.table.value,
    view = session.game.value?.view;
  const [asked, setAsked] = useState(false);
  const { ranks, reason } = table.outcome;
  const order = [...players].sort((a, b) => ranks[a.seat] - ranks[b.seat]);
  const winners = order.filter((player) => ranks[player.seat] === 1);
  const mine = session.mine.value;
  const enterRematch = () => {
    if (mine.length) sessionStorage.setItem(`seats ${table.rematch}`, JSON.stringify(mine));
    go(`/t/${table.rematch}`);
  };
  useEffect(() => {
    if (asked && table.rematch) enterRematch();
  }, [asked, table.rematch]);
  const rematch = () => {
    setAsked(true);
    if (!table.rematch)
      session.do({ do: "rematch" }).catch((/** @type {any} */ error) => showError(error));
  };
  const youWon = winners.some((player) => player.isYou);
  const title =
    winners.length === players.length
      ? say("result.draw")
      : youWon && mine.length === 1
        ? say("result.you-win")
        : say("result.wins", {
            names: winners.map((player) => player.name).join(", "),
            count: winners.length,
          });
  useEffect(() => announce(title), []);
  return html`
    <section class="result" aria-label=${say("result.title")}>
      <header>
        <${Ghost} size=${72} mood=${youWon ? "grin" : "wavy"} eyes=${youWon ? "round" : "wide"}/>
        <div>
          <h2>${title}</h2>
          <p class="faint">
            ${module.reasons?.[reason]
              ? module.reasons[reason]
              : hasText(`reason.${reason}`)
                ? say(`reason.${reason}`)
                : say("result.reason", { reason })}
          </p>
        </div>
      </header>
      <ol class="ranks">
        ${order.map((player) => html`
          <li key=${player.seat} class=${player.isYou ? "you" : ""}>
            <span class="rank">${say("result.rank", { rank: ranks[player.seat] })}</span>
            <${Mark} seat=${player.mark}/>
            <b><${PlayerName} player=${player}/></b>
          </li>
        `)}
      </ol>
      ${module.Sheet && view
        ? html`
          <div class="sheet">
            <h3>${say("result.sheet")}</h3>
            <${module.Sheet} view=${view} players=${players} options=${table.options}/>
          </div>
        `
        : null}
      ${canRematch
        ? html`
          <div class="row">
            ${table.rematch
              ? html`
                <button class="main" onClick=${enterRematch}>${say("result.to-rematch")}</button>
              `
              : mine.length
              ? html`
                <button class="main" disabled=${asked} onClick=${rematch}>
                  ${say("result.rematch")}
                </button>
              `
              : null}
            <a class="button" href=${`/replay/${table.table}`}>${say("result.replay")}</a>
            <a class="button" href="/">${say("result.home")}</a>
          </div>
        `
        : null}
    </section>
  `;
}

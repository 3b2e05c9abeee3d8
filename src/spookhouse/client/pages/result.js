// How it ended: ranks, the score sheet, another game with the same people, and the way to the
// replay.
import { html, useEffect, useState } from "../lib.js";
import { say, knows } from "../words/words.js";
import { go } from "../router.js";
import { announce } from "../parts/announcer.js";
import { complain } from "../parts/toast.js";
import { Ghost } from "../parts/ghost.js";
import { Mark } from "../art/shapes.js";

export function Result({ seat, facts, module, people, again = true }) {
  const table = seat.table.value,
    view = seat.game.value?.view;
  const [asked, setAsked] = useState(false);
  const { ranks, reason } = table.outcome;
  const order = [...people].sort((a, b) => ranks[a.seat] - ranks[b.seat]);
  const winners = order.filter((who) => ranks[who.seat] === 1);
  const mine = seat.mine.value;
  const enter = () => {
    if (mine.length) sessionStorage.setItem(`seats ${table.rematch}`, JSON.stringify(mine));
    go(`/t/${table.rematch}`);
  };
  useEffect(() => {
    if (asked && table.rematch) enter();
  }, [asked, table.rematch]);
  const rematch = () => {
    setAsked(true);
    if (!table.rematch)
      seat.do({ do: "rematch" }).catch((/** @type {any} */ error) => complain(error));
  };
  const youWon = winners.some((who) => who.isYou);
  const title =
    winners.length === people.length
      ? say("result.draw")
      : youWon && mine.length === 1
        ? say("result.you-win")
        : say("result.wins", {
            names: winners.map((who) => who.name).join(", "),
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
              : knows(`reason.${reason}`)
                ? say(`reason.${reason}`)
                : say("result.reason", { reason })}
          </p>
        </div>
      </header>
      <ol class="ranks">
        ${order.map((who) => html`
          <li key=${who.seat} class=${who.isYou ? "you" : ""}>
            <span class="rank">${say("result.rank", { rank: ranks[who.seat] })}</span>
            <${Mark} seat=${who.mark}/>
            <b>${who.name}</b>
          </li>
        `)}
      </ol>
      ${module.Sheet && view
        ? html`
          <div class="sheet">
            <h3>${say("result.sheet")}</h3>
            <${module.Sheet} view=${view} people=${people} options=${table.options}/>
          </div>
        `
        : null}
      ${again
        ? html`
          <div class="row">
            ${table.rematch
              ? html`<button class="main" onClick=${enter}>${say("result.to-rematch")}</button>`
              : mine.length
              ? html`
                <button class="main" disabled=${asked} onClick=${rematch}>
                  ${say("result.rematch")}
                </button>
              `
              : null}
            <a class="button" href=${`/replay/${table.table}`}>${say("result.replay")}</a>
            <a class="button" href="/">${say("result.door")}</a>
          </div>
        `
        : null}
    </section>
  `;
}

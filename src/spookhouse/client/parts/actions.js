// What can be done at the table beside moving: undo, hint, leave the seat to a bot, give up.
import { html, useState } from "../lib.js";
import { say } from "../words/words.js";
import { me } from "../state/me.js";
import { Confirm, Dialog } from "./dialog.js";
import { recall } from "./coach.js";
import { lazy } from "./lazy.js";
import { complain } from "./toast.js";

const QuickReference = lazy(() => import("./rulebook.js").then((found) => found.QuickReference));

/** `speaks`: the board itself says that it is your turn; on a phone it is not said twice. */
export function Deeds({ seat, facts, onHint, hidden, speaks }) {
  const table = seat.table.value;
  const game = seat.game.value;
  const number = seat.seat.value;
  const [asking, setAsking] = useState("");
  const act = (/** @type {any} */ command) =>
    seat.do(command).catch((/** @type {any} */ error) => complain(error, facts.name));
  const rules = html`
    <button aria-haspopup="dialog" onClick=${() => setAsking("rules")}>${say("deed.rules")}</button>
    ${asking === "rules"
      ? html`
        <${QuickReference}
          game=${facts.name}
          earlier=${table.edition < facts.edition}
          onClose=${() => setAsking("")}
        />
      `
      : null}
  `;
  if (number === null || table.phase !== "playing")
    return html`
      <div class="deeds">
        <p class="status">${table.phase === "playing" ? html`<${Turn} table=${table}/>` : null}</p>
        ${number === null ? html`<span class="faint">${say("people.watching")}</span>` : null}
        ${rules}
      </div>
    `;
  const mine = table.seats[number];
  const asker = table.asks_undo === null ? null : table.seats[table.asks_undo];
  return html`
    <div class=${`deeds ${speaks && !hidden ? "board-speaks" : ""}`}>
      <p class="status" role="status"><${Turn} table=${table}/></p>
      ${mine.played_by_bot
        ? html`
          <button
            class="main"
            disabled=${mine.played_by_bot === "resigned"}
            onClick=${() => act({ do: "back", seat: number })}
          >
            ${say(mine.played_by_bot === "resigned" ? "deed.resigned" : "deed.back")}
          </button>
        `
        : null}
      ${asker && asker.guest !== me.value.guest
        ? html`
          <span class="asks">${say("undo.asks", { name: asker.name })}</span>
          <button class="main" onClick=${() => act({ do: "answer", agree: true })}>
            ${say("undo.agree")}
          </button>
          <button onClick=${() => act({ do: "answer", agree: false })}>
            ${say("undo.refuse")}
          </button>
        `
        : null}
      ${asker && asker.guest === me.value.guest
        ? html`<span class="faint">${say("undo.asked")}</span>`
        : null}
      ${!asker && game?.undo && !hidden
        ? html`
          <button onClick=${() => act({ do: "undo", seat: number })}>
            ${say(game.undo === "free" ? "undo.free" : "undo.ask")}
          </button>
        `
        : null}
      ${table.hints && !hidden
        ? html`
          <button disabled=${!seat.moves.value.length} onClick=${onHint}>
            ${say("hint.button")}
          </button>
        `
        : null}
      ${rules}
      <button aria-haspopup="dialog" onClick=${() => setAsking("more")}>${say("deed.more")}</button>
      ${asking === "more"
        ? html`
          <${Dialog} title=${say("deed.more")} onClose=${() => setAsking("")}>
            <div class="stack">
              ${mine.played_by_bot
                ? null
                : html`
                  <button onClick=${() => (setAsking(""), act({ do: "away", seat: number }))}>
                    <b>${say("deed.away")}</b>
                    <small>${say("deed.away-about")}</small>
                  </button>
                `}
              <button
                class="bad"
                disabled=${mine.played_by_bot === "resigned"}
                onClick=${() => setAsking("resign")}
              >
                <b>${say("deed.resign")}</b>
                <small>
                  ${say(table.seats.length === 2 ? "deed.resign-two" : "deed.resign-more")}
                </small>
              </button>
              <button onClick=${() => (setAsking(""), recall(facts.name))}>
                <b>${say("coach.recall")}</b>
                <small>${say("coach.recall-about")}</small>
              </button>
              <a class="button" href="/">${say("deed.leave")}</a>
            </div>
          </${Dialog}>
        `
        : null}
      ${asking === "resign"
        ? html`
          <${Confirm}
            title=${say("deed.resign")}
            text=${say("deed.resign-sure")}
            yes=${say("deed.resign")}
            onYes=${() => act({ do: "resign", seat: number })}
            onClose=${() => setAsking("")}
          />
        `
        : null}
    </div>
  `;
}

/** Whose turn it is, in a sentence. */
function Turn({ table }) {
  const waiting = table.waiting.map((/** @type {number} */ seat) => table.seats[seat]);
  const you = waiting.filter((/** @type {any} */ seat) => seat.guest === me.value.guest);
  if (you.length)
    return html`
      <b class="yours">
        ${table.seats.filter((/** @type {any} */ seat) => seat.guest === me.value.guest).length > 1
          ? say("turn.seat", { name: `${you[0].name} (${you[0].seat + 1})` })
          : say("turn.you")}
      </b>
    `;
  return say(waiting.length > 1 ? "turn.many" : "turn.one", {
    name: waiting.map((/** @type {any} */ seat) => seat.name).join(", "),
  });
}

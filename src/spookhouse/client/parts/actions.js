// Actions at the table besides moves: undo, hint, hand the seat to a bot, resign.
import { classes, html, useState } from "../lib.js";
import { say } from "../words/words.js";
import { me } from "../state/me.js";
import { Confirm, Dialog } from "./dialog.js";
import { restartCoach } from "./coach.js";
import { lazy } from "./lazy.js";
import { showError } from "./toast.js";

const QuickReference = lazy(() => import("./rulebook.js").then((found) => found.QuickReference));

/** `boardPrompts`: the board itself says whose turn it is, so a phone need not say it twice. */
export function Actions({ session, facts, onHint, hidden, boardPrompts }) {
  const table = session.table.value;
  const game = session.game.value;
  const seat = session.seat.value;
  const [dialog, setDialog] = useState("");
  const act = (/** @type {any} */ command) =>
    session.do(command).catch((/** @type {any} */ error) => showError(error, facts.name));
  const rules = html`
    <button aria-haspopup="dialog" onClick=${() => setDialog("rules")}>
      ${say("action.rules")}
    </button>
    ${dialog === "rules"
      ? html`
        <${QuickReference}
          game=${facts.name}
          earlier=${table.edition < facts.edition}
          onClose=${() => setDialog("")}
        />
      `
      : null}
  `;
  if (seat === null || table.phase !== "playing")
    return html`
      <div class="actions">
        <p class="status">${table.phase === "playing" ? html`<${Turn} table=${table}/>` : null}</p>
        ${seat === null ? html`<span class="faint">${say("players.watching")}</span>` : null}
        ${rules}
      </div>
    `;
  const mine = table.seats[seat];
  const asker = table.asks_undo === null ? null : table.seats[table.asks_undo];
  return html`
    <div class=${classes("actions", boardPrompts && !hidden && "board-prompts")}>
      <p class="status" role="status"><${Turn} table=${table}/></p>
      ${mine.played_by_bot
        ? html`
          <button
            class="main"
            disabled=${mine.played_by_bot === "resigned"}
            onClick=${() => act({ do: "back", seat })}
          >
            ${say(mine.played_by_bot === "resigned" ? "action.resigned" : "action.back")}
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
          <button onClick=${() => act({ do: "undo", seat })}>
            ${say(game.undo === "free" ? "undo.free" : "undo.ask")}
          </button>
        `
        : null}
      ${table.hints && !hidden
        ? html`
          <button disabled=${!session.moves.value.length} onClick=${onHint}>
            ${say("hint.button")}
          </button>
        `
        : null}
      ${rules}
      <button aria-haspopup="dialog" onClick=${() => setDialog("more")}>
        ${say("action.more")}
      </button>
      ${dialog === "more"
        ? html`
          <${Dialog} title=${say("action.more")} onClose=${() => setDialog("")}>
            <div class="stack">
              ${mine.played_by_bot
                ? null
                : html`
                  <button onClick=${() => (setDialog(""), act({ do: "away", seat }))}>
                    <b>${say("action.away")}</b>
                    <small>${say("action.away-about")}</small>
                  </button>
                `}
              <button
                class="bad"
                disabled=${mine.played_by_bot === "resigned"}
                onClick=${() => setDialog("resign")}
              >
                <b>${say("action.resign")}</b>
                <small>
                  ${say(table.seats.length === 2 ? "action.resign-two" : "action.resign-more")}
                </small>
              </button>
              <button onClick=${() => (setDialog(""), restartCoach(facts.name))}>
                <b>${say("coach.recall")}</b>
                <small>${say("coach.recall-about")}</small>
              </button>
              <a class="button" href="/">${say("action.leave")}</a>
            </div>
          </${Dialog}>
        `
        : null}
      ${dialog === "resign"
        ? html`
          <${Confirm}
            title=${say("action.resign")}
            text=${say("action.resign-sure")}
            yes=${say("action.resign")}
            onYes=${() => act({ do: "resign", seat })}
            onClose=${() => setDialog("")}
          />
        `
        : null}
    </div>
  `;
}

/** A sentence that says whose turn it is. */
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

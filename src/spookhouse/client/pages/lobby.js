// The lobby of a table: seats, bots, the invitation, and the options of the match.
import { html, useEffect, useState } from "../lib.js";
import { api } from "../net/api.js";
import { me } from "../state/me.js";
import { hasText, say } from "../words/words.js";
import { showError, toast } from "../parts/toast.js";
import { PlayerName, playersOf } from "../parts/players.js";
import { Mark } from "../art/shapes.js";
import { Sidebar } from "../parts/sidebar.js";
import { formatCode } from "../parts/table-code.js";
import { useBots, BotChoice, BotFace, botTitle, loadBots } from "../parts/bots.js";
import { useReorder } from "../parts/reorder-seats.js";
import { preventFlick } from "../parts/click-guards.js";
import { SeatColours } from "../parts/seat-colours.js";
import { lazy } from "../parts/lazy.js";
import { ContinuedNotice } from "../parts/continued.js";
import { Dialog } from "../parts/dialog.js";
import { NameField } from "../parts/name-field.js";
import { describe } from "../parts/options.js";

const QrCode = lazy(() => import("../parts/qr-code.js").then((module) => module.QrCode));
const POLL_EVERY = 1000; // ms, while the deal waits for the rules to be compiled

/**
 * The state of the deal. On a new server it also waits until the rules are compiled, which takes
 * longer than players expect of a shuffle.
 */
function Dealing({ facts }) {
  const [ready, setReady] = useState(true);
  useEffect(() => {
    const poll = async () =>
      setReady(
        (await api("/api/games")).games.find((/** @type {any} */ each) => each.name === facts.name)
          .compiled === "ready",
      );
    const timer = window.setInterval(() => void poll().catch(() => null), POLL_EVERY);
    return () => clearInterval(timer);
  }, [facts.name]);
  return html`
    <p class="faint" role="status">
      ${ready ? say("lobby.dealing") : say("lobby.compiling", { title: facts.title })}
    </p>
  `;
}

/** @typedef {{seat: number, message: string}} BadName why the guest cannot sit, and where */

export function Lobby({ session, facts, module }) {
  const table = session.table.value;
  const owns = table.owner === me.value.guest;
  const act = (/** @type {any} */ command) => session.do(command).catch(showError);
  useRematchSeats(session);
  const open = table.seats.filter((/** @type {any} */ each) => each.kind === "open").length;
  const showing = table.phase === "showing";
  const reordering = useReorder(table.seats.length, (order) => act({ do: "arrange", order }));
  const [botFor, setBotFor] = useState(/** @type {number | null} */ (null));
  const [badName, setBadName] = useState(/** @type {BadName | null} */ (null));
  const sit = (/** @type {number} */ seat) =>
    session.sit(seat).catch((/** @type {any} */ error) => {
      if (error.code === "guest/name") setBadName({ seat, message: error.message });
      else showError(error);
    });
  const rows = { session, owns, act, reordering, onBot: setBotFor, sit };
  return html`
    <div class="lobby page">
      <header class="lobby-head">
        <div class="lobby-picture"><${module.Picture}/></div>
        <div>
          <h1>${facts.title}</h1>
          <p>${facts.about}</p>
          <${Facts} table=${table} facts=${facts}/>
        </div>
      </header>
      <${ContinuedNotice} continued=${table.continued}/>
      <div class="lobby-main">
        <section class="panel">
          <h2>${say("lobby.seats")}</h2>
          <ol class="seat-list">
            ${table.seats.map((/** @type {any} */ each) => html`
              <${SeatRow} key=${each.seat} each=${each} ...${rows}/>
            `)}
          </ol>
          ${facts.options
            .filter((/** @type {any} */ option) => option.names_seat)
            .map((/** @type {any} */ option) => html`
              <${NamedSeat}
                key=${option.name}
                option=${option}
                table=${table}
                free=${owns && !showing && !table.continued}
                act=${act}
              />
            `)}
          ${owns && !showing
            ? html`<p class="faint small">${say("lobby.arrange-about")}</p>`
            : null}
          ${showing ? html`<${Dealing} facts=${facts}/>` : null}
          <div class="row end">
            ${owns && open && !showing
              ? html`<button onClick=${() => fillWithBots(session)}>${say("lobby.fill")}</button>`
              : null}
            ${owns && showing
              ? html`
                <button onClick=${() => act({ do: "call-off" })}>${say("lobby.call-off")}</button>
              `
              : null}
            ${owns
              ? html`
                <button
                  class="main"
                  disabled=${open > 0 || showing}
                  onClick=${() => act({ do: "start" })}
                >
                  ${open ? say("lobby.open-seats", { count: open }) : say("lobby.start")}
                </button>
              `
              : html`
                <p class="faint">
                  ${say(open ? "lobby.waits-seats" : "lobby.waits-owner", {
                    count: open,
                    name: ownerName(table),
                  })}
                </p>
              `}
          </div>
        </section>
        <${Sidebar} session=${session} players=${playersOf(table)} game=${facts.name}/>
      </div>
      <div class="lobby-side">
        ${session.mine.value.length
          ? html`
            <section class="panel">
              <h2>${say("me.title")}</h2>
              <${NameField}/>
              ${session.mine.value.length > 1
                ? html`<p class="faint">${say("lobby.several")}</p>`
                : null}
            </section>
          `
          : null}
        <${Invite} table=${table}/>
      </div>
      ${botFor === null
        ? null
        : html`
          <${BotChoice}
            number=${botFor + 1}
            onClose=${() => setBotFor(null)}
            onChoose=${(/** @type {string} */ level) => (
              setBotFor(null),
              act({ do: "add-bot", seat: botFor, level })
            )}
          />
        `}
      ${badName
        ? html`
          <${Dialog} title=${say("me.title")} onClose=${() => setBadName(null)}>
            <p role="alert">${badName.message}</p>
            <${NameField} onSaved=${() => (setBadName(null), sit(badName.seat))}/>
          </${Dialog}>
        `
        : null}
    </div>
  `;
}

/** @param {any} table */
const ownerName = (table) =>
  table.seats.find((/** @type {any} */ each) => each.guest === table.owner)?.name ??
  say("lobby.the-owner");

/**
 * Take one's old seats again at the table of a rematch.
 * @param {any} session
 */
function useRematchSeats(session) {
  useEffect(() => {
    const storageKey = `seats ${session.name}`;
    const wanted = JSON.parse(sessionStorage.getItem(storageKey) ?? "[]");
    sessionStorage.removeItem(storageKey);
    for (const each of wanted)
      if (session.table.value.seats[each]?.kind === "open") session.sit(each).catch(showError);
  }, []);
}

/**
 * Seat a bot on every open seat.
 * @param {any} session
 */
async function fillWithBots(session) {
  const { usual } = await loadBots();
  for (const each of session.table.value.seats)
    if (each.kind === "open")
      await session.do({ do: "add-bot", seat: each.seat, level: usual }).catch(showError);
}

function SeatRow({ each, session, owns, act, reordering, onBot, sit }) {
  const yours = each.guest !== null && each.guest === me.value.guest;
  const { bots } = useBots();
  const table = session.table.value;
  const showing = table.phase === "showing";
  const number = each.seat + 1;
  const { drag, handle } = reordering;
  const dragged =
    drag?.from === each.seat
      ? "dragged"
      : drag?.to === each.seat
        ? drag.to < drag.from
          ? "before"
          : "after"
        : "";
  const colours = table.options.colours;
  return html`
    <li class=${`seat-row ${each.kind} ${dragged}`} data-seat-row=${each.seat}>
      ${owns && !showing
        ? html`
          <button
            class="handle quiet"
            aria-label=${say("lobby.arrange", { number })}
            ref=${preventFlick}
            ...${handle(each.seat)}
          >
            <span aria-hidden="true">⠿</span>
          </button>
        `
        : null}
      ${each.kind === "bot"
        ? html`<${BotFace} bot=${bots.find((bot) => bot.name === each.level)} size=${30}/>`
        : null}
      <${Mark} seat=${each.seat} size=${26}/>
      ${each.kind === "open"
        ? html`<span class="who faint">${say("lobby.open")}</span>`
        : html`
          <span class="who">
            <b><${PlayerName} player=${each}/></b>
            <small>
              ${each.kind === "bot"
                ? botTitle(bots, each.level)
                : yours
                  ? say("players.you")
                  : say("players.person")}
            </small>
          </span>
        `}
      ${colours
        ? html`
          <${SeatColours}
            colours=${colours}
            seat=${each.seat}
            owns=${owns && !showing}
            onChoose=${(/** @type {any} */ chosen) =>
              act({ do: "set-options", options: { ...table.options, colours: chosen } })}
          />
        `
        : null}
      ${each.kind === "open"
        ? null
        : html`
          <span class="ready">
            ${showing && !each.shown ? say("lobby.shuffling") : say("lobby.ready")}
          </span>
        `}
      ${each.kind === "open" && !showing
        ? html`
          <button
            class=${session.mine.value.length ? "" : "main"}
            aria-label=${say("lobby.sit-at", { number })}
            onClick=${() => sit(each.seat)}
          >
            ${say(session.mine.value.length ? "lobby.sit-too" : "lobby.sit")}
          </button>
        `
        : null}
      ${each.kind === "open" && owns && !showing
        ? html`
          <button
            aria-label=${say("lobby.bot-at", { number })}
            aria-haspopup="dialog"
            onClick=${() => onBot(each.seat)}
          >
            ${say("lobby.bot")}
          </button>
        `
        : null}
      ${yours && !showing
        ? html`
          <button
            class="quiet"
            aria-label=${say("lobby.stand-from", { number })}
            onClick=${() => act({ do: "stand", seat: each.seat })}
          >
            ${say("lobby.stand")}
          </button>
        `
        : null}
      ${owns && each.kind !== "open" && !yours && !showing
        ? html`
          <button
            class="quiet"
            aria-label=${say("lobby.remove-from", { name: each.name })}
            onClick=${() => act({ do: "remove", seat: each.seat })}
          >
            ${say("lobby.remove")}
          </button>
        `
        : null}
    </li>
  `;
}

/** An option that names a seat, such as the starting player. Only the owner can change it. */
function NamedSeat({ option, table, free, act }) {
  const value = table.options[option.name] ?? null;
  const title = hasText(`option.${option.name}`) ? say(`option.${option.name}`) : option.about;
  const nameOf = (/** @type {any} */ each) =>
    say("lobby.seat-of", {
      name: each.kind === "open" ? say("lobby.open") : each.name,
      number: each.seat + 1,
    });
  const choose = (/** @type {any} */ event) =>
    act({
      do: "set-options",
      options: {
        ...table.options,
        [option.name]: event.target.value === "" ? null : Number(event.target.value),
      },
    });
  if (!free)
    return html`
      <p class="named-seat">
        ${title}
        : <b>${value === null ? say("option.random") : nameOf(table.seats[value])}</b>
      </p>
    `;
  return html`
    <p class="named-seat">
      <label>
        ${title}
        : <select onChange=${choose}>
          <option value="" selected=${value === null}>${say("option.random")}</option>
          ${table.seats.map((/** @type {any} */ each) => html`
            <option key=${each.seat} value=${each.seat} selected=${value === each.seat}>
              ${nameOf(each)}
            </option>
          `)}
        </select>
      </label>
    </p>
  `;
}

const Facts = ({ table, facts }) => html`
  <ul class="facts">
    ${describe(table.options, facts).map((text) => html`<li>${text}</li>`)}
    <li>${say(table.public ? "lobby.public" : "lobby.private")}</li>
    <li>${say(table.spectators ? "lobby.spectators" : "lobby.no-spectators")}</li>
    <li>${say(table.hints ? "lobby.hints" : "lobby.no-hints")}</li>
    ${table.clock
      ? html`
        <li>
          ${say("lobby.clock", {
            move: Math.round(table.clock.move),
            reserve: Math.round(table.clock.reserve / 60),
          })}
        </li>
      `
      : null}
  </ul>
`;

function Invite({ table }) {
  const link = `${location.origin}/t/${table.table}`;
  const copy = () =>
    navigator.clipboard?.writeText(link).then(
      () => toast(say("invite.copied")),
      () => null,
    );
  const share = () => navigator.share({ title: "Spookhouse", url: link }).catch(() => null);
  return html`
    <section class="panel invite">
      <h2>${say("invite.title")}</h2>
      <p>${say("invite.about")}</p>
      <div class="invite-ways">
        <${QrCode} text=${link} label=${say("invite.qr")}/>
        <div class="stack">
          <code class="link">${link}</code>
          <div class="row">
            <button onClick=${copy}>${say("invite.copy")}</button>
            ${"share" in navigator
              ? html`<button onClick=${share}>${say("invite.share")}</button>`
              : null}
          </div>
          <p>${say("invite.code")}<br/><b class="code">${formatCode(table.table)}</b></p>
        </div>
      </div>
    </section>
  `;
}

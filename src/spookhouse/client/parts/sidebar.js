// The sidebar of a table: log, chat and rules. On a phone it opens below the board.
import { html, useEffect, useRef, useState } from "../lib.js";
import { me } from "../state/me.js";
import { changeSettings, settings } from "../state/settings.js";
import { say } from "../words/words.js";
import { Mark } from "../art/shapes.js";
import { Switch } from "./form-fields.js";
import { announce } from "./announcer.js";
import { REACTIONS, Reaction, isReaction, reactionText } from "./reactions.js";
import { lazy } from "./lazy.js";
import { showError } from "./toast.js";
import { wanted } from "./wanted-rule.js";

const SidebarRulebook = lazy(() =>
  import("./rulebook.js").then((module) => module.SidebarRulebook),
);

export function Sidebar({ session, players, game }) {
  const [tab, setTab] = useState("log");
  const [open, setOpen] = useState(false);
  const messages = session.chat.value;
  const last = messages.at(-1);
  // The time of the last message that was read: old ones are dropped, so a number would not do.
  const [read, setRead] = useState(last?.at ?? 0);
  const rule = wanted.value;
  useEffect(() => {
    if (!rule) return;
    setTab("rules");
    setOpen(true);
  }, [rule]);
  useEffect(() => {
    if (last && last.at > read && last.guest !== me.value.guest)
      announce(`${last.name}: ${isReaction(last.text) ? reactionText(last.text) : last.text}`);
    if (tab === "chat") setRead(last?.at ?? 0);
  }, [last?.at, tab]);
  const choose = (/** @type {string} */ name) => {
    setOpen(tab !== name || !open);
    setTab(name);
  };
  const unread =
    tab === "chat" ? 0 : messages.filter((/** @type {any} */ each) => each.at > read).length;
  return html`
    <aside class=${`sidebar ${open ? "open" : ""}`} aria-label=${say("sidebar.title")}>
      <div class="tabs">
        ${["log", "chat", "rules"].map((name) => html`
          <button key=${name} aria-pressed=${tab === name} onClick=${() => choose(name)}>
            ${say(`sidebar.${name}`)}
            ${name === "chat" && unread > 0
              ? html` <span class="count" aria-label=${say("chat.unread", { count: unread })}>
                  ${unread}
                </span>
              `
              : null}
          </button>
        `)}
      </div>
      <div class="sidebar-body">
        ${tab === "log"
          ? html`<${Log} entries=${session.log.value}/>`
          : tab === "rules"
          ? html`<${SidebarRulebook} game=${game}/>`
          : html`<${Chat} session=${session} messages=${messages} players=${players}/>`}
      </div>
    </aside>
  `;
}

/** A list that keeps its end in view. */
function ScrollingList({ children, last, ...rest }) {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [last]);
  return html`<ol ref=${list} tabindex="0" ...${rest}>${children}</ol>`;
}

const Log = ({ entries }) =>
  entries.length
    ? html`
      <${ScrollingList} class="log" last=${entries.length} aria-label=${say("sidebar.log")}>
        ${entries.map((/** @type {any} */ each, /** @type {number} */ at) => html`
          <li key=${at} class=${each.aside ? "aside" : ""}>
            ${each.seat === null ? null : html`<${Mark} seat=${each.seat} size=${13}/>`}
            <span>${each.text}</span>
          </li>
        `)}
      </${ScrollingList}>
    `
    : html`<p class="faint pad">${say("log.empty")}</p>`;

function Chat({ session, messages, players }) {
  const seated = session.mine.value.length > 0;
  const { muted, reactions } = settings.value;
  const send = (/** @type {string} */ text) => session.do({ do: "say", text });
  const markOf = (/** @type {string} */ guest) =>
    players.find((/** @type {any} */ player) => player.guest === guest)?.mark;
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const input = /** @type {HTMLInputElement} */ (
      /** @type {HTMLFormElement} */ (event.target).elements.namedItem("message")
    );
    const text = input.value;
    input.value = "";
    if (text.trim())
      send(text).catch((/** @type {any} */ error) => {
        showError(error);
        input.value ||= text;
      });
  };
  const mute = (/** @type {string} */ guest) =>
    changeSettings({
      muted: muted.includes(guest) ? muted.filter((each) => each !== guest) : [...muted, guest],
    });
  const shown = messages.filter(
    (/** @type {any} */ message) =>
      !muted.includes(message.guest) && (reactions || !isReaction(message.text)),
  );
  const others = players.filter(
    (/** @type {any} */ player) => player.kind === "person" && !player.isYou,
  );
  return html`
    <div class="chat">
      <${ScrollingList} class="messages" last=${shown.at(-1)?.at} aria-label=${say("sidebar.chat")}>
        ${shown.map((/** @type {any} */ message) => html`
          <li key=${`${message.at} ${message.guest}`}>
            ${markOf(message.guest) === undefined
              ? null
              : html`<${Mark} seat=${markOf(message.guest)} size=${13}/> `}
            <b>${message.name}</b> ${isReaction(message.text)
              ? html`<${Reaction} name=${message.text} size=${26}/>`
              : html`<span>${message.text}</span>`}
          </li>
        `)}
      </${ScrollingList}>
      ${seated
        ? html`
          <div class="row reactions" role="group" aria-label=${say("chat.reactions")}>
            ${REACTIONS.map((name) => html`
              <button
                key=${name}
                class="quiet"
                title=${reactionText(name)}
                aria-label=${reactionText(name)}
                onClick=${() => send(name).catch(showError)}
              >
                <${Reaction} name=${name} size=${30}/>
              </button>
            `)}
          </div>
          <form class="row" onSubmit=${submit}>
            <label class="unseen" for="chat-message">${say("chat.say")}</label>
            <input
              id="chat-message"
              name="message"
              maxlength="500"
              placeholder=${say("chat.say")}
              autocomplete="off"
            />
            <button>${say("chat.send")}</button>
          </form>
        `
        : html`<p class="faint">${say("chat.watchers")}</p>`}
      <details>
        <summary>${say("chat.mute")}</summary>
        <${Switch}
          title=${say("chat.mute-reactions")}
          checked=${!reactions}
          onChange=${() => changeSettings({ reactions: !reactions })}
        />
        ${others.map((/** @type {any} */ { guest, name }) => html`
          <${Switch}
            key=${guest}
            title=${name}
            checked=${muted.includes(guest)}
            onChange=${() => mute(guest)}
          />
        `)}
      </details>
    </div>
  `;
}

// Beside the board: the log in words, and the chat. On a phone both open as a sheet from below.
import { html, useEffect, useRef, useState } from "../lib.js";
import { me } from "../state/me.js";
import { set, settings } from "../state/settings.js";
import { say } from "../words/words.js";
import { Mark } from "../art/shapes.js";
import { Switch } from "./form-fields.js";
import { announce } from "./announcer.js";
import { REACTIONS, Reaction, isReaction, reactionWord } from "./reactions.js";
import { lazy } from "./lazy.js";
import { complain } from "./toast.js";
import { wanted } from "./wanted-rule.js";

const Beside = lazy(() => import("./rulebook.js").then((found) => found.Beside));

export function Side({ seat, people, game }) {
  const [tab, setTab] = useState("log");
  const [open, setOpen] = useState(false);
  const [read, setRead] = useState(seat.chat.value.length);
  const words = seat.chat.value;
  const wish = wanted.value;
  useEffect(() => {
    if (!wish) return;
    setTab("rules");
    setOpen(true);
  }, [wish]);
  useEffect(() => {
    const last = words.at(-1);
    if (words.length > read && last && last.guest !== me.value.guest)
      announce(`${last.name}: ${isReaction(last.text) ? reactionWord(last.text) : last.text}`);
    if (tab === "chat") setRead(words.length);
  }, [words.length, tab]);
  const choose = (/** @type {string} */ name) => {
    setOpen(tab !== name || !open);
    setTab(name);
  };
  const fresh = tab === "chat" ? 0 : words.length - read;
  return html`
    <aside class=${`side ${open ? "open" : ""}`} aria-label=${say("side.title")}>
      <div class="tabs">
        ${["log", "chat", "rules"].map((name) => html`
          <button key=${name} aria-pressed=${tab === name} onClick=${() => choose(name)}>
            ${say(`side.${name}`)}
            ${name === "chat" && fresh > 0
              ? html` <span class="count" aria-label=${say("chat.unread", { count: fresh })}>
                  ${fresh}
                </span>
              `
              : null}
          </button>
        `)}
      </div>
      <div class="side-body">
        ${tab === "log"
          ? html`<${Log} lines=${seat.log.value}/>`
          : tab === "rules"
          ? html`<${Beside} game=${game}/>`
          : html`<${Chat} seat=${seat} words=${words} people=${people}/>`}
      </div>
    </aside>
  `;
}

/** Keeps its end in view. */
function Following({ children, length, ...rest }) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (place.current) place.current.scrollTop = place.current.scrollHeight;
  }, [length]);
  return html`<ol ref=${place} tabindex="0" ...${rest}>${children}</ol>`;
}

const Log = ({ lines }) =>
  lines.length
    ? html`
      <${Following} class="log" length=${lines.length} aria-label=${say("side.log")}>
        ${lines.map((/** @type {any} */ each, /** @type {number} */ at) => html`
          <li key=${at} class=${each.aside ? "aside" : ""}>
            ${each.seat === null ? null : html`<${Mark} seat=${each.seat} size=${13}/>`}
            <span>${each.text}</span>
          </li>
        `)}
      </${Following}>
    `
    : html`<p class="faint pad">${say("log.empty")}</p>`;

function Chat({ seat, words, people }) {
  const sits = seat.mine.value.length > 0;
  const { muted, reactions } = settings.value;
  const send = (/** @type {string} */ text) => seat.do({ do: "say", text }).catch(complain);
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const input = /** @type {HTMLInputElement} */ (
      /** @type {HTMLFormElement} */ (event.target).elements.namedItem("word")
    );
    if (input.value.trim()) send(input.value);
    input.value = "";
  };
  const mute = (/** @type {string} */ guest) =>
    set({
      muted: muted.includes(guest) ? muted.filter((each) => each !== guest) : [...muted, guest],
    });
  const heard = words.filter(
    (/** @type {any} */ word) =>
      !muted.includes(word.guest) && (reactions || !isReaction(word.text)),
  );
  const others = people.filter((/** @type {any} */ who) => who.kind === "person" && !who.isYou);
  return html`
    <div class="chat">
      <${Following} class="words" length=${heard.length} aria-label=${say("side.chat")}>
        ${heard.map((/** @type {any} */ word) => html`
          <li key=${`${word.at} ${word.guest}`}>
            <b>${word.name}</b> ${isReaction(word.text)
              ? html`<${Reaction} name=${word.text} size=${26}/>`
              : html`<span>${word.text}</span>`}
          </li>
        `)}
      </${Following}>
      ${sits
        ? html`
          <div class="row reactions" role="group" aria-label=${say("chat.reactions")}>
            ${REACTIONS.map((name) => html`
              <button
                key=${name}
                class="quiet"
                title=${reactionWord(name)}
                aria-label=${reactionWord(name)}
                onClick=${() => send(name)}
              >
                <${Reaction} name=${name} size=${30}/>
              </button>
            `)}
          </div>
          <form class="row" onSubmit=${submit}>
            <label class="unseen" for="chat-word">${say("chat.say")}</label>
            <input
              id="chat-word"
              name="word"
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
          onChange=${() => set({ reactions: !reactions })}
        />
        ${others.map((/** @type {any} */ who) => html`
          <${Switch}
            key=${who.guest}
            title=${who.name}
            checked=${muted.includes(who.guest)}
            onChange=${() => mute(who.guest)}
          />
        `)}
      </details>
    </div>
  `;
}

// The strip on top of every page: the way home, who you are, and how the line is.
import { html, useState } from "../lib.js";
import { line } from "../net/connection.js";
import { me } from "../state/me.js";
import { say } from "../words/words.js";
import { Dialog } from "./dialog.js";
import { Ghost } from "./ghost.js";
import { NameField } from "./name-field.js";
import { complain } from "./toast.js";
import { api } from "../net/api.js";

/** How the line is, said honestly; silent while all is well. */
export const LineState = () => {
  const state = line.state.value;
  return html`
    <div role="status" class="line-place">
      ${state === "open" || state === "opening"
        ? null
        : html`<p class="line-state">${say(`line.${state}`)}</p>`}
    </div>
  `;
};

export function Header({ bare = false }) {
  const [open, setOpen] = useState(false);
  return html`
    <header class=${`top ${bare ? "bare" : ""}`}>
      <a href="/" class="home"><${Ghost} size=${26}/><span>Spookhouse</span></a>
      <span id="top-middle"></span>
      <button class="quiet me" onClick=${() => setOpen(true)}>
        <span class="unseen">${say("me.title")}: </span>
        ${me.value.name}
      </button>
      <${LineState}/>
      ${open ? html`<${Me} onClose=${() => setOpen(false)}/>` : null}
    </header>
  `;
}

/** Name, other devices, settings. */
function Me({ onClose }) {
  const [link, setLink] = useState("");
  const another = () => api("/api/me/link", {}).then((found) => setLink(found.link), complain);
  return html`
    <${Dialog} title=${say("me.title")} onClose=${onClose}>
      <${NameField} onSaved=${onClose}/>
      <p class="faint">${say("me.cookie")}</p>
      ${link
        ? html`<p>${say("me.link")}</p><code class="link">${link}</code>`
        : html`<button onClick=${another}>${say("me.another")}</button>`}
      <p><a href="/settings" onClick=${onClose}>${say("settings.title")}</a></p>
    </${Dialog}>
  `;
}

// The header of every page: a link home, the guest's name, and the state of the connection.
import { html, useState } from "../lib.js";
import { connection } from "../net/connection.js";
import { me } from "../state/me.js";
import { say } from "../words/words.js";
import { Dialog } from "./dialog.js";
import { Ghost } from "./ghost.js";
import { NameField } from "./name-field.js";
import { showError } from "./toast.js";
import { api } from "../net/api.js";

const RELOADABLE = ["crowded", "stranger"];

/** The state of the connection, if there is a problem; a button if loading again may solve it. */
export const ConnectionState = () => {
  const state = connection.state.value;
  return html`
    <div role="status" class="connection-bar">
      ${state === "open" || state === "opening"
        ? null
        : html`
            <p class="connection-state">
              ${say(`connection.${state}`)}
              ${RELOADABLE.includes(state)
                ? html` <button onClick=${() => location.reload()}>
                    ${say("connection.reload")}
                  </button>`
                : null}
            </p>
          `}
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
      <${ConnectionState}/>
      ${open ? html`<${GuestDialog} onClose=${() => setOpen(false)}/>` : null}
    </header>
  `;
}

/** A dialog with the guest's name, a link for other devices, and the settings. */
function GuestDialog({ onClose }) {
  const [link, setLink] = useState("");
  const createLink = () => api("/api/me/link", {}).then((found) => setLink(found.link), showError);
  return html`
    <${Dialog} title=${say("me.title")} onClose=${onClose}>
      <${NameField} onSaved=${onClose}/>
      <p class="faint">${say("me.cookie")}</p>
      ${link
        ? html`<p>${say("me.link")}</p><code class="link">${link}</code>`
        : html`<button onClick=${createLink}>${say("me.another")}</button>`}
      <p><a href="/settings" onClick=${onClose}>${say("settings.title")}</a></p>
    </${Dialog}>
  `;
}

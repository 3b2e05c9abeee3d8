// The page of a link from another device. It asks before this device becomes the guest of that one.
import { html, useEffect, useState } from "../lib.js";
import { api } from "../net/api.js";
import { go } from "../router.js";
import { hasText, say } from "../words/words.js";
import NotFound from "./not-found.js";

/** @param {{id: string}} props */
export default function DeviceLinkPage({ id }) {
  const [link, setLink] = useState(/** @type {any} */ (null));
  const [error, setError] = useState(/** @type {any} */ (null));
  const path = `/api/links/${id}`;
  useEffect(() => void api(path).then(setLink, setError), [path]);
  document.title = `${say("link.page")} – Spookhouse`;
  if (error) return html`<${Refused} error=${error}/>`;
  if (!link) return html`<p class="waiting">${say("page.opening")}</p>`;
  // Everything on the page belongs to the guest before, so it is loaded anew.
  const use = () => api(path, {}).then(() => location.replace("/"), setError);
  return html`<${Question} link=${link} onUse=${use}/>`;
}

/** Why a link cannot be used. */
function Refused({ error }) {
  const known = hasText(`error.${error.code}`);
  return html`
    <${NotFound}
      title=${say(known ? `error.${error.code}` : "link.trouble")}
      text=${known ? say(`error.${error.code}-about`) : String(error.message)}
    />
  `;
}

/** @param {{link: any, onUse: () => void}} props */
function Question({ link, onUse }) {
  const { name, your_name: yourName } = link;
  const stay = () => go("/", { replace: true });
  if (link.is_you)
    return html`
      <div class="page narrow stack">
        <h1>${say("link.same-title", { name })}</h1>
        <p>${say("link.same")}</p>
        <div class="row"><button class="main" onClick=${stay}>${say("not-found.home")}</button></div>
      </div>
    `;
  return html`
    <div class="page narrow stack">
      <h1>${say("link.title", { name })}</h1>
      <p>${say("link.about", { name })}</p>
      <div class="panel">
        <h2>${say("link.loses")}</h2>
        <p>${say("link.now", { name: yourName })} ${losses(link)}</p>
      </div>
      <p><b>${say("link.own")}</b> ${say("link.own-why")}</p>
      <div class="row">
        <button class="main" onClick=${stay}>${say("link.no", { name: yourName })}</button>
        <button class=${link.your_tables ? "bad" : ""} onClick=${onUse}>
          ${say("link.yes", { name })}
        </button>
      </div>
    </div>
  `;
}

/** A sentence about the tables that this device would lose. */
const losses = (/** @type {any} */ { your_tables: tables, your_unfinished: unfinished }) =>
  say(tables ? "link.tables" : "link.no-tables", { tables, unfinished });

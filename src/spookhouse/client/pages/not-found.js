// The page for unknown addresses, and for tables that cannot be shown.
import { html } from "../lib.js";
import { say } from "../words/words.js";
import { Ghost } from "../parts/ghost.js";

export default function NotFound({
  title = say("not-found.title"),
  text = say("not-found.text"),
}) {
  return html`
    <div class="not-found">
      <${Ghost} size=${120} mood="wavy" eyes="wide"/>
      <h1>${title}</h1>
      <p>${text}</p>
      <a class="button main" href="/">${say("not-found.home")}</a>
    </div>
  `;
}

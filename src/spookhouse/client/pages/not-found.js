import { html } from "../lib.js";
import { say } from "../words/words.js";
import { Ghost } from "../parts/ghost.js";

export default function Lost({ title = say("lost.title"), text = say("lost.text") }) {
  return html`
    <div class="lost">
      <${Ghost} size=${120} mood="wavy" eyes="wide"/>
      <h1>${title}</h1>
      <p>${text}</p>
      <a class="button main" href="/">${say("lost.home")}</a>
    </div>
  `;
}

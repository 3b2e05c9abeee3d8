// Short words that come and go: refusals, reasons, good news.
import { html, signal } from "../lib.js";
import { say } from "../words/words.js";
import { Ghost } from "./ghost.js";
import { anchor, want } from "./wanted-rule.js";

/** @typedef {{id: number, text: any, kind: "note" | "bad", rule?: string, game?: string}} Toast */

const shown = signal(/** @type {Toast[]} */ ([]));
let next = 1;

/**
 * @param {any} text
 * @param {Partial<Toast>} [more]
 */
export function toast(text, more = {}) {
  const made = { id: next++, text, kind: /** @type {"note"} */ ("note"), ...more };
  shown.value = [
    ...shown
      .peek()
      .filter((old) => old.text !== text)
      .slice(-2),
    made,
  ];
  setTimeout(() => dismiss(made.id), more.kind === "bad" ? 9000 : 6000);
}

const dismiss = (/** @type {number} */ id) =>
  (shown.value = shown.value.filter((each) => each.id !== id));

/**
 * A refusal of the house.
 * @param {any} error
 * @param {string} [game]
 */
export function complain(error, game) {
  const rule = error.rule || "";
  const text =
    error.code === "line/lost"
      ? say("line.lost-word")
      : String(error.message ?? error).replace(`${rule}: `, "");
  toast(text, { kind: "bad", rule, game });
}

/**
 * The number of a rule, as a link to where it stands: beside the table if there is one, else on its
 * page.
 */
export const RuleLink = ({ rule, game }) => {
  const beside = (/** @type {MouseEvent} */ event) => {
    if (!document.querySelector(".table .side")) return;
    event.preventDefault();
    want(anchor(rule));
  };
  return html`
    <a class="rule" href=${`/rules/${game}#${anchor(rule)}`} target="rules" onClick=${beside}>
      ${rule}
    </a>
  `;
};

export const Toasts = () => html`
  <div class="toasts" role="status" aria-live="polite">
    ${shown.value.map((each) => html`
      <div key=${each.id} class=${`toast ${each.kind}`}>
        <${Ghost} mood=${each.kind === "bad" ? "howl" : "smile"} size=${36}/>
        <p>
          ${each.text}
          ${each.rule && each.game
            ? html` <${RuleLink} rule=${each.rule} game=${each.game}/>`
            : null}
        </p>
        <button class="quiet" aria-label=${say("toast.close")} onClick=${() => dismiss(each.id)}>
          ×
        </button>
      </div>
    `)}
  </div>
`;

// Toasts: refusals, reasons and confirmations, shown for a few seconds.
import { html, signal } from "../lib.js";
import { say } from "../words/words.js";
import { Ghost } from "./ghost.js";
import { anchor, requestRule } from "./wanted-rule.js";

/** @typedef {{id: number, text: any, kind: "note" | "bad", rule?: string, game?: string}} Toast */

const shown = signal(/** @type {Toast[]} */ ([]));
let nextId = 1;

/**
 * @param {any} text
 * @param {Partial<Toast>} [more]
 */
export function toast(text, more = {}) {
  const made = { id: nextId++, text, kind: /** @type {"note"} */ ("note"), ...more };
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

/** Remove all toasts: somebody else looks at the page now. */
export function clearToasts() {
  shown.value = [];
}

/**
 * Return the sentence of an error or a refusal.
 * @param {any} error
 */
export const errorText = (error) =>
  error.code === "connection/lost"
    ? say("connection.lost-toast")
    : String(error.message ?? error).replace(`${error.rule || ""}: `, "");

/**
 * Show an error or a refusal.
 * @param {any} error
 * @param {string} [game]
 */
export function showError(error, game) {
  toast(errorText(error), { kind: "bad", rule: error.rule || "", game });
}

/**
 * A link to a rule: in the sidebar if there is one, else on the page of the rulebook.
 */
export const RuleLink = ({ rule, game }) => {
  const openSidebar = (/** @type {MouseEvent} */ event) => {
    if (!document.querySelector(".table .sidebar")) return;
    event.preventDefault();
    requestRule(anchor(rule));
  };
  return html`
    <a class="rule" href=${`/rules/${game}#${anchor(rule)}`} target="rules" onClick=${openSidebar}>
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

// Inline Markdown of the rulebooks: bold, emphasis, code, and references to rules such as [3.2.1].
import { html } from "../lib.js";

const MARKED = /(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`|\[(?:\d+(?:\.\d+)*|Card \d+)\])/;

/**
 * @param {string} text
 * @param {(number: string) => any} refer turns a reference to a rule into a link
 * @returns {any[]}
 */
export const inline = (text, refer) =>
  text.split(MARKED).map((part) => {
    if (part.startsWith("**")) return html`<b>${inline(part.slice(2, -2), refer)}</b>`;
    if (part.startsWith("*") && part.length > 1) {
      return html`
        <em class=${part.startsWith("*(house ruling") ? "ruling" : ""}>
          ${inline(part.slice(1, -1), refer)}
        </em>
      `;
    }
    if (part.startsWith("`")) return html`<code>${part.slice(1, -1)}</code>`;
    return MARKED.test(part) ? refer(part.slice(1, -1)) : part;
  });

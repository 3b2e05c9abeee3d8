// What happens, told to those who do not see it.
import { html, signal } from "../lib.js";

const said = signal(/** @type {{id: number, text: string}[]} */ ([]));
let next = 1;

/** @param {string} text */
export function announce(text) {
  if (text) said.value = [...said.peek(), { id: next++, text }].slice(-6);
}

export const LiveRegion = () => html`
  <div class="unseen" role="log" aria-live="polite" aria-relevant="additions">
    ${said.value.map(({ id, text }) => html`<p key=${id}>${text}</p>`)}
  </div>
`;

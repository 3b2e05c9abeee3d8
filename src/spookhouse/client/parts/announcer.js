// Announcements for screen readers.
import { html, signal } from "../lib.js";

const announced = signal(/** @type {{id: number, text: string}[]} */ ([]));
let nextId = 1;

/** @param {string} text */
export function announce(text) {
  if (text) announced.value = [...announced.peek(), { id: nextId++, text }].slice(-6);
}

/** Remove what was announced: somebody else looks at the page now. */
export function clearAnnouncements() {
  announced.value = [];
}

export const LiveRegion = () => html`
  <div class="unseen" role="log" aria-live="polite" aria-relevant="additions">
    ${announced.value.map(({ id, text }) => html`<p key=${id}>${text}</p>`)}
  </div>
`;

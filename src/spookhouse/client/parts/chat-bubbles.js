// What was just said, over the board for a few seconds. The chat keeps it, and the live region
// speaks it.
import { html, useEffect, useState } from "../lib.js";
import { Mark } from "../art/shapes.js";
import { settings } from "../state/settings.js";
import { Reaction, isReaction } from "./reactions.js";

const SHOWN = 5000; // ms

export function Bubbles({ seat, people }) {
  const words = seat.chat.value;
  const [seen, setSeen] = useState(words.at(-1)?.at ?? 0);
  const last = words.at(-1)?.at ?? 0;
  useEffect(() => {
    const timer = setTimeout(() => setSeen(last), SHOWN);
    return () => clearTimeout(timer);
  }, [last]);
  const { muted, reactions } = settings.value;
  const fresh = words
    .filter(
      (/** @type {any} */ word) =>
        word.at > seen && !muted.includes(word.guest) && (reactions || !isReaction(word.text)),
    )
    .slice(-3);
  return html`
    <div class="bubbles" aria-hidden="true">
      ${fresh.map((/** @type {any} */ word) => html`
        <p class="bubble" key=${word.at}>
          <${Mark}
            seat=${people.find((/** @type {any} */ who) => who.guest === word.guest)?.mark ?? 0}
            size=${22}
          />
          ${isReaction(word.text) ? html`<${Reaction} name=${word.text} size=${34}/>` : word.text}
        </p>
      `)}
    </div>
  `;
}

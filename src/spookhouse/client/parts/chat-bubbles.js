// New chat messages, over the board for a few seconds. The chat keeps them, and the live region
// announces them.
import { html, useEffect, useState } from "../lib.js";
import { Mark } from "../art/shapes.js";
import { settings } from "../state/settings.js";
import { Reaction, isReaction } from "./reactions.js";

const SHOWN = 5000; // ms

export function ChatBubbles({ session, players }) {
  const messages = session.chat.value;
  const [seen, setSeen] = useState(messages.at(-1)?.at ?? 0);
  const last = messages.at(-1)?.at ?? 0;
  useEffect(() => {
    const timer = setTimeout(() => setSeen(last), SHOWN);
    return () => clearTimeout(timer);
  }, [last]);
  const markOf = (/** @type {string} */ guest) =>
    players.find((/** @type {any} */ player) => player.guest === guest)?.mark ?? 0;
  const { muted, reactions } = settings.value;
  const fresh = messages
    .filter(
      (/** @type {any} */ message) =>
        message.at > seen &&
        !muted.includes(message.guest) &&
        (reactions || !isReaction(message.text)),
    )
    .slice(-3);
  return html`
    <div class="bubbles" aria-hidden="true">
      ${fresh.map((/** @type {any} */ { at, guest, text }) => html`
        <p class="bubble" key=${at}>
          <${Mark} seat=${markOf(guest)} size=${22}/>
          ${isReaction(text) ? html`<${Reaction} name=${text} size=${34}/>` : text}
        </p>
      `)}
    </div>
  `;
}

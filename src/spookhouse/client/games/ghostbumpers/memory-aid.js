// A memory aid: the number of unseen copies of each Monster card.
import { html } from "../../lib.js";
import { INK, PAPER } from "../../art/shapes.js";
import { Sign } from "./art.js";
import { MONSTERS, ORDER } from "./monster-drawings.js";
import { say } from "./words.js";

export const MemoryAid = ({ view }) => html`
  <div class="gb-memory" role="group" aria-label=${say("unseen")}>
    <span class="gb-memory-title">${say("unseen")}</span>
    <ul>
      ${ORDER.map((card) => {
        const count = view.unseen.filter((found) => found === card).length;
        return html`
          <li
            key=${card}
            class=${count ? "" : "is-none"}
            style=${{ "--tint": MONSTERS[card].tint }}
            title=${say("unseen-of", { card, count })}
          >
            <span class="gb-visually-hidden">${say("unseen-of", { card, count })}</span>
            <svg viewBox="0 0 44 22" aria-hidden="true">
              <rect x="1" y="1" width="42" height="20" rx="5" fill=${PAPER}
                stroke=${MONSTERS[card].tint} stroke-width="2"/>
              <text
                x=${card === "0/10" ? 22 : 16}
                y="16.5"
                font-size="15"
                font-weight="700"
                text-anchor="middle"
                fill=${INK}
                class="on-piece"
              >
                ${card}
              </text>
              ${card === "0/10" ? null : html`<${Sign} card=${card} x=${27} y=${5.5} size=${11}/>`}
            </svg>
            <b aria-hidden="true">${count}</b>
          </li>
        `;
      })}
    </ul>
  </div>
`;

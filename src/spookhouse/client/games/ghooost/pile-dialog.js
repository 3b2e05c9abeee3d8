// A closer look at what lies open: the whole cemetery, what is gone, or all that is known of a
// seat.
import { html, useEffect, useRef } from "../../lib.js";
import { Card } from "./art.js";
import { grouped } from "./moves.js";
import { knownOf } from "./player-panels.js";
import { say } from "./words.js";

/** @typedef {{what: "cemetery" | "discard" | "seat", who?: number}} Looking */

/**
 * @param {any} props
 * @returns {{title: string, cards: {card: string, as?: string, count: number}[], about?: string[],
 *   said?: string}}
 */
function contents({ looking, view, settings, people }) {
  if (looking.what === "cemetery")
    return {
      title: say("cemetery.all"),
      cards: [...Array(view.kitties).fill(["K", "K"]), ...[...view.cemetery].reverse()].map(
        ([card, as]) => ({ card, as, count: 1 }),
      ),
    };
  if (looking.what === "discard")
    return { title: say("discard.all"), cards: grouped(view.discard) };
  const cards = grouped(knownOf(view, looking.who, settings));
  return {
    title: people[looking.who]?.name,
    cards,
    about: [
      say("seat.hand", { count: view.hand_sizes[looking.who] }),
      say("seat.mansion", { count: view.mansion_sizes[looking.who] }),
    ],
    said:
      settings?.memory === false && !view.hands
        ? ""
        : say(cards.length ? "seat.known" : "seat.nothing"),
  };
}

/** @param {any} props */
export function Look(props) {
  const { close } = props;
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    const was = /** @type {HTMLElement | null} */ (document.activeElement);
    /** @type {HTMLElement | null | undefined} */ (box.current?.querySelector("button"))?.focus();
    return () => was?.focus();
  }, []);
  const { title, cards, about, said } = contents(props);
  return html`
    <div class="gh-look" onClick=${close}>
      <div
        ref=${box}
        class="gh-look-sheet"
        role="dialog"
        aria-label=${title}
        onKeyDown=${(/** @type {KeyboardEvent} */ event) => event.key === "Escape" && close()}
        onClick=${(/** @type {Event} */ event) => event.stopPropagation()}
      >
        <header>
          <h3>${title}</h3>
          <button type="button" class="gh-close" aria-label=${say("look.close")} onClick=${close}>
            ✕
          </button>
        </header>
        ${about ? html`<p>${about.join(" · ")}</p>` : null}
        ${said ? html`<p>${said}</p>` : null}
        <ul>
          ${cards.map(({ card, as, count }, i) => html`
            <li key=${i}>
              <${Card} card=${card} as=${as} label=${card}/>
              ${count > 1 ? html`<span class="gh-times">×${count}</span>` : null}
            </li>
          `)}
        </ul>
      </div>
    </div>
  `;
}

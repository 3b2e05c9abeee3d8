// A dialog with all cards of a pile: the cemetery, the discard, or the known cards of a seat.
import { html, useEffect, useRef } from "../../lib.js";
import { Card } from "./art.js";
import { grouped } from "./moves.js";
import { knownOf } from "./player-panels.js";
import { say } from "./words.js";

/** @typedef {{what: "cemetery" | "discard" | "seat", holder?: number}} Pile */

/**
 * @param {any} props
 * @returns {{title: string, cards: {card: string, as?: string, count: number}[], facts?: string[],
 *   note?: string}}
 */
function contents({ pile, view, settings, players }) {
  if (pile.what === "cemetery")
    return {
      title: say("cemetery.all"),
      cards: [...Array(view.kitties).fill(["K", "K"]), ...[...view.cemetery].reverse()].map(
        ([card, as]) => ({ card, as, count: 1 }),
      ),
    };
  if (pile.what === "discard")
    return { title: say("discard.all"), cards: grouped(view.discard) };
  const cards = grouped(knownOf(view, pile.holder, settings));
  return {
    title: players[pile.holder]?.name,
    cards,
    facts: [
      say("seat.hand", { count: view.hand_sizes[pile.holder] }),
      say("seat.mansion", { count: view.mansion_sizes[pile.holder] }),
    ],
    note:
      settings?.memory === false && !view.hands
        ? ""
        : say(cards.length ? "seat.known" : "seat.nothing"),
  };
}

/** @param {any} props */
export function PileDialog(props) {
  const { close } = props;
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    const opener = /** @type {HTMLElement | null} */ (document.activeElement);
    /** @type {HTMLElement | null | undefined} */ (box.current?.querySelector("button"))?.focus();
    return () => opener?.focus();
  }, []);
  const { title, cards, facts, note } = contents(props);
  return html`
    <div class="gh-pile-dialog" onClick=${close}>
      <div
        ref=${box}
        class="gh-pile-sheet"
        role="dialog"
        aria-label=${title}
        onKeyDown=${(/** @type {KeyboardEvent} */ event) => event.key === "Escape" && close()}
        onClick=${(/** @type {Event} */ event) => event.stopPropagation()}
      >
        <header>
          <h3>${title}</h3>
          <button type="button" class="gh-close" aria-label=${say("pile.close")} onClick=${close}>
            ✕
          </button>
        </header>
        ${facts ? html`<p>${facts.join(" · ")}</p>` : null}
        ${note ? html`<p>${note}</p>` : null}
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

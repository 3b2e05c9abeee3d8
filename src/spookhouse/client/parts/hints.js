// What a strong ghost would do: its candidate moves, how much it thought about each, and what it
// expects of them.
import { html, useEffect } from "../lib.js";
import { announce } from "./announcer.js";
import { say } from "../words/words.js";

const MOST = 5;

/**
 * A result between worst and best, with its sign.
 * @param {number} expected
 */
const signed = (expected) => `${expected <= -0.005 ? "−" : "+"}${Math.abs(expected).toFixed(2)}`;

/**
 * What is written on something of the board while a hint is shown: a star for the best, and what is
 * expected of the candidate that it belongs to.
 * @param {any[] | null} hints
 * @param {(move: string) => boolean} belongs
 * @returns {{best: boolean, says: string} | null}
 */
export function hinted(hints, belongs) {
  const found = hints?.slice(0, MOST).find((hint) => belongs(hint.move));
  return found
    ? {
        best: found.best,
        says: [found.best && "★", found.expected !== undefined && signed(found.expected)]
          .filter(Boolean)
          .join(" "),
      }
    : null;
}

/**
 * The same as props of whatever it is written on.
 * @param {any[] | null} hints
 * @param {(move: string) => boolean} belongs
 */
export function hintProps(hints, belongs) {
  const found = hinted(hints, belongs);
  return found ? { "data-hinted": found.says, "data-best": found.best || undefined } : {};
}

/**
 * @param {{hints: any[], module: any, view: any, play: (move: string) => void, onClose: () =>
 *   void}} props
 */
export function Hints({ hints, module, view, play, onClose }) {
  const thoughts = hints.reduce((sum, each) => sum + (each.visits ?? 0), 0);
  const shown = hints.slice(0, MOST);
  useEffect(() => announce(say("hint.says", { move: module.label(shown[0].move, view) })), [hints]);
  return html`
    <section class="hints" aria-label=${say("hint.title")}>
      <header>
        <b>${say("hint.title")}</b>
        <button class="quiet" aria-label=${say("hint.close")} onClick=${onClose}>×</button>
      </header>
      <ol>
        ${shown.map((each, at) => {
          const share = thoughts ? Math.round((100 * each.visits) / thoughts) : null;
          return html`
            <li key=${each.move}>
              <button
                class=${at ? "" : "main"}
                data-hint=${each.move}
                onClick=${() => play(each.move)}
              >
                <span>${module.label(each.move, view)}</span>
                ${each.expected === undefined
                  ? null
                  : html`
                    <small>
                      ${say("hint.expects", { expected: signed(each.expected) })} · ${say(
                        "hint.share",
                        { share },
                      )}
                    </small>
                  `}
              </button>
              ${share === null
                ? null
                : html`<meter min="0" max="100" value=${share} aria-hidden="true"></meter>`}
            </li>
          `;
        })}
      </ol>
      ${thoughts ? html`<p class="faint small">${say("hint.scale")}</p>` : null}
    </section>
  `;
}

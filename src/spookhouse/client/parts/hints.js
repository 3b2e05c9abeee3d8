// A hint: the candidate moves of a search, each with its share of visits and its expected result.
import { html, useEffect } from "../lib.js";
import { announce } from "./announcer.js";
import { say } from "../words/words.js";

const MOST = 5;

/**
 * Write an expected result with its sign.
 * @param {number} expected
 */
const signed = (expected) => `${expected <= -0.005 ? "−" : "+"}${Math.abs(expected).toFixed(2)}`;

/**
 * Return the label that a piece or place of the board has while a hint is shown: a star for the
 * best candidate, and the expected result.
 * @param {any[] | null} hints
 * @param {(move: string) => boolean} belongs whether a move belongs to the piece or place
 * @returns {{best: boolean, label: string} | null}
 */
export function hintFor(hints, belongs) {
  const found = hints?.slice(0, MOST).find((hint) => belongs(hint.move));
  return found
    ? {
        best: found.best,
        label: [found.best && "★", found.expected !== undefined && signed(found.expected)]
          .filter(Boolean)
          .join(" "),
      }
    : null;
}

/**
 * Return the same as props of an element.
 * @param {any[] | null} hints
 * @param {(move: string) => boolean} belongs
 */
export function hintProps(hints, belongs) {
  const found = hintFor(hints, belongs);
  return found ? { "data-hinted": found.label, "data-best": found.best || undefined } : {};
}

/**
 * @param {{hints: any[], module: any, view: any, play: (move: string) => void, onClose: () =>
 *   void}} props
 */
export function Hints({ hints, module, view, play, onClose }) {
  const visits = hints.reduce((sum, each) => sum + (each.visits ?? 0), 0);
  const shown = hints.slice(0, MOST);
  const best = module.label(shown[0].move, view);
  useEffect(() => announce(say("hint.suggests", { move: best })), [hints]);
  return html`
    <section class="hints" aria-label=${say("hint.title")}>
      <header>
        <b>${say("hint.title")}</b>
        <button class="quiet" aria-label=${say("hint.close")} onClick=${onClose}>×</button>
      </header>
      <ol>
        ${shown.map((each, at) => {
          const share = visits ? Math.round((100 * each.visits) / visits) : null;
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
      ${visits ? html`<p class="faint small">${say("hint.scale")}</p>` : null}
    </section>
  `;
}

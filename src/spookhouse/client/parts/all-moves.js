// Every legal move as a button: another way to play on any board, for keyboards, screen readers and
// tests.
import { html, useState } from "../lib.js";
import { say } from "../words/words.js";

const MOST = 60; // shown at once; typing finds the others

export function AllMoves({ session, moves, module, hints, play, why }) {
  const [wanted, setWanted] = useState("");
  const view = session.game.value?.view;
  const isAsked = (session.game.value?.owed?.moves.length ?? 0) > 0;
  if (session.game.value?.seat === null || !view) return null;
  const labels = moves.map((/** @type {string} */ move) => [
    move,
    module.label(move, view) ?? move,
  ]);
  const found = labels.filter((/** @type {string[]} */ [move, label]) =>
    `${move} ${label}`.toLowerCase().includes(wanted.toLowerCase()),
  );
  const best = hints?.find((/** @type {any} */ hint) => hint.best)?.move;
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    if (found.length === 1) play(found[0][0]);
    else if (wanted) why(wanted);
    setWanted("");
  };
  return html`
    <details class="all-moves" open=${module.listOpen || undefined}>
      <summary>
        ${say("moves.all")}
        ${" "}
        <span class="count">${isAsked ? moves.length : ""}</span>
      </summary>
      <form onSubmit=${submit}>
        <label class="unseen" for="wanted-move">${say("moves.find")}</label>
        <input
          id="wanted-move"
          placeholder=${say("moves.find")}
          value=${wanted}
          autocomplete="off"
          onInput=${(/** @type {any} */ event) => setWanted(event.target.value)}
        />
      </form>
      ${isAsked
        ? html`
          <ul aria-label=${say("moves.all")}>
            ${found
              .slice(0, MOST)
              .map(([move, label]) => html`
                <li key=${move}>
                  <button
                    class=${`move ${best === move ? "best" : ""}`}
                    data-move=${move}
                    onClick=${() => play(move)}
                  >
                    ${label}
                    ${best === move ? html` <small>${say("hint.best")}</small>` : null}
                  </button>
                </li>
              `)}
          </ul>
          ${found.length > MOST
            ? html`<p class="faint">${say("moves.more", { count: found.length - MOST })}</p>`
            : null}
        `
        : html`<p class="faint">${say("moves.none")}</p>`}
    </details>
  `;
}

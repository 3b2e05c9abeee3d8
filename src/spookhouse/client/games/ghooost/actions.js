// Action buttons: the moves that are not cards, and the choice of how many cards to play.
import { classes, html, useEffect, useRef } from "../../lib.js";
import { Card } from "./art.js";
import { hintFor } from "../../parts/hints.js";
import { label, movesWith, read } from "./moves.js";
import { capital, say } from "./words.js";

const OTHERS = ["mansion", "luck", "collect", "pass"];

/** @param {{hints: import("./types.js").Hint[] | null, moves: string[]}} props */
export function HintMark({ hints, moves }) {
  const found = hintFor(hints, (move) => moves.includes(move));
  return (
    found && html`
      <span
        class=${`gh-hint ${found.best ? "best" : ""}`}
        title=${found.best ? say("hint.best") : undefined}
      >
        ${found.label}
      </span>
    `
  );
}

/** @param {any} props */
const ActionButton = ({ move, view, play, hints }) => html`
  <button
    type="button"
    class=${`gh-action ${move}`}
    data-move=${move}
    aria-label=${capital(label(move, view))}
    onClick=${() => play(move)}
  >
    ${move === "collect"
      ? say("action.collect", { count: view.cemetery.length + view.kitties })
      : capital(label(move, view))}
    <${HintMark} hints=${hints} moves=${[move]}/>
  </button>
`;

const EMPTY_CEMETERY = { cemetery: [], kitties: 0 };

/** @param {any} props */
function Option({ move, play, hints, chosen }) {
  const { card, count, copy } = read(move);
  return html`
    <button
      type="button"
      class="gh-action gh-option"
      data-move=${move}
      aria-label=${capital(label(move, EMPTY_CEMETERY))}
      onClick=${() => play(move)}
    >
      <span class="gh-option-cards">
        ${[...Array(count).fill(card), ...(copy ? ["X"] : [])].map((each, i) => html`
          <span key=${i}><${Card} card=${each}/></span>
        `)}
      </span>
      <span>${say(chosen === "X" ? "choice.joined" : "choice.ghosts", { card, count, copy })}</span>
      <${HintMark} hints=${hints} moves=${[move]}/>
    </button>
  `;
}

/**
 * The choice of how many ghosts to play, and whether Miss Copy joins them.
 * @param {any} props
 */
function Choice({ card, choose, moves, play, hints }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(
    () =>
      /** @type {HTMLElement | null | undefined} */ (box.current?.querySelector("button"))?.focus({
        preventScroll: true,
      }),
    [card],
  );
  const close = () => {
    choose(null);
    /** @type {HTMLElement | null | undefined} */ (
      box.current?.closest(".ghooost")?.querySelector(`[data-card="${card}"]`)
    )?.focus();
  };
  const key = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Escape") close();
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const all = /** @type {HTMLElement[]} */ ([...(box.current?.querySelectorAll("button") ?? [])]);
    if (step)
      all[
        (all.indexOf(/** @type {any} */ (document.activeElement)) + step + all.length) % all.length
      ]?.focus();
  };
  return html`
    <div
      class="gh-actions gh-choice"
      ref=${box}
      role="group"
      aria-label=${say("choice.title", { card })}
      onKeyDown=${key}
    >
      ${movesWith(moves, card).map((move) => html`
        <${Option} key=${move} chosen=${card} move=${move} play=${play} hints=${hints}/>
      `)}
      <button type="button" class="gh-close" aria-label=${say("choice.close")} onClick=${close}>
        ✕
      </button>
    </div>
  `;
}

/** @param {any} props */
function prompt({ view, seat, players, moves, event, again }) {
  if (event) return event.text?.trim() ?? "";
  if (view.phase === "over") return say("prompt.over");
  if (moves.length)
    return say(
      moves.includes("mansion") ? "prompt.mansion" : again ? "prompt.again" : "prompt.yours",
    );
  if (seat !== null && view.left.includes(seat)) return say("prompt.out");
  if (view.turn === seat) return "";
  const name = players[view.turn]?.name ?? "";
  return say(again ? "prompt.waiting-again" : "prompt.waiting", { name });
}

/** @param {any} props */
export function Actions(props) {
  const { card, moves, again, event } = props;
  if (card) return html`<${Choice} ...${props}/>`;
  const others = OTHERS.filter((move) => moves.includes(move));
  return html`
    <div class="gh-actions">
      <p class=${classes("gh-prompt", moves.length && "yours", again && "again", event && "event")}>
        ${prompt(props)}
      </p>
      ${others.map((move) => html`<${ActionButton} key=${move} move=${move} ...${props}/>`)}
    </div>
  `;
}

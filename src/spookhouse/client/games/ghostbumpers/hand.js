// Your hand. The k-th copy of a value plays k cards. A 0/10 has two halves, played as 0 and as 10.
// A click or a key plays at once: the cards that go together are raised while the pointer is on
// them. A tap raises them first, and a second tap plays them.
import { html, useEffect, useRef, useState } from "../../lib.js";
import { Monster } from "./art.js";
import { preventFlick } from "../../parts/click-guards.js";
import { hintFor } from "../../parts/hints.js";
import { drag } from "./drag.js";
import { label, read, valuesOf } from "./moves.js";
import { MONSTERS } from "./monster-drawings.js";
import { say } from "./words.js";

/**
 * Number the copies of each value; the last copy of each is fully visible.
 * @param {string[]} hand
 */
const fan = (hand) =>
  hand.map((card, place) => ({
    card,
    copy: place - hand.indexOf(card),
    last: hand[place + 1] !== card,
  }));

/**
 * Return the moves that a copy stands for.
 * @param {string} phase
 * @param {string} card
 * @param {number} copy
 */
const movesOf = (phase, card, copy) =>
  phase === "drop" ? [`drop ${card}`] : valuesOf(card).map((value) => `${value}x${copy + 1}`);

export const Hand = ({ view, moves, play, why, hints, busy }) => {
  const [raised, raise] = useState(
    /** @type {{card: string, copy: number, armed: boolean} | null} */ (null),
  );
  const pointer = useRef("");
  useEffect(() => raise(null), [moves.join()]);
  const due = moves.length > 0;
  const act = (spot, options) => {
    const finger = pointer.current === "touch";
    pointer.current = "";
    const open = options.filter((move) => moves.includes(move));
    if (!open.length) return busy ? undefined : why(options[options.length - 1]);
    if (
      open.length > 1 ||
      (finger && !(raised?.armed && raised.card === spot.card && raised.copy === spot.copy))
    )
      return raise({ ...spot, armed: true });
    play(open[0]);
  };
  const press = (event, spot, options) => {
    pointer.current = event.pointerType;
    if (options.some((move) => moves.includes(move)))
      drag(event, {
        drop: (place) => place === "table" && ((pointer.current = ""), act(spot, options)),
      });
  };
  const copies = fan(view.hand);
  return html`
    <div
      class=${`gb-hand ${due ? "is-due" : ""}`}
      role="group"
      aria-label=${say("hand-of", { count: view.hand.length })}
      data-place=${`hand:${view.seat}`}
      onKeyDown=${moveFocus}
      onPointerLeave=${() => raise((now) => (now?.armed ? now : null))}
    >
      ${copies.map(({ card, copy, last }, place) => {
        const up =
          raised?.card === card &&
          (view.phase === "drop" ? copy === raised.copy : copy <= raised.copy);
        const armed = raised?.armed && raised.card === card && raised.copy === copy;
        return html`
          <${Copy}
            key=${`${card}-${copy}`}
            ...${{ view, card, copy, last, up, moves, hints, act, press }}
            hover=${() => raise((now) => (now?.armed ? now : { card, copy, armed: false }))}
          >
            ${armed
              ? html`
                <${Bubble}
                  options=${movesOf(view.phase, card, copy).filter((move) => moves.includes(move))}
                  play=${play}
                  side=${sideOf(place, copies.length)}
                  close=${() => raise(null)}
                />
              `
              : null}
          <//>
        `;
      })}
    </div>
  `;
};

/**
 * Return the side of a card with room for a bubble.
 * @param {number} place
 * @param {number} count
 */
const sideOf = (place, count) =>
  place < count / 3 ? "start" : place >= (count * 2) / 3 ? "end" : "mid";

/** One card with a button for its move, or two buttons, one above the other. */
const Copy = ({ view, card, copy, last, up, moves, hints, act, press, hover, children }) => {
  const options = movesOf(view.phase, card, copy);
  const open = options.some((move) => moves.includes(move));
  const halves = options.length > 1 && open;
  const spot = { card, copy };
  const button = (own, extra = "") => {
    const playable = own.some((move) => moves.includes(move));
    const what =
      own.length === 1 ? label(own[0]) : say("monster", { card, name: MONSTERS[card].name });
    return html`
      <button
        type="button"
        class=${`gb-pick ${extra}`}
        data-move=${own.length === 1 && playable ? own[0] : undefined}
        aria-label=${say(playable ? "playable" : "not-now", { what })}
        ref=${preventFlick}
        onFocus=${hover}
        onPointerEnter=${(event) => event.pointerType === "mouse" && hover()}
        onPointerDown=${(event) => press(event, spot, options)}
        onClick=${() => act(spot, own)}
      >
        ${extra
          ? html`
            <span class="gb-half-label" aria-hidden="true">
              ${say("as", { as: extra === "is-upper" ? 0 : 10 })}
            </span>
          `
          : null}
      </button>
    `;
  };
  return html`
    <div
      class=${`gb-copy ${up ? "is-up" : ""} ${open ? "is-open" : ""} ${last ? "is-free" : ""}`}
      data-piece=${`hand-${card}-${copy}`}
    >
      <${Monster} card=${card}/>
      ${halves
        ? html`${button([options[0]], "is-upper")}${button([options[1]], "is-lower")}`
        : button(options)}
      ${copy > 0 && open && view.phase === "play"
        ? html`<span class="gb-times" aria-hidden="true">×${copy + 1}</span>`
        : null}
      <${HintMark} hints=${hints} moves=${options}/>
      ${children}
    </div>
  `;
};

/**
 * The expected result of a hint.
 * @param {{hints: any[] | null, moves: string[]}} props
 */
export function HintMark({ hints, moves }) {
  const found = hintFor(hints, (move) => moves.includes(move));
  return (
    found && html`
      <span
        class=${`gb-hint ${found.best ? "best" : ""}`}
        role="img"
        aria-label=${found.best ? say("hint") : found.label}
      >
        ${found.label}
      </span>
    `
  );
}

/** The moves of the raised cards, next to them. */
const Bubble = ({ options, play, side, close }) => html`
  <div
    class=${`gb-bubble is-${side}`}
    role="group"
    onKeyDown=${(event) => event.key === "Escape" && close()}
  >
    ${options.map((move) => html`
      <button
        key=${move}
        type="button"
        class="gb-action"
        data-move=${move}
        aria-label=${say("play", { what: label(move) })}
        onClick=${() => play(move)}
      >
        ${options.length > 1
          ? say("as", read(move) ?? {})
          : move.startsWith("drop")
            ? say("give")
            : say("play", { what: label(move) })}
      </button>
    `)}
  </div>
`;

/**
 * Move the focus from card to card with the arrow keys.
 * @param {KeyboardEvent} event
 */
export function moveFocus(event) {
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!step) return;
  const buttons = /** @type {HTMLElement[]} */ ([
    .../** @type {HTMLElement} */ (event.currentTarget).querySelectorAll("button"),
  ]);
  const at = buttons.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  buttons[Math.min(buttons.length - 1, Math.max(0, at + step))]?.focus();
  event.preventDefault();
}

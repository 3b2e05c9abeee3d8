// Hide the Scared card: the six Unfazed cards are in a row, top card first, and the player puts the
// card into a gap, by dragging, by a click, or with keys.
import { html, useEffect, useRef, useState } from "../../lib.js";
import { preventFlick } from "../../parts/click-guards.js";
import { Scared, Unfazed } from "./art.js";
import { drag } from "./drag.js";
import { HintMark, moveFocus } from "./hand.js";
import { label, read } from "./moves.js";
import { say } from "./words.js";

export const ScaredCardChoice = ({ seat, moves, play, hints }) => {
  const [gap, point] = useState(/** @type {number | null} */ (null));
  const [armed, arm] = useState(false);
  const pointer = useRef("");
  useEffect(() => (point(null), arm(false)), [moves.join()]);
  const levels = moves
    .map(read)
    .filter((move) => move?.kind === "scare")
    .map((move) => move.above);
  const show = (above) => !armed && point(above);
  const choose = (above) => {
    const finger = pointer.current === "touch";
    pointer.current = "";
    if (finger && !(armed && gap === above)) return (point(above), arm(true));
    play(`scare ${above}`);
  };
  const press = (event) =>
    drag(event, {
      over: (place) => (arm(false), point(place?.startsWith("gap:") ? +place.slice(4) : null)),
      drop: (place) => place?.startsWith("gap:") && play(`scare ${place.slice(4)}`),
    });
  return html`
    <section class="gb-scare" aria-label=${say("scare-now")}>
      <h3>${say("scare-now")}</h3>
      <p>${say("scare-how")}</p>
      <div
        class="gb-gaps"
        role="group"
        aria-label=${say("scare-now")}
        style=${{ "--gaps": levels.length }}
        onKeyDown=${moveFocus}
        onPointerLeave=${() => show(null)}
      >
        <span class="gb-end is-top" aria-hidden="true">${say("top")}</span>
        <span class="gb-end is-bottom" aria-hidden="true">${say("bottom")}</span>
        ${levels
          .slice(1)
          .map((above) => html`
            <i
              key=${above}
              class=${`gb-layer ${gap === null ? "" : above <= gap ? "is-left" : "is-right"}`}
              style=${{ left: `${(above / levels.length) * 100}%` }}
            >
              <${Unfazed} seat=${seat}/>
            </i>
          `)}
        ${levels.map((above) => html`
          <button
            key=${above}
            type="button"
            class=${`gb-gap ${gap === above ? "is-here" : ""}`}
            data-move=${`scare ${above}`}
            data-drop=${`gap:${above}`}
            aria-label=${label(`scare ${above}`)}
            onFocus=${() => show(above)}
            onPointerEnter=${(event) => event.pointerType === "mouse" && show(above)}
            onPointerDown=${(event) => (pointer.current = event.pointerType)}
            onClick=${() => choose(above)}
          >
            <span class="gb-gap-card">
              ${gap === above ? html`<${Scared} seat=${seat}/>` : null}
            </span>
            <span class="gb-gap-number" aria-hidden="true">${above}</span>
            <${HintMark} hints=${hints} moves=${[`scare ${above}`]}/>
          </button>
        `)}
      </div>
      <div class="gb-scare-foot">
        <span
          class=${`gb-scared-card ${gap === null ? "" : "is-placed"}`}
          ref=${preventFlick}
          onPointerDown=${press}
        >
          <${Scared} seat=${seat}/>
        </span>
        ${armed && gap !== null
          ? html`
            <button
              type="button"
              class="gb-action"
              data-move=${`scare ${gap}`}
              aria-label=${`${say("hide-here")}: ${say("gap", { above: gap })}`}
              onClick=${() => play(`scare ${gap}`)}
            >
              ${say("hide-here")}
            </button>
          `
          : html`
            <span class="gb-gap-label" aria-hidden="true">
              ${gap === null ? "" : say("gap", { above: gap })}
            </span>
          `}
      </div>
    </section>
  `;
};

// The middle of the table: crypt and clock, the cemetery with the run on top and Kitties beside it,
// and the discard.
import { html } from "../../lib.js";
import { Background, Card, CardBack, Clock, Crypt, Grave, Sign, familyOf } from "./art.js";
import { runOnTop } from "./moves.js";
import { capital, say, several } from "./words.js";
import { Svg } from "../../art/shapes.js";

const MOST_BELOW = 5; // cards drawn below the run on top
const TURNS = [-7, 5, -3, 8, -5, 3]; // degrees

/** @param {any} props */
function Cemetery({ view, openPile }) {
  const { value, cards, below } = runOnTop(view.cemetery);
  const under = view.cemetery.slice(Math.max(0, below - MOST_BELOW), below);
  const top = value
    ? say("cemetery.top", { card: value, count: cards.length })
    : say("cemetery.empty");
  const count = view.cemetery.length + view.kitties;
  return html`
    <div class="gh-cemetery">
      <button
        type="button"
        class="gh-cemetery-button"
        disabled=${!count}
        aria-label=${count ? say("cemetery.open", { count, top }) : top}
        onClick=${() => openPile({ what: "cemetery" })}
      >
        <span class="gh-heap" data-place="cemetery">
          ${view.cemetery.length ? null : html`<${Grave}/>`}
          ${under.length
            ? html`
              <span class="gh-under">
                ${under.map(([card, as], i) => html`
                  <span
                    key=${below - under.length + i}
                    class="gh-turned-card"
                    style=${{ "--turn": `${TURNS[(below - under.length + i) % 6]}deg` }}
                  >
                    <${Card} card=${card} as=${as}/>
                  </span>
                `)}
              </span>
            `
            : null}
          ${cards.length
            ? html`
              <span class="gh-run" data-run=${cards.length}>
                ${cards.map(([card, as], i) => html`
                  <span
                    key=${below + i}
                    class="gh-turned-card"
                    style=${{ "--turn": `${(i - (cards.length - 1) / 2) * 6}deg` }}
                  >
                    <${Card} card=${card} as=${as}/>
                  </span>
                `)}
              </span>
            `
            : null}
        </span>
        <span class="gh-kitties" data-place="kitties">
          ${Array.from({ length: view.kitties }, (_, i) => html`
            <span key=${i} class="gh-turned-card" style=${{ "--turn": `${12 - 20 * i}deg` }}>
              <${Card} card="K"/>
            </span>
          `)}
        </span>
      </button>
      <p class="gh-top" aria-hidden="true">
        ${value
          ? html`
            <b>${capital(several(value, cards.length))}</b>
            ${familyOf(value) === "Common"
              ? null
              : html`
                <span class=${`gh-family ${familyOf(value)}`}>
                  <${Svg} w=${24} h=${24}>
                    <${Sign} family=${familyOf(value)} x=${0} y=${0} size=${24}/>
                  </${Svg}>
                  ${say(`family.${familyOf(value)}`)}
                </span>
              `}
            ${below ? html`<small>${say("cemetery.below", { count: below })}</small>` : null}
          `
          : html`<b>${say("cemetery.empty")}</b>`}
        ${view.kitties ? html`<small>${say("kitties", { count: view.kitties })}</small>` : null}
      </p>
    </div>
  `;
}

/** @param {any} props */
function CryptAndClock({ view, moves, play, ask, seat }) {
  const count = view.crypt_size;
  const luck = moves.includes("luck");
  const touch = seat === null ? undefined : () => (luck ? play("luck") : ask("luck"));
  return html`
    <div class=${`gh-crypt-and-clock ${luck ? "glows" : ""}`} onClick=${touch}>
      <span class="gh-crypt-place" data-place="crypt">
        <${Crypt} ghosts=${count}/>
        ${count ? html`<b class="gh-count">${count}</b>` : null}
      </span>
      <${Clock} ghosts=${count} label=${say("clock", { count })}/>
      <p aria-hidden="true">${count ? say("crypt.left", { count }) : say("crypt.midnight")}</p>
    </div>
  `;
}

/** @param {any} props */
const Discard = ({ view, openPile }) => html`
  <button
    type="button"
    class="gh-discard"
    disabled=${!view.discard.length}
    aria-label=${view.discard.length
      ? say("discard.open", { count: view.discard.length })
      : say("discard.none")}
    onClick=${() => openPile({ what: "discard" })}
  >
    <span class="gh-discard-pile" data-place="discard">
      ${[0, 1, 2]
        .filter((i) => view.discard.length > i * 3)
        .map((i) => html`
          <span key=${i} class="gh-turned-card" style=${{ "--turn": `${[-8, 6, -2][i]}deg` }}>
            <${CardBack}/>
          </span>
        `)}
    </span>
    <span class="gh-discard-label">${say("discard")} <b>${view.discard.length}</b></span>
  </button>
`;

/**
 * Arrows along the edge in the direction of play.
 * @param {{direction: number}} props
 */
const DirectionArrows = ({ direction }) => html`
  <div
    class=${`gh-direction ${direction > 0 ? "" : "back"}`}
    role="img"
    aria-label=${say(`direction.${direction}`)}
  >
    ${["north", "east", "south", "west"].map((side) => html`
      <svg key=${side} class=${side} viewBox="0 0 40 20" aria-hidden="true" focusable="false">
        <path d="M4 3l9 7-9 7M16 3l9 7-9 7M28 3l9 7-9 7"/>
      </svg>
    `)}
  </div>
`;

/** @param {any} props */
export function TableCentre(props) {
  const { view } = props;
  return html`
    <div class="gh-table">
      <${Background}/>
      <${DirectionArrows} direction=${view.direction}/>
      <p class="gh-edge" aria-hidden="true">
        ${view.options.mode === "match"
          ? html`<span>${say("round", { round: view.round })}</span>`
          : null}
        <span>${say(`direction.${view.direction}`)}</span>
      </p>
      <${CryptAndClock} ...${props}/>
      <${Cemetery} ...${props}/>
      <${Discard} ...${props}/>
    </div>
  `;
}

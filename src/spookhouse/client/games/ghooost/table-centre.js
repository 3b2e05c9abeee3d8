// The middle of the table: crypt and clock, the cemetery with the run on top, Kitties beside it,
// and what is gone.
import { html } from "../../lib.js";
import { Card, CardBack, Clock, Crypt, Grave, Sign, Yard, familyOf } from "./art.js";
import { runOnTop } from "./moves.js";
import { capital, say, several } from "./words.js";
import { Svg } from "../../art/shapes.js";

const UNDER = 5; // ghosts below the run that are drawn

const TURNED = [-7, 5, -3, 8, -5, 3];

/** @param {any} props */
function Cemetery({ view, look }) {
  const { value, cards, below } = runOnTop(view.cemetery);
  const under = view.cemetery.slice(Math.max(0, below - UNDER), below);
  const top = value
    ? say("cemetery.top", { card: value, count: cards.length })
    : say("cemetery.empty");
  const count = view.cemetery.length + view.kitties;
  return html`
    <div class="gh-cemetery">
      <button
        type="button"
        class="gh-graves"
        disabled=${!count}
        aria-label=${count ? say("cemetery.look", { count, top }) : top}
        onClick=${() => look({ what: "cemetery" })}
      >
        <span class="gh-heap" data-place="cemetery">
          ${view.cemetery.length ? null : html`<${Grave}/>`}
          ${under.length
            ? html`
              <span class="gh-under">
                ${under.map(([card, as], i) => html`
                  <span
                    key=${below - under.length + i}
                    class="gh-lying"
                    style=${{ "--turn": `${TURNED[(below - under.length + i) % 6]}deg` }}
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
                    class="gh-lying"
                    style=${{ "--turn": `${(i - (cards.length - 1) / 2) * 6}deg` }}
                  >
                    <${Card} card=${card} as=${as}/>
                  </span>
                `)}
              </span>
            `
            : null}
        </span>
        <span class="gh-beside" data-place="kitties">
          ${Array.from({ length: view.kitties }, (_, i) => html`
            <span key=${i} class="gh-lying" style=${{ "--turn": `${12 - 20 * i}deg` }}>
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
function Waiting({ view, moves, play, ask, seat }) {
  const count = view.crypt_size;
  const luck = moves.includes("luck");
  const touch = seat === null ? undefined : () => (luck ? play("luck") : ask("luck"));
  return html`
    <div class=${`gh-waiting ${luck ? "glows" : ""}`} onClick=${touch}>
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
const Gone = ({ view, look }) => html`
  <button
    type="button"
    class="gh-gone"
    disabled=${!view.discard.length}
    aria-label=${view.discard.length
      ? say("discard.look", { count: view.discard.length })
      : say("discard.none")}
    onClick=${() => look({ what: "discard" })}
  >
    <span class="gh-gone-pile" data-place="discard">
      ${[0, 1, 2]
        .filter((i) => view.discard.length > i * 3)
        .map((i) => html`
          <span key=${i} class="gh-lying" style=${{ "--turn": `${[-8, 6, -2][i]}deg` }}>
            <${CardBack}/>
          </span>
        `)}
    </span>
    <span class="gh-gone-word">${say("discard")} <b>${view.discard.length}</b></span>
  </button>
`;

/**
 * Which way play goes, along the edge.
 * @param {{direction: number}} props
 */
const Way = ({ direction }) => html`
  <div
    class=${`gh-way ${direction > 0 ? "" : "back"}`}
    role="img"
    aria-label=${say(`way.${direction}`)}
  >
    ${["north", "east", "south", "west"].map((side) => html`
      <svg key=${side} class=${side} viewBox="0 0 40 20" aria-hidden="true" focusable="false">
        <path d="M4 3l9 7-9 7M16 3l9 7-9 7M28 3l9 7-9 7"/>
      </svg>
    `)}
  </div>
`;

/** @param {any} props */
export function Middle(props) {
  const { view } = props;
  return html`
    <div class="gh-table">
      <${Yard}/>
      <${Way} direction=${view.direction}/>
      <p class="gh-edge" aria-hidden="true">
        ${view.options.mode === "match"
          ? html`<span>${say("round", { round: view.round })}</span>`
          : null}
        <span>${say(`way.${view.direction}`)}</span>
      </p>
      <${Waiting} ...${props}/>
      <${Cemetery} ...${props}/>
      <${Gone} ...${props}/>
    </div>
  `;
}

// The picture of a position in a worked example: both rows of the round with their totals, the
// cards of a seat, and the tokens won.
import { html } from "../../lib.js";
import { Card, GhostCard, PsychicCard, RowCard, Token } from "./art.js";
import { describeCard } from "./battle-rows.js";
import { cardName, figures, tokenNames } from "./labels.js";
import { fill, WORDS } from "./words.js";

/** @param {{view: any, names: string[], seat: number}} props */
export const Scene = ({ view, names, seat }) => {
  const isLast = view.round === 10;
  const { tokens } = view.line[view.round - 1];
  const hasWaiting = !isLast && view.rows[9].some((/** @type {any} */ row) => row.cards.length);
  return html`
    <div class="scene-rest-in-peace">
      <div class="scene-table">
        <p class="scene-round">
          <b>${isLast ? WORDS.scene.tenth : fill(WORDS.scene.at, { n: view.round })}</b>
          ${tokens.map(token)}
          ${hasWaiting
            ? html`
              <span class="scene-waiting">
                <b>${WORDS.scene.tenth}</b>
                ${[1 - seat, seat].map((side) => html`
                  <${WaitingCards}
                    key=${side}
                    row=${view.rows[9][side]}
                    side=${side}
                    name=${names[side]}
                  />
                `)}
              </span>
            `
            : null}
        </p>
        ${[1 - seat, seat].map((side) => html`
          <${Side} key=${side} view=${view} name=${names[side]} side=${side}/>
        `)}
        <div class="scene-own">
          <${CardList} label=${fill(WORDS.scene.hand, { name: names[seat] })}>
            ${view.hands[seat].cards.map(
              (/** @type {string} */ value, /** @type {number} */ at) => html`
                <li key=${at}>
                  <${GhostCard}
                    family=${seat}
                    value=${Number(value)}
                    label=${fill(WORDS.ghost, { value })}
                  />
                </li>
              `,
            )}
          <//>
          ${[seat, 1 - seat].map((side) => html`
            <${Reserve} key=${side} numbers=${view.reserves[side]} name=${names[side]}/>
          `)}
        </div>
      </div>
    </div>
  `;
};

/**
 * @param {string} kind
 * @param {number} at
 */
const token = (kind, at) => html`
  <span key=${at} class="scene-token"><${Token} kind=${kind} label=${tokenNames([kind])}/></span>
`;

/**
 * A player: the total, the row card by card, and the tokens won.
 * @param {{view: any, name: string, side: number}} props
 */
const Side = ({ view, name, side }) => {
  const { total, cards } = view.rows[view.round - 1][side];
  const other = view.rows[view.round - 1][1 - side].total;
  const { manor, castle } = view.tokens[side];
  const won = [...Array(manor).fill("manor"), ...Array(castle).fill("castle")];
  return html`
    <div class="scene-side" role="group" aria-label=${fill(WORDS.row, { name, total })}>
      <span class=${`scene-total ${total > other ? "ahead" : ""}`} aria-hidden="true">
        ${total}
      </span>
      <div class="scene-row">
        <b class="scene-name">
          ${name}
          ${won.length
            ? html`
              <span
                class="scene-won"
                role="img"
                aria-label=${fill(WORDS.scene.won, { name, tokens: tokenNames(won) })}
              >
                ${won.map((kind, at) => html`<${Token} key=${at} kind=${kind}/>`)}
              </span>
            `
            : null}
        </b>
        <ul>
          ${cards.map((/** @type {any} */ card, /** @type {number} */ at) => html`
            <li key=${at}>
              <div role="img" aria-label=${describeCard(card)}>
                <${RowCard} card=${card} side=${side} down=${card.open === false}/>
                <span class="scene-counts">
                  <b>${String(card.counts).replace("-", "−")}</b> <span>${figures(card)}</span>
                </span>
              </div>
            </li>
          `)}
          ${cards.length ? null : html`<li class="scene-none">${WORDS.rowEmpty}</li>`}
        </ul>
      </div>
    </div>
  `;
};

/**
 * A list of cards with a heading.
 * @param {any} props
 */
const CardList = ({ label, children }) => html`
  <div class="scene-holding">
    <span aria-hidden="true">${label}</span>
    <ul aria-label=${label}>${children}</ul>
  </div>
`;

/** @param {{numbers: number[], name: string}} props */
const Reserve = ({ numbers, name }) =>
  numbers.length
    ? html`
      <${CardList} label=${fill(WORDS.scene.reserve, { name })}>
        ${numbers.map((number) => html`
          <li key=${number}><${PsychicCard} number=${number} label=${cardName(`p${number}`)}/></li>
        `)}
      <//>
    `
    : null;

/**
 * The cards that wait for the 10th round; those of the other player are face down.
 * @param {{row: any, side: number, name: string}} props
 */
const WaitingCards = ({ row, side, name }) =>
  row.cards.length
    ? html`
      <span class="scene-minis">
        ${name} ${row.cards.map((/** @type {any} */ card, /** @type {number} */ at) => html`
          <span key=${at} class="scene-mini">
            <${Card}
              card=${card.card}
              family=${side}
              debt=${card.debt}
              label=${card.card ? cardName(card.card) : WORDS.scene.hidden}
            />
          </span>
        `)}
      </span>
    `
    : null;

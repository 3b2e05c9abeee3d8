// The picture of a position in a worked example: players, cemetery, and the hand of one seat.
import { html } from "../../lib.js";
import { Mark } from "../../art/shapes.js";
import { Boo, Card, CardBack, Clock, Crypt, Grave, HeldBacks, Mansion } from "./art.js";
import { grouped, runOnTop } from "./moves.js";
import { name, say, several } from "./words.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {[card: string, as: string]} PlayedCard a card and the value it was played as */

const MOST_BELOW = 3; // cards drawn below the run on top
const TURNS_BELOW = [-6, 4, -3]; // degrees

/**
 * A player: hand, mansion, and in a match points and Boo! tokens.
 * @param {{view: View, holder: number, names: string[]}} props
 */
function Player({ view, holder, names }) {
  const match = view.options.mode === "match";
  const seat = {
    name: names[holder],
    known: "",
    match,
    hand: view.hand_sizes[holder],
    mansion: view.mansion_sizes[holder],
    score: view.scores[holder],
    boos: view.boos[holder],
    left: view.left.indexOf(holder) + 1,
    turn: view.phase === "turn" && view.turn === holder,
  };
  const { hand, mansion, left, turn, score, boos } = seat;
  const open = view.midnight && mansion > 0;
  const piles = html`
    <span class="gh-pile"><${HeldBacks} count=${hand}/><b>${hand}</b></span>
    <span class="gh-pile"><${Mansion} ghosts=${mansion} open=${open}/><b>${mansion}</b></span>
  `;
  const points = html`
    <span class="gh-score">
      <b>${score}</b>
      <small>${say("scene.points", { count: score })}</small>
      ${Array.from({ length: boos }, (_, i) => html`<${Boo} key=${i}/>`)}
    </span>
  `;
  const colour = { "--colour": `var(--seat-${holder})` };
  return html`
    <li class=${`${turn ? "turn" : ""} ${left ? "out" : ""}`} style=${colour}>
      <span role="img" aria-label=${say("seat", seat)}>
        <span class="gh-name">
          <${Mark} seat=${holder} size=${16}/>
          <span>${names[holder]}</span>
        </span>
        <span class="gh-piles">${left ? say("seat.out", { place: left }) : piles}</span>
        ${match ? points : null}
        ${turn ? html`<span class="gh-status">${say("seat.turn")}</span>` : null}
      </span>
    </li>
  `;
}

/**
 * Describe the cemetery and the Kitties beside it.
 * @param {View} view
 */
function describe(view) {
  const { value, cards, below } = runOnTop(view.cemetery);
  const under = grouped(
    view.cemetery
      .slice(0, below)
      .map(([card]) => card)
      .reverse(),
  );
  const ghosts = under.map(({ card, count }) => several(card, count)).join(", ");
  const copied = cards.some(([card]) => card === "X");
  return [
    value ? say("cemetery.top", { card: value, count: cards.length }) : say("cemetery.empty"),
    copied ? say("scene.copy", { ghost: several(value ?? "", 1) }) : "",
    below ? say("scene.below", { ghosts }) : "",
    view.kitties ? say("kitties", { count: view.kitties }) : "",
  ]
    .filter(Boolean)
    .join(". ");
}

/**
 * Cards of the cemetery, each turned a little.
 * @param {{cards: PlayedCard[], turn: (at: number) => number}} props
 */
const TurnedCards = ({ cards, turn }) =>
  cards.map(([card, as], at) => html`
    <span key=${at} class="gh-turned-card" style=${{ "--turn": `${turn(at)}deg` }}>
      <${Card} card=${card} as=${as}/>
    </span>
  `);

/**
 * The cemetery with the run on top, and the Kitties beside it.
 * @param {{view: View}} props
 */
function Cemetery({ view }) {
  const { cards, below } = runOnTop(view.cemetery);
  const under = view.cemetery.slice(Math.max(0, below - MOST_BELOW), below);
  const kitty = /** @type {PlayedCard} */ (["K", "K"]);
  const kitties = Array.from({ length: view.kitties }, () => kitty);
  const skewed = (/** @type {number} */ at) => TURNS_BELOW[at];
  const apart = (/** @type {number} */ at) => 12 - 20 * at;
  const fan = (/** @type {number} */ at) => (at - (cards.length - 1) / 2) * 6;
  const title = say(view.cemetery.length ? "cemetery" : "scene.empty");
  return html`
    <div class="gh-scene-cemetery">
      <span class="gh-scene-heap" role="img" aria-label=${describe(view)}>
        ${cards.length ? null : html`<${Grave}/>`}
        ${under.length
          ? html`<span class="gh-under"><${TurnedCards} cards=${under} turn=${skewed}/></span>`
          : null}
        <span class="gh-run"><${TurnedCards} cards=${cards} turn=${fan}/></span>
        <span class="gh-kitties"><${TurnedCards} cards=${kitties} turn=${apart}/></span>
      </span>
      <small aria-hidden="true">${title}</small>
    </div>
  `;
}

const DirectionArrows = ({ direction }) => html`
  <svg class=${`gh-scene-direction ${direction > 0 ? "" : "back"}`} viewBox="0 0 40 20"
    aria-hidden="true" focusable="false">
    <path d="M4 3l9 7-9 7M16 3l9 7-9 7M28 3l9 7-9 7"/>
  </svg>
`;

/**
 * The crypt and its size.
 * @param {{count: number}} props
 */
const CryptSize = ({ count }) => html`
  <${Crypt} ghosts=${count}/>
  <span>${say("scene.crypt", { count })}</span>
`;

const Midnight = () => html`<${Clock} ghosts=${0}/><span>${say("scene.midnight")}</span>`;

/**
 * The crypt or midnight, the direction of play, and the discard.
 * @param {{view: View}} props
 */
const TableState = ({ view }) => html`
  <ul class="gh-scene-state">
    <li>
      ${view.midnight ? html`<${Midnight}/>` : html`<${CryptSize} count=${view.crypt_size}/>`}
    </li>
    <li>
      <${DirectionArrows} direction=${view.direction}/>
      <span>${say(`scene.direction.${view.direction}`)}</span>
    </li>
    <li>
      <span class="gh-scene-back"><${CardBack}/></span>
      <span>${say("scene.discard", { count: view.discard.length })}</span>
    </li>
  </ul>
`;

/** @param {{hand: string[], owner: string}} props */
function Hand({ hand, owner }) {
  const title = say("scene.hand", { name: owner });
  const value = (/** @type {string} */ card) => (/\d/.test(card) ? ` (${card})` : "");
  return html`
    <div class="gh-scene-hand">
      <small aria-hidden="true">${title}</small>
      ${hand.length ? null : html`<p>${say("hand.empty")}</p>`}
      <ul aria-label=${title}>
        ${hand.map((card, at) => html`
          <li key=${at}><${Card} card=${card} label=${name(card) + value(card)}/></li>
        `)}
      </ul>
    </div>
  `;
}

/**
 * The picture of a position.
 * @param {{view: any, names: string[], seat: number}} props
 */
export const Scene = ({ view, names, seat }) => html`
  <div class="scene-ghooost">
    <ul class="gh-scene-players" data-players=${names.length}>
      ${names.map((_, holder) => html`
        <${Player} key=${holder} view=${view} holder=${holder} names=${names}/>
      `)}
    </ul>
    <div class="gh-scene-table">
      <${TableState} view=${view}/>
      <${Cemetery} view=${view}/>
      <${Hand} hand=${view.hand ?? []} owner=${names[seat]}/>
    </div>
  </div>
`;

// One picture of a worked example in the rulebook: players, cemetery, and the hand of one seat.
import { html } from "../../lib.js";
import { Mark } from "../../art/shapes.js";
import { Boo, Card, CardBack, Clock, Crypt, Grave, HeldBacks, Mansion } from "./art.js";
import { grouped, runOnTop } from "./moves.js";
import { name, say, several } from "./words.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {[card: string, as: string]} Laid a card and the value that it was played as */

const UNDER = 3; // ghosts below the top ones that are drawn
const UNDER_TURN = [-6, 4, -3]; // degrees

/**
 * A player: hand, mansion, and in a match points and Boo! tokens.
 * @param {{view: View, who: number, names: string[]}} props
 */
function Player({ view, who, names }) {
  const match = view.options.mode === "match";
  const seat = {
    name: names[who],
    known: "",
    match,
    hand: view.hand_sizes[who],
    mansion: view.mansion_sizes[who],
    score: view.scores[who],
    boos: view.boos[who],
    left: view.left.indexOf(who) + 1,
    turn: view.phase === "turn" && view.turn === who,
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
  const colour = { "--colour": `var(--seat-${who})` };
  return html`
    <li class=${`${turn ? "turn" : ""} ${left ? "out" : ""}`} style=${colour}>
      <span role="img" aria-label=${say("seat", seat)}>
        <span class="gh-name"><${Mark} seat=${who} size=${16}/><span>${names[who]}</span></span>
        <span class="gh-piles">${left ? say("seat.out", { place: left }) : piles}</span>
        ${match ? points : null}
        ${turn ? html`<span class="gh-word">${say("seat.turn")}</span>` : null}
      </span>
    </li>
  `;
}

/**
 * What lies in and beside the cemetery, in words.
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
 * Ghosts that lie there, each turned a little.
 * @param {{cards: Laid[], turn: (at: number) => number}} props
 */
const Lying = ({ cards, turn }) =>
  cards.map(([card, as], at) => html`
    <span key=${at} class="gh-lying" style=${{ "--turn": `${turn(at)}deg` }}>
      <${Card} card=${card} as=${as}/>
    </span>
  `);

/**
 * The cemetery with its top ghosts, and Kitties beside it.
 * @param {{view: View}} props
 */
function Cemetery({ view }) {
  const { cards, below } = runOnTop(view.cemetery);
  const under = view.cemetery.slice(Math.max(0, below - UNDER), below);
  const kitties = Array.from({ length: view.kitties }, () => /** @type {Laid} */ (["K", "K"]));
  const askew = (/** @type {number} */ at) => UNDER_TURN[at];
  const apart = (/** @type {number} */ at) => 12 - 20 * at;
  const fan = (/** @type {number} */ at) => (at - (cards.length - 1) / 2) * 6;
  const title = say(view.cemetery.length ? "cemetery" : "scene.empty");
  return html`
    <div class="gh-scene-cemetery">
      <span class="gh-scene-heap" role="img" aria-label=${describe(view)}>
        ${cards.length ? null : html`<${Grave}/>`}
        ${under.length
          ? html`<span class="gh-under"><${Lying} cards=${under} turn=${askew}/></span>`
          : null}
        <span class="gh-run"><${Lying} cards=${cards} turn=${fan}/></span>
        <span class="gh-beside"><${Lying} cards=${kitties} turn=${apart}/></span>
      </span>
      <small aria-hidden="true">${title}</small>
    </div>
  `;
}

const Arrows = ({ direction }) => html`
  <svg class=${`gh-scene-way ${direction > 0 ? "" : "back"}`} viewBox="0 0 40 20" aria-hidden="true"
    focusable="false">
    <path d="M4 3l9 7-9 7M16 3l9 7-9 7M28 3l9 7-9 7"/>
  </svg>
`;

/**
 * The crypt, with its size.
 * @param {{count: number}} props
 */
const Night = ({ count }) => html`
  <${Crypt} ghosts=${count}/>
  <span>${say("scene.crypt", { count })}</span>
`;

const Midnight = () => html`<${Clock} ghosts=${0}/><span>${say("scene.midnight")}</span>`;

/**
 * The crypt or midnight, the direction of play, and the discard.
 * @param {{view: View}} props
 */
const Around = ({ view }) => html`
  <ul class="gh-scene-around">
    <li>${view.midnight ? html`<${Midnight}/>` : html`<${Night} count=${view.crypt_size}/>`}</li>
    <li>
      <${Arrows} direction=${view.direction}/>
      <span>${say(`scene.way.${view.direction}`)}</span>
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
 * One picture of a worked example.
 * @param {{view: any, names: string[], seat: number}} props
 */
export const Scene = ({ view, names, seat }) => html`
  <div class="scene-ghooost">
    <ul class="gh-scene-players" data-players=${names.length}>
      ${names.map((_, who) => html`<${Player} key=${who} view=${view} who=${who} names=${names}/>`)}
    </ul>
    <div class="gh-scene-table">
      <${Around} view=${view}/>
      <${Cemetery} view=${view}/>
      <${Hand} hand=${view.hand ?? []} owner=${names[seat]}/>
    </div>
  </div>
`;

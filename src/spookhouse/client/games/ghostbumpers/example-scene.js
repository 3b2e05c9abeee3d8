// The picture of a position in a worked example: the cards of the trick, all character decks, and
// the hand of one seat.
import { html } from "../../lib.js";
import { Mark } from "../../art/shapes.js";
import { Monster, Pennant } from "./art.js";
import { CharacterDeck, HandSize, Played } from "./player-panels.js";
import { say } from "./words.js";

/** @typedef {{view: any, names: string[], seat: number}} Props */

/**
 * The picture of a position.
 * @param {Props} props
 */
export const Scene = (props) => html`
  <div class="scene-ghostbumpers">
    <${props.view.phase === "over" ? RoundResult : Round} ...${props}/>
  </div>
`;

/**
 * A round in progress: all players, then what the seat sees.
 * @param {Props} props
 */
const Round = ({ view, names, seat }) => html`
  <ul class=${`gb-scene-players ${view.trick.length ? "" : "is-quiet"}`}>
    ${names.map((name, at) => html`<${Player} key=${at} ...${{ view, name, at }}/>`)}
  </ul>
  <div class="gb-scene-own">
    <figure>
      <figcaption>${say("scene-hand", { name: names[seat] })}</figcaption>
      <${OpenHand} cards=${view.hand}/>
    </figure>
    <figure>
      <figcaption>${say("scene-deck", { name: names[seat] })}</figcaption>
      <${CharacterDeck} seat=${seat} ...${view.characters[seat]}/>
      <p class="gb-scene-note">
        ${say("deck-of", { count: view.deck_size })} ·
        ${" "}
        ${say("discard-of", { count: view.discard.length })}
      </p>
    </figure>
  </div>
`;

/**
 * A player: name, the cards of this trick with their result, hand and character deck.
 * @param {{view: any, name: string, at: number}} props
 */
const Player = ({ view, name, at }) => html`
  <li class=${view.waiting.includes(at) ? "is-due" : ""}>
    <${Name} view=${view} name=${name} at=${at}/>
    ${view.phase === "scare"
      ? html`<small>${say(view.chosen[at] ? "hidden" : "hides")}</small>`
      : ""}
    ${view.trick.length ? html`<${Played} view=${view} seat=${at} event=${null}/>` : null}
    <span class="gb-scene-stock">
      <${HandSize} seat=${at} count=${view.hand_sizes[at]}/>
      <${CharacterDeck} seat=${at} ...${view.characters[at]}/>
    </span>
  </li>
`;

/**
 * A player's mark and name, with the pennant of the leader.
 * @param {{view: any, name: string, at: number}} props
 */
const Name = ({ view, name, at }) => html`
  <b class="gb-scene-name">
    <${Mark} seat=${at} size=${16}/>
    ${name}
    ${view.phase === "play" && view.leader === at ? html`<${Pennant}/>` : null}
  </b>
`;

/**
 * Monster cards side by side.
 * @param {{cards: string[]}} props
 */
const OpenHand = ({ cards }) => html`
  <span class="gb-scene-hand" role="img" aria-label=${cards.join(", ")}>
    ${cards.map((card, at) => html`<i key=${at}><${Monster} card=${card}/></i>`)}
  </span>
`;

/**
 * The end of the match: all character decks are open.
 * @param {Props} props
 */
const RoundResult = ({ view, names }) => html`
  <p class="gb-scene-note">${say("scene-decks")}</p>
  <ul class="gb-scene-points">
    ${names.map((name, at) => html`
      <li key=${at}>
        <${Name} view=${view} name=${name} at=${at}/>
        <${CharacterDeck} seat=${at} ...${view.characters[at]}/>
        <b class="gb-gain">${say("points", { count: view.scores[at] })}</b>
      </li>
    `)}
  </ul>
`;

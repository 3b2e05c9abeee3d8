// All pieces with their names, for the rulebook.
import { html } from "../../lib.js";
import { Svg } from "../../art/shapes.js";
import { Boo, Card, CardBack, Clock, Crypt, Mansion, ORDER, Sign, familyOf } from "./art.js";
import { capital, name, say } from "./words.js";

const OTHER = [
  ["back", html`<${CardBack}/>`],
  ["copy", html`<${Card} card="X" as="9"/>`],
  ["crypt", html`<${Crypt} ghosts=${14}/>`],
  ["clock", html`<${Clock} ghosts=${14}/>`],
  ["mansion", html`<${Mansion} ghosts=${8}/>`],
  ["boo", html`<${Boo}/>`],
];

/** @param {{card: string}} props */
const Ghost = ({ card }) => html`
  <li>
    <${Card} card=${card}/>
    <div>
      <b>${name(card)}</b>
      <span class=${`gh-family ${familyOf(card)}`}>
        ${familyOf(card) === "Common"
          ? null
          : html`
            <${Svg} w=${24} h=${24}>
              <${Sign} family=${familyOf(card)} x=${0} y=${0} size=${24}/>
            </${Svg}>
          `}
        ${say(`family.${familyOf(card)}`)}
      </span>
      <small>${capital(say("pieces.count", { count: card === "K" ? 2 : 4 }))}</small>
      <p>${say(`character.${card}`)}</p>
    </div>
  </li>
`;

export const Pieces = () => html`
  <div class="gh-pieces">
    <h3>${say("pieces.ghosts")}</h3>
    <ul>${ORDER.map((card) => html`<${Ghost} key=${card} card=${card}/>`)}</ul>
    <h3>${say("pieces.other")}</h3>
    <ul>
      ${OTHER.map(([key, drawing]) => html`
        <li key=${key}>${drawing}<div><p>${say(`pieces.${key}`)}</p></div></li>
      `)}
    </ul>
  </div>
`;

// All pieces with their names, for the rulebook.
import { html } from "../../lib.js";
import { GhostBack, GhostCard, levelOf, PsychicBack, PsychicCard, Token } from "./art.js";
import { psychic } from "./psychics.js";
import { FinePrint } from "./inspector.js";
import { fill, WORDS } from "./words.js";

const COPIES = [0, 6, 5, 4, 3, 2, 1]; // of each value

/**
 * A psychic: card, name and texts.
 * @param {{number: number}} props
 */
const Psychic = ({ number }) => html`
  <li>
    <${PsychicCard} number=${number}/>
    <div>
      <h5>${number} ${psychic(number).name}</h5>
      <p>${psychic(number).about}</p>
      <${FinePrint} number=${number}/>
    </div>
  </li>
`;

export const Pieces = () => html`
  <div class="rip-gallery">
    <h3>${WORDS.pieces.ghosts}</h3>
    ${[0, 1].map((family) => html`
      <div key=${family}>
        <h4>${WORDS.family[family]}</h4>
        <ul class="rip-shelf">
          ${[1, 2, 3, 4, 5, 6].map((value) => html`
            <li key=${value}>
              <${GhostCard} family=${family} value=${value} label=${fill(WORDS.ghost, { value })}/>
              <span>×${COPIES[value]}</span>
            </li>
          `)}
          <li><${GhostBack} family=${family} label=${WORDS.pieces.backs}/></li>
        </ul>
      </div>
    `)}
    <h3>${WORDS.pieces.tokens}</h3>
    <ul class="rip-shelf tokens">
      <li><${Token} kind="manor" label=${WORDS.manor}/><span>6 × ${WORDS.sheet.manors}</span></li>
      <li>
        <${Token} kind="castle" label=${WORDS.castle}/>
        <span>4 × ${WORDS.sheet.castles}</span>
      </li>
    </ul>
    <h3>${WORDS.pieces.psychics}</h3>
    ${[0, 1, 2, 3, 4].map((level) => html`
      <div key=${level}>
        <h4>${fill(WORDS.level, { n: level })}</h4>
        <ul class="rip-psychics">
          ${WORDS.psychics.map((_, number) =>
            number && levelOf(number) === level
              ? html`<${Psychic} key=${number} number=${number}/>`
              : null,
          )}
          ${level === 4 ? html`<li><${PsychicBack} label=${WORDS.pieces.backs}/></li>` : null}
        </ul>
      </div>
    `)}
  </div>
`;

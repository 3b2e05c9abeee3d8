// The bots: five characters, each with a strength.
import { html, useEffect, useState } from "../lib.js";
import { cachedApi } from "../net/api.js";
import { say } from "../words/words.js";
import { Dialog } from "./dialog.js";
import { Ghost } from "./ghost.js";

/**
 * @typedef {{name: string, title: string, about: string, strength: number, seconds: number}}
 *   BotFacts
 */
/** @typedef {{usual: string, bots: BotFacts[]}} Bots */

/** @returns {Promise<Bots>} */
export const loadBots = () => cachedApi("/api/bots");

/** @returns {Bots} */
export function useBots() {
  const [bots, setBots] = useState(/** @type {Bots} */ ({ usual: "", bots: [] }));
  useEffect(() => void loadBots().then(setBots), []);
  return bots;
}

/**
 * @param {BotFacts[]} bots
 * @param {string} level
 */
export const botTitle = (bots, level) => bots.find((bot) => bot.name === level)?.title ?? level;

const BODIES = ["squat", "round", "sheet", "wisp", "tall"];
const EYES = ["wide", "shut", "round", "round", "angry"];
const MOUTHS = ["grin", "wavy", "flat", "smile", "flat"];

/**
 * Draw a bot's face: the stronger the bot, the grimmer.
 * @param {{bot: BotFacts | undefined, size?: number}} props
 */
export const BotFace = ({ bot, size = 40 }) => {
  const at = Math.min(5, Math.max(1, bot?.strength ?? 3)) - 1;
  return html`<${Ghost} body=${BODIES[at]} eyes=${EYES[at]} mood=${MOUTHS[at]} size=${size}/>`;
};

const Strength = ({ strength }) => html`
  <span class="strength" role="img" aria-label=${say("bot.strength", { strength })}>
    ${[1, 2, 3, 4, 5].map((n) => html`<i class=${n <= strength ? "on" : ""}></i>`)}
  </span>
`;

/** A dialog to choose which bot takes a seat. */
export function BotChoice({ number, onChoose, onClose }) {
  const { bots, usual } = useBots();
  return html`
    <${Dialog} title=${say("lobby.bot-at", { number })} onClose=${onClose}>
      <ul class="bot-list">
        ${bots.map((bot) => html`
          <li key=${bot.name}>
            <button onClick=${() => onChoose(bot.name)}>
              <${BotFace} bot=${bot}/>
              <span>
                <b>
                  ${bot.title}
                  ${bot.name === usual ? html` <small>${say("bot.usual")}</small>` : null}
                </b>
                <small>${bot.about}</small>
                <${Strength} strength=${bot.strength}/>
              </span>
            </button>
          </li>
        `)}
      </ul>
    </${Dialog}>
  `;
}

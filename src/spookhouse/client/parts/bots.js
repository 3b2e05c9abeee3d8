// The ghosts of the house that play along: each a character with a strength.
import { html, useEffect, useState } from "../lib.js";
import { api } from "../net/api.js";
import { say } from "../words/words.js";

/** @typedef {{name: string, title: string, about: string, strength?: number, seconds?: number}} BotFacts */

/** @returns {BotFacts[]} those that every house has */
const usual = () => [{ name: "thumb", title: say("bot.thumb"), about: say("bot.thumb-about") }, { name: "uniform", title: say("bot.uniform"), about: say("bot.uniform-about") }];

/** @type {Promise<BotFacts[]> | null} */
let asked = null;

/** The bots of this house. */
export const botsOf = () => (asked ??= api("/api/bots").then(({ bots }) => bots, usual));

export function useBots() {
  const [bots, setBots] = useState(usual());
  useEffect(() => void botsOf().then(setBots), []);
  return bots;
}

/** @param {BotFacts[]} bots @param {string} level */
export const botTitle = (bots, level) => bots.find((bot) => bot.name === level)?.title ?? level;

/** A bot for a seat, chosen by character. */
export function BotChoice({ bots, number, onChoose }) {
  return html`<select class="bot-choice" aria-label=${say("lobby.bot-at", { number })} value="" onChange=${(/** @type {any} */ event) => event.target.value && onChoose(event.target.value)}>
    <option value="">${say("lobby.bot")}</option>${bots.map((/** @type {BotFacts} */ bot) => html`<option key=${bot.name} value=${bot.name}>${bot.title} – ${bot.about}</option>`)}</select>`;
}

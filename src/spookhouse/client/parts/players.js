// The players at a table, as boards and pages show them.
import { BotMark, SEATS } from "../art/shapes.js";
import { html } from "../lib.js";
import { me } from "../state/me.js";
import { say } from "../words/words.js";

/**
 * @typedef {{seat: number, name: string, kind: "person" | "bot" | "open", mark: number, colour:
 *   string, away: string | null, isYou: boolean, level: string | null, guest: string | null}}
 *   Player
 */

/**
 * @param {any} table
 * @returns {Player[]}
 */
export const playersOf = (table) =>
  table.seats.map((/** @type {any} */ seat) => ({
    seat: seat.seat,
    name: seat.name ?? `${seat.seat + 1}`,
    kind: seat.kind,
    mark: seat.seat % 6,
    colour: SEATS[seat.seat % 6],
    away: seat.played_by_bot,
    isYou: seat.guest !== null && seat.guest === me.value.guest,
    level: seat.level,
    guest: seat.guest,
  }));

/**
 * The name of a player. A bot has a mark beside it, which no name can imitate.
 * @param {{player: {name: string | null, kind: string} | undefined}} props
 */
export const PlayerName = ({ player }) => html`
  <span class="player-name">
    <span>${player?.name}</span>
    ${player?.kind === "bot" ? html`<${BotMark} label=${say("players.bot")}/>` : null}
  </span>
`;

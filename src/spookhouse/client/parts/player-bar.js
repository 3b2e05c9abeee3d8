// The players around the table: who is to move, whose clock runs, who is away.
import { classes, html } from "../lib.js";
import { Mark } from "../art/shapes.js";
import { say } from "../words/words.js";
import { Clock } from "./clock.js";
import { PlayerName } from "./players.js";

export const PlayerBar = ({ table, players }) => html`
  <ol class="players" tabindex="0" aria-label=${say("players.title")}>
    ${players.map((/** @type {any} */ player) => html`
      <${PlayerChip} key=${player.seat} player=${player} table=${table}/>
    `)}
  </ol>
`;

function PlayerChip({ player, table }) {
  const turn = table.phase === "playing" && table.waiting.includes(player.seat);
  const { deadline, reserve } = table.seats[player.seat];
  const rank = table.outcome ? table.outcome.ranks[player.seat] : null;
  const notes = [
    player.isYou ? say("players.you") : player.kind === "bot" ? say("players.bot") : "",
    player.away ? say(`players.${player.away}`) : "",
    turn ? say("players.turn") : "",
  ].filter(Boolean);
  return html`
    <li
      class=${classes("player-chip", turn && "turn", player.isYou && "you")}
      aria-current=${turn ? "true" : undefined}
    >
      <${Mark} seat=${player.mark} size=${22}/>
      <span class="who"><b><${PlayerName} player=${player}/></b><small>${notes.join(" · ")}</small></span>
      ${table.clock && table.phase === "playing" && player.kind === "person"
        ? html`<${Clock} deadline=${deadline} rest=${reserve + table.clock.move}/>`
        : null}
      ${rank ? html`<span class="rank">${say("result.rank", { rank })}</span>` : null}
    </li>
  `;
}

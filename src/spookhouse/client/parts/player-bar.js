// The people around the table: whose turn it is, whose clock runs, who is away.
import { html } from "../lib.js";
import { Mark } from "../art/shapes.js";
import { say } from "../words/words.js";
import { Clock } from "./clock.js";

export function People({ table, people, seat }) {
  return html`
    <ol class="people" tabindex="0" aria-label=${say("people.title")}>
      ${people.map((/** @type {any} */ who) => html`
        <${Chip} key=${who.seat} who=${who} table=${table} seat=${seat}/>
      `)}
    </ol>
  `;
}

function Chip({ who, table, seat }) {
  const turn = table.phase === "playing" && table.waiting.includes(who.seat);
  const facts = table.seats[who.seat];
  const rank = table.outcome ? table.outcome.ranks[who.seat] : null;
  const words = [
    who.isYou ? say("people.you") : who.kind === "bot" ? say("people.bot") : "",
    who.away ? say(`people.${who.away}`) : "",
    turn ? say("people.turn") : "",
  ].filter(Boolean);
  return html`
    <li
      class=${`chip-person ${turn ? "turn" : ""} ${who.isYou ? "you" : ""}`}
      aria-current=${turn ? "true" : undefined}
    >
      <${Mark} seat=${who.mark} size=${22}/>
      <span class="who"><b>${who.name}</b><small>${words.join(" · ")}</small></span>
      ${table.clock && table.phase === "playing" && who.kind === "person"
        ? html`<${Clock} deadline=${facts.deadline} rest=${facts.reserve + table.clock.move}/>`
        : null}
      ${rank ? html`<span class="rank">${say("result.rank", { rank })}</span>` : null}
    </li>
  `;
}

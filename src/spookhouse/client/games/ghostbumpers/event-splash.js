// What just happened, in the middle of the table: nerves turned up one by one, and the reckoning at
// the end of a round.
import { html } from "../../lib.js";
import { Mark } from "../../art/shapes.js";
import { CharacterBack, Scared, Unfazed } from "./art.js";
import { CharacterDeck } from "./player-panels.js";
import { say } from "./words.js";

const NERVES = ["unfazed", "scared", "moved-up", "unmoved"];
const RECKONING = [
  "paranoia",
  "hands-empty",
  "turned-up",
  "scored",
  "round-ended",
  "game-ended",
  "winner",
];

export const Spotlight = ({ view, event, told, people }) => {
  if (NERVES.includes(event?.event)) return html`<${Nerves} ...${{ event, told, people }}/>`;
  if (RECKONING.includes(event?.event)) return html`<${Reckoning} ...${{ view, told, people }}/>`;
  return null;
};

const Turning = ({ delay, children, seat, still }) => html`
  <span class=${`gb-turning ${still ? "is-still" : ""}`} style=${{ "--delay": `${delay}ms` }}>
    <span class="gb-turning-back"><${CharacterBack} seat=${seat}/></span>
    <span class="gb-turning-face">${children}</span>
  </span>
`;

const Nerves = ({ event, told, people }) => {
  const { seat } = event;
  const who = html`<p class="gb-who"><${Mark} seat=${seat}/> ${people[seat]?.name}</p>`;
  if (event.event === "moved-up" || event.event === "unmoved")
    return html`
      <div class="gb-spotlight" data-place="spotlight">
        ${who}
        <span class=${`gb-slip ${event.event === "unmoved" ? "is-unmoved" : ""}`}>
          <i><${CharacterBack} seat=${seat}/></i>
          <i><${CharacterBack} seat=${seat}/></i>
          <i class="gb-slips"><${CharacterBack} seat=${seat}/></i>
        </span>
        <p class="gb-why">${say(event.event)}</p>
      </div>
    `;
  const calm = told.find((found) => found.event === "unfazed")?.count ?? 0;
  const screams = event.event === "scared";
  return html`
    <div class="gb-spotlight" data-place="spotlight">
      ${who}
      ${Array.from({ length: calm }, (_, i) => html`
        <${Turning} key=${i} seat=${seat} delay=${i * 500} still=${screams}>
          <${Unfazed} seat=${seat}/>
        <//>
      `)}
      ${screams
        ? html`
          <${Turning} key="scared" seat=${seat} delay=${100}><${Scared} seat=${seat}/><//>
          <b class="gb-eek">${say("eek")}</b>
        `
        : null}
    </div>
  `;
};

const Reckoning = ({ view, told, people }) => {
  const scared = told.find((event) => event.event === "scared")?.seat;
  const paranoia = told.some((event) => event.event === "paranoia");
  const title = paranoia
    ? say("paranoia")
    : scared === undefined
      ? say("nobody-screamed")
      : say("round-result", { round: view.round });
  const best = Math.max(...view.scores);
  const won = told.some((event) => event.event === "winner");
  return html`
    <div class="gb-reckoning">
      <h3>${title}</h3>
      <ol>
        ${view.scores.map((total, seat) => {
          const open =
            seat === scared ||
            told.some((event) => event.event === "turned-up" && event.seat === seat);
          const scored = told.find((event) => event.event === "scored" && event.seat === seat);
          const { cards, above } = view.characters[seat];
          return html`
            <li key=${seat} class=${won && total === best ? "is-best" : ""}>
              <${Mark} seat=${seat}/>
              <span class="gb-name">${people[seat]?.name}</span>
              <${CharacterDeck}
                seat=${seat}
                cards=${cards}
                above=${open ? above : null}
                title=${false}
              />
              <b class="gb-gain">${scored ? `+${scored.points}` : ""}</b>
              <span class="gb-total">${scored ? total : ""}</span>
            </li>
          `;
        })}
      </ol>
    </div>
  `;
};

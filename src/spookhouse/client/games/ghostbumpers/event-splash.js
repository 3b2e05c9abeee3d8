// Large pictures of events in the middle of the table: character cards that are turned up, and the
// result of a round.
import { html } from "../../lib.js";
import { Mark } from "../../art/shapes.js";
import { CharacterBack, Scared, Unfazed } from "./art.js";
import { CharacterDeck } from "./player-panels.js";
import { say } from "./words.js";

const CHARACTER_EVENTS = ["unfazed", "scared", "moved-up", "unmoved"];
const RESULT_EVENTS = [
  "paranoia",
  "hands-empty",
  "turned-up",
  "scored",
  "round-ended",
  "game-ended",
  "winner",
];

export const EventSplash = ({ view, event, events, players }) => {
  if (CHARACTER_EVENTS.includes(event?.event))
    return html`<${CharacterCards} ...${{ event, events, players }}/>`;
  if (RESULT_EVENTS.includes(event?.event))
    return html`<${RoundResult} ...${{ view, events, players }}/>`;
  return null;
};

const TurningCard = ({ delay, children, seat, still }) => html`
  <span class=${`gb-turning-card ${still ? "is-still" : ""}`} style=${{ "--delay": `${delay}ms` }}>
    <span class="gb-turning-back"><${CharacterBack} seat=${seat}/></span>
    <span class="gb-turning-face">${children}</span>
  </span>
`;

const CharacterCards = ({ event, events, players }) => {
  const { seat } = event;
  const name = html`<p class="gb-splash-name"><${Mark} seat=${seat}/> ${players[seat]?.name}</p>`;
  if (event.event === "moved-up" || event.event === "unmoved")
    return html`
      <div class="gb-splash" data-place="splash">
        ${name}
        <span class=${`gb-slip ${event.event === "unmoved" ? "is-unmoved" : ""}`}>
          <i><${CharacterBack} seat=${seat}/></i>
          <i><${CharacterBack} seat=${seat}/></i>
          <i class="gb-slip-top"><${CharacterBack} seat=${seat}/></i>
        </span>
        <p class="gb-splash-text">${say(event.event)}</p>
      </div>
    `;
  const unfazed = events.find((found) => found.event === "unfazed")?.count ?? 0;
  const scared = event.event === "scared";
  return html`
    <div class="gb-splash" data-place="splash">
      ${name}
      ${Array.from({ length: unfazed }, (_, i) => html`
        <${TurningCard} key=${i} seat=${seat} delay=${i * 500} still=${scared}>
          <${Unfazed} seat=${seat}/>
        <//>
      `)}
      ${scared
        ? html`
          <${TurningCard} key="scared" seat=${seat} delay=${100}><${Scared} seat=${seat}/><//>
          <b class="gb-eek">${say("eek")}</b>
        `
        : null}
    </div>
  `;
};

const RoundResult = ({ view, events, players }) => {
  const scared = events.find((event) => event.event === "scared")?.seat;
  const paranoia = events.some((event) => event.event === "paranoia");
  const title = paranoia
    ? say("paranoia")
    : scared === undefined
      ? say("nobody-screamed")
      : say("round-result", { round: view.round });
  const best = Math.max(...view.scores);
  const won = events.some((event) => event.event === "winner");
  return html`
    <div class="gb-round-result">
      <h3>${title}</h3>
      <ol>
        ${view.scores.map((total, seat) => {
          const open =
            seat === scared ||
            events.some((event) => event.event === "turned-up" && event.seat === seat);
          const scored = events.find((event) => event.event === "scored" && event.seat === seat);
          const { cards, above } = view.characters[seat];
          return html`
            <li key=${seat} class=${won && total === best ? "is-best" : ""}>
              <${Mark} seat=${seat}/>
              <span class="gb-name">${players[seat]?.name}</span>
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

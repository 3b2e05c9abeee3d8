// The panels of the seats: name, points, hand, character deck, and the cards played to the trick.
import { classes, html } from "../../lib.js";
import { Mark } from "../../art/shapes.js";
import { PlayerName } from "../../parts/players.js";
import { CharacterBack, Monster, MonsterBack, Pennant, Scared, Ticket, Unfazed } from "./art.js";
import { cardOf, formatResult } from "./moves.js";
import { say } from "./words.js";

const DECK_SIZE = 7; // cards of a character deck when a round begins

/**
 * The cards that were turned up, then the character deck from top to bottom. Unknown cards are face
 * down.
 */
export const CharacterDeck = ({ seat, cards, above, title = true }) => {
  const turned = Math.max(0, DECK_SIZE - cards);
  const face = (place) =>
    above === null
      ? html`<${CharacterBack} seat=${seat}/>`
      : place === above
      ? html`<${Scared} seat=${seat}/>`
      : html`<${Unfazed} seat=${seat}/>`;
  const label =
    above === null ? say("character-deck", { cards }) : say("character-open", { cards, above });
  return html`
    <span class="gb-deck" role="img" aria-label=${label} title=${title ? label : undefined}>
      ${turned
        ? html`
          <span class="gb-turned" data-place=${`turned:${seat}`}>
            ${Array.from({ length: turned }, (_, i) => html`
              <i key=${i}><${Unfazed} seat=${seat}/></i>
            `)}
          </span>
        `
        : null}
      <span class="gb-left" data-place=${`characters:${seat}`}>
        ${Array.from({ length: cards }, (_, i) => html`
          <i key=${i} class=${above !== null && i === above ? "is-scared" : ""}>${face(i)}</i>
        `)}
      </span>
    </span>
  `;
};

/** The cards that a seat has played, their result, and whether it is ahead. */
export const Played = ({ view, seat, event }) => {
  const entry = view.trick.find((found) => found.seat === seat);
  const ahead = entry && view.winning === seat;
  const won = event?.event === "trick-won" && event.seat === seat;
  const lands = event?.event === "played" && event.seat === seat;
  return html`
    <div
      class=${`gb-played ${ahead ? "is-ahead" : ""} ${lands ? "is-landing" : ""}`}
      data-place=${`trick:${seat}`}
    >
      ${entry
        ? html`
          <span
            class="gb-cards"
            style=${{ "--overlap": entry.count > 3 ? -0.86 : -0.72 }}
            role="img"
            aria-label=${`${cardsText(entry)}, ${say("result", { result: formatResult(entry) })}`}
          >
            ${Array.from({ length: entry.count }, (_, i) => html`
              <i key=${i}>
                <${Monster} card=${entry.card} as=${i === entry.count - 1 ? entry.as : null}/>
              </i>
            `)}
          </span>
          <span class="gb-result" aria-hidden="true">${formatResult(entry)}</span>
          ${ahead ? html`<span class="gb-ahead">${say(won ? "wins" : "ahead")}</span>` : null}
        `
        : html`<span class="gb-card-place"></span>`}
    </div>
  `;
};

const cardsText = (entry) =>
  say(entry.card === "0/10" ? "cards-as" : "cards", { ...entry, card: cardOf(entry.as) });

/** Return the status of a seat in a word, or "". */
const statusOf = (view, seat) => {
  if (view.phase === "scare" || view.phase === "drop") {
    const [choosing, done] = view.phase === "scare" ? ["hides", "hidden"] : ["gives", "gave"];
    if (view.chosen[seat]) return say(done);
    if (view.waiting.includes(seat)) return say(choosing);
  }
  return "";
};

/** The signs of the leader and of the player with the starting card. */
const Signs = ({ view, seat }) => html`
  <span class="gb-signs">
    ${view.leader === seat && (view.phase === "play" || view.phase === "drop")
      ? html`<${Pennant}/>`
      : null}
    ${view.starter === seat ? html`<${Ticket}/>` : null}
  </span>
`;

export const NamePlate = ({ view, seat, player, signs = false }) => {
  const status = statusOf(view, seat);
  const name = player?.name ?? String(seat);
  return html`
    <div class="gb-name-plate">
      ${view.phase === "play" && view.waiting.includes(seat)
        ? html`<span class="gb-due" role="img" aria-label=${say("thinks")}>▶</span>`
        : null}
      ${player?.away
        ? html`
          <span class="gb-away" role="img" aria-label=${say("away")} title=${say("away")}>zZ</span>
        `
        : null}
      <${Mark} seat=${seat}/>
      <span class="gb-name" title=${name}>
        <${PlayerName} player=${player ?? { name, kind: "open" }}/>
      </span>
      ${view.phase === "over" && view.scores[seat] === Math.max(...view.scores)
        ? html`<span class="gb-crown" role="img" aria-label=${say("wins")}>♛</span>`
        : null}
      ${signs ? html`<${Signs} view=${view} seat=${seat}/>` : null}
      <span class="gb-score" title=${say("points", { count: view.scores[seat] })}>
        <span class="gb-visually-hidden">${say("points", { count: view.scores[seat] })}</span>
        <span aria-hidden="true">${view.scores[seat]}</span>
      </span>
      ${status ? html`<span class="gb-status">${status}</span>` : null}
    </div>
  `;
};

export const HandSize = ({ seat, count }) => html`
  <span
    class="gb-hand-size"
    data-place=${`hand:${seat}`}
    role="img"
    aria-label=${say("hand-of", { count })}
    title=${say("hand-of", { count })}
  >
    <i><${MonsterBack}/></i>
    <b aria-hidden="true">${count}</b>
  </span>
`;

/** Another seat. */
export const OtherSeat = ({ view, seat, place, player, event }) => html`
  <section
    class=${classes(
      "gb-seat",
      view.waiting.includes(seat) && "is-due",
      event?.seat === seat && "is-acting",
    )}
    style=${{ gridArea: `s${place}`, "--seat": `var(--seat-${seat % 6})` }}
    aria-label=${player?.name}
  >
    <${NamePlate} view=${view} seat=${seat} player=${player}/>
    <div class="gb-stock">
      <${HandSize} seat=${seat} count=${view.hand_sizes[seat]}/>
      <${CharacterDeck} seat=${seat} ...${view.characters[seat]}/>
      <${Signs} view=${view} seat=${seat}/>
    </div>
    <${Played} view=${view} seat=${seat} event=${event}/>
  </section>
`;

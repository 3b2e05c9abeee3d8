// The board of Ghostbumpers: the other seats around the arena, the trick between them, your
// character deck and your hand below.
import { classes, html, useEffect, useState } from "../../lib.js";
import { Monster, MonsterBack } from "./art.js";
import { Hand } from "./hand.js";
import { MemoryAid } from "./memory-aid.js";
import { useQueuedMove } from "./queued-move.js";
import { ScaredCardChoice } from "./scared-card.js";
import { CharacterDeck, HandSize, NamePlate, OtherSeat, Played } from "./player-panels.js";
import { Sheet, storeRound } from "./score-sheet.js";
import { EventSplash } from "./event-splash.js";
import { useEventEffects } from "./event-effects.js";
import { say } from "./words.js";

export const Board = (props) => {
  const { view, before, event, seat, players, moves, play, why, hints, settings } = props;
  const { shown, events } = useEventEffects(view, event);
  const { offers, choose } = useQueuedMove(shown, moves, play);
  useEffect(() => storeRound(before, view), [before, view]);
  const seats = shown.scores.length;
  const own = seat ?? 0;
  const others = Array.from({ length: seats - 1 }, (_, i) => ({
    seat: (own + i + 1) % seats,
    place: i + 1,
  }));
  return html`
    <div class="gb" data-phase=${shown.phase} data-motion=${settings?.motion ?? "full"}>
      <div class="gb-arena" data-drop="table" data-players=${seats}>
        ${others.map(({ seat: other, place }) => html`
          <${OtherSeat}
            key=${other}
            view=${shown}
            seat=${other}
            place=${place}
            player=${players[other]}
            event=${event}
          />
        `)}
        <${Middle} view=${shown} own=${own} event=${event} players=${players}/>
        <${EventSplash} ...${{ view: shown, event, events, players }}/>
      </div>
      ${offers.some((move) => move.startsWith("scare"))
        ? html`<${ScaredCardChoice} ...${{ seat, moves: offers, play: choose, hints }}/>`
        : html`
          <${OwnSeat} view=${shown} own=${own} player=${players[own]} event=${event}/>
          <${Prompt} ...${{ view: shown, moves: offers, events, players }}/>
        `}
      ${seat === null
        ? null
        : html`
          <${Hand} ...${{ view: shown, moves: offers, play: choose, why, hints, busy: !!event }}/>
        `}
      ${settings?.memory === false ? null : html`<${MemoryAid} view=${shown}/>`}
    </div>
  `;
};

const Middle = ({ view, own, event, players }) => html`
  <div class="gb-middle">
    <${Round} view=${view} players=${players}/>
    <${Pile} name="deck" count=${view.deck_size} card=${html`<${MonsterBack}/>`}/>
    <${Played} view=${view} seat=${own} event=${event}/>
    <${Pile}
      name="discard"
      count=${view.discard.length}
      card=${view.discard.length
        ? html`<${Monster} card=${view.discard[view.discard.length - 1]}/>`
        : null}
    />
  </div>
`;

/** The number of the round; a click shows the points of all rounds so far. */
const Round = ({ view, players }) => {
  const [open, show] = useState(false);
  const { rounds, target } = view.options;
  return html`
    <div class="gb-round" onKeyDown=${(event) => event.key === "Escape" && show(false)}>
      <button type="button" aria-expanded=${open} onClick=${() => show(!open)}>
        ${target
          ? say("round-to", { round: view.round, target })
          : say("round-of", { round: view.round, rounds })}
      </button>
    </div>
    ${open
      ? html`
        <div class="gb-round-result gb-points">
          <h3>${say("sheet")}</h3>
          <${Sheet} view=${view} players=${players}/>
          <button type="button" class="gb-action" onClick=${() => show(false)}>
            ${say("close")}
          </button>
        </div>
      `
      : null}
  `;
};

const Pile = ({ name, count, card }) => html`
  <div
    class=${`gb-pile is-${name} ${count ? "" : "is-empty"}`}
    data-place=${name}
    role="img"
    aria-label=${say(`${name}-of`, { count })}
    title=${say(`${name}-of`, { count })}
  >
    <span class="gb-pile-card">${count ? card : null}</span>
    <b>${count}</b>
    <small>${say(name)}</small>
  </div>
`;

/** The seat at the bottom: yours, or the first one for spectators. */
const OwnSeat = ({ view, own, player, event }) => html`
  <section
    class=${classes(
      "gb-own-seat",
      view.waiting.includes(own) && "is-due",
      event?.seat === own && "is-acting",
    )}
    style=${{ "--seat": `var(--seat-${own % 6})` }}
    aria-label=${player?.name}
  >
    <${NamePlate} view=${view} seat=${own} player=${player} signs=${true}/>
    ${view.hand ? null : html`<${HandSize} seat=${own} count=${view.hand_sizes[own]}/>`}
    <${CharacterDeck} seat=${own} ...${view.characters[own]}/>
  </section>
`;

/** What you are asked, the event being shown, or whom the table waits for. */
const Prompt = ({ view, moves, events, players }) => {
  const eventText = events.findLast((event) => event.text.trim())?.text;
  return html`
    <p
      class=${`gb-prompt ${moves.length ? "is-due" : eventText ? "is-event" : ""}`}
      aria-hidden=${eventText ? "true" : undefined}
    >
      ${moves.length ? question(view) : (eventText ?? waitingText(view, players))}
    </p>
  `;
};

const question = (view) =>
  say(view.phase === "drop" ? "drop-now" : view.trick.length ? "play-now" : "lead-now");

/** Say whom the table waits for. */
function waitingText(view, players) {
  const named = (seats) =>
    new Intl.ListFormat("en").format(seats.map((other) => players[other]?.name ?? String(other)));
  if (view.phase === "over") {
    const best = view.scores.flatMap((total, other) =>
      total === Math.max(...view.scores) ? [other] : [],
    );
    return say(best.length === 1 ? "over-one" : "over-more", { names: named(best) });
  }
  const kind =
    view.phase === "play"
      ? view.trick.length
        ? "waits-play"
        : "waits-lead"
      : `waits-${view.phase}`;
  return view.waiting.length ? say(kind, { names: named(view.waiting) }) : "";
}

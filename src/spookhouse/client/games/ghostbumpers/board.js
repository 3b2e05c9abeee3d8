// The table of Ghostbumpers: others around the arena, the trick between them, your nerves and your
// hand below.
import { classes, html, useEffect, useState } from "../../lib.js";
import { Monster, MonsterBack } from "./art.js";
import { Hand } from "./hand.js";
import { Memory } from "./memory-aid.js";
import { usePatience } from "./queued-move.js";
import { Scare } from "./scared-card.js";
import { CharacterDeck, HandSize, Plate, Played, Seat } from "./player-panels.js";
import { Sheet, note } from "./score-sheet.js";
import { Spotlight } from "./event-splash.js";
import { useStage } from "./event-effects.js";
import { say } from "./words.js";

export const Board = ({ view, before, event, seat, people, moves, play, why, hints, settings }) => {
  const { shown, told } = useStage(view, event);
  const { offers, take } = usePatience(shown, moves, play);
  useEffect(() => note(before, view), [before, view]);
  const players = shown.scores.length;
  const home = seat ?? 0;
  const around = Array.from({ length: players - 1 }, (_, i) => ({
    seat: (home + i + 1) % players,
    place: i + 1,
  }));
  return html`
    <div class="gb" data-phase=${shown.phase} data-motion=${settings?.motion ?? "full"}>
      <div class="gb-arena" data-drop="table" data-players=${players}>
        ${around.map(({ seat: other, place }) => html`
          <${Seat}
            key=${other}
            view=${shown}
            seat=${other}
            place=${place}
            person=${people[other]}
            event=${event}
          />
        `)}
        <${Middle} view=${shown} home=${home} event=${event} people=${people}/>
        <${Spotlight} view=${shown} event=${event} told=${told} people=${people}/>
      </div>
      ${offers.some((move) => move.startsWith("scare"))
        ? html`<${Scare} ...${{ seat, moves: offers, play: take, hints }}/>`
        : html`
          <${Home} view=${shown} home=${home} person=${people[home]} event=${event}/>
          <${Prompt} ...${{ view: shown, moves: offers, told, people }}/>
        `}
      ${seat === null
        ? null
        : html`
          <${Hand} ...${{ view: shown, moves: offers, play: take, why, hints, busy: !!event }}/>
        `}
      ${settings?.memory === false ? null : html`<${Memory} view=${shown}/>`}
    </div>
  `;
};

const Middle = ({ view, home, event, people }) => html`
  <div class="gb-middle">
    <${Round} view=${view} people=${people}/>
    <${Pile} name="deck" count=${view.deck_size} card=${html`<${MonsterBack}/>`}/>
    <${Played} view=${view} seat=${home} event=${event}/>
    <${Pile}
      name="discard"
      count=${view.discard.length}
      card=${view.discard.length
        ? html`<${Monster} card=${view.discard[view.discard.length - 1]}/>`
        : null}
    />
  </div>
`;

/** Which round it is; pressed, the points of all rounds so far. */
const Round = ({ view, people }) => {
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
        <div class="gb-reckoning gb-points">
          <h3>${say("sheet")}</h3>
          <${Sheet} view=${view} people=${people}/>
          <button type="button" class="gb-do" onClick=${() => show(false)}>${say("close")}</button>
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

/** The seat at the bottom: yours, or the first one if you only watch. */
const Home = ({ view, home, person, event }) => html`
  <section
    class=${classes(
      "gb-home",
      view.waiting.includes(home) && "is-due",
      event?.seat === home && "is-told",
    )}
    style=${{ "--seat": `var(--seat-${home % 6})` }}
    aria-label=${person?.name}
  >
    <${Plate} view=${view} seat=${home} person=${person} signs=${true}/>
    ${view.hand ? null : html`<${HandSize} seat=${home} count=${view.hand_sizes[home]}/>`}
    <${CharacterDeck} seat=${home} ...${view.characters[home]}/>
  </section>
`;

/** What you are asked; what is just happening; or whom the table waits for. */
const Prompt = ({ view, moves, told, people }) => {
  const tale = told.findLast((event) => event.text.trim())?.text;
  return html`
    <p
      class=${`gb-prompt ${moves.length ? "is-due" : tale ? "is-tale" : ""}`}
      aria-hidden=${tale ? "true" : undefined}
    >
      ${moves.length ? asks(view) : (tale ?? waits(view, people))}
    </p>
  `;
};

const asks = (view) =>
  say(view.phase === "drop" ? "drop-now" : view.trick.length ? "play-now" : "lead-now");

/** Whom the table waits for. */
function waits(view, people) {
  const named = (seats) =>
    new Intl.ListFormat("en").format(seats.map((other) => people[other]?.name ?? String(other)));
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

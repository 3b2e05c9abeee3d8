// The game being played, and its end: the board in the middle, people, clock, log and chat around
// it.
import { html, useEffect, useLayoutEffect, useRef, useState } from "../lib.js";
import { forBoards } from "../state/settings.js";
import { say } from "../words/words.js";
import { complain, toast } from "../parts/toast.js";
import { peopleOf } from "../parts/players.js";
import { People } from "../parts/player-bar.js";
import { Side } from "../parts/sidebar.js";
import { AllMoves } from "../parts/all-moves.js";
import { Bubbles } from "../parts/chat-bubbles.js";
import { Deeds } from "../parts/actions.js";
import { Curtain, useDevice } from "../parts/pass-and-play.js";
import { Hints } from "../parts/hints.js";
import { Coach } from "../parts/coach.js";
import { sound } from "../parts/sound.js";
import { Result } from "./result.js";

export function Game({ seat, facts, module }) {
  const table = seat.table.value,
    game = seat.game.value;
  const people = peopleOf(table);
  const [hints, setHints] = useState(/** @type {any[] | null} */ (null));
  const device = useDevice(seat);
  const version = game?.owed?.version;
  useEffect(() => setHints(null), [version]);
  useSounds(seat, module, people);
  const play = (/** @type {string} */ move) =>
    seat.move(move).catch((/** @type {any} */ error) => complain(error, facts.name));
  const why = (/** @type {string} */ move) =>
    seat.why(move).then((/** @type {any} */ found) => {
      if (found.legal) toast(say("why.legal", { move: module.label(move, game.view) }));
      else toast(found.why.reason, { kind: "bad", rule: found.why.rule, game: facts.name });
    }, complain);
  const hint = () =>
    seat.hint().then((/** @type {any} */ found) => {
      const candidates = found.candidates ?? [{ move: found.move, best: true }];
      setHints(
        candidates.map((/** @type {any} */ each, /** @type {number} */ at) => ({
          best: at === 0,
          ...each,
        })),
      );
    }, complain);
  const moves = device.hidden ? [] : seat.moves.value;
  const place = useKeptFocus();
  const over = table.phase === "over";
  return html`
    <div class=${`table ${over ? "over" : ""}`} ref=${place}>
      <${People} table=${table} people=${people} seat=${seat}/>
      ${device.hidden
        ? null
        : html`
          <${Coach}
            game=${facts.name}
            module=${module}
            view=${game?.view}
            moves=${moves}
            seat=${game?.seat ?? null}
          />
        `}
      <section class="stage" aria-label=${facts.title}>
        <div
          class="board-place"
          data-board
          tabindex="-1"
          role="group"
          aria-label=${say("game.board")}
        >
          ${device.hidden
            ? html`<${Curtain} name=${device.hidden.name} onOpen=${device.open}/>`
            : game && html`
              <${module.Board}
                view=${game.view}
                before=${seat.before.value}
                event=${seat.event.value}
                seat=${game.seat}
                people=${people}
                moves=${moves}
                play=${play}
                why=${why}
                hints=${hints}
                settings=${forBoards.value}
              />
            `}
          <${Banner} text=${seat.banner.value}/>
          <${Bubbles} seat=${seat} people=${people}/>
        </div>
        ${hints && !device.hidden && moves.length
          ? html`
            <${Hints}
              hints=${hints}
              module=${module}
              view=${game.view}
              play=${play}
              onClose=${() => setHints(null)}
            />
          `
          : null}
        <${Deeds}
          seat=${seat}
          facts=${facts}
          onHint=${hint}
          hidden=${!!device.hidden}
          speaks=${!module.listOpen}
        />
        ${device.hidden
          ? null
          : html`
            <${AllMoves}
              seat=${seat}
              moves=${moves}
              module=${module}
              hints=${hints}
              play=${play}
              why=${why}
            />
          `}
        ${over
          ? html`<${Result} seat=${seat} facts=${facts} module=${module} people=${people}/>`
          : null}
      </section>
      <${Side} seat=${seat} people=${people} game=${facts.name}/>
    </div>
  `;
}

/**
 * Buttons come and go with what may be done. When the one that had the focus is gone the board
 * itself takes it, so that keys go on from there; or the list of moves, if it was one of these: who
 * plays from the list need not walk over the whole board for every move.
 */
function useKeptFocus() {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const within = useRef("");
  useEffect(() => {
    const note = (/** @type {FocusEvent} */ event) => {
      const target = /** @type {HTMLElement} */ (event.target);
      within.current = !place.current?.contains(target)
        ? ""
        : target.closest(".all-moves")
          ? ".all-moves > summary"
          : "[data-board]";
    };
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }, []);
  useLayoutEffect(() => {
    if (!within.current || document.activeElement !== document.body) return;
    const next =
      place.current?.querySelector(within.current) ?? place.current?.querySelector("[data-board]");
    /** @type {HTMLElement | null | undefined} */ (next)?.focus({ preventScroll: true });
  });
  return place;
}

/** What is happening just now, large over the board; the live region speaks it. */
const Banner = ({ text }) => (text ? html`<p class="banner" aria-hidden="true">${text}</p>` : null);

/**
 * What is heard: every event, your turn, the end.
 * @param {any} seat
 * @param {any} module
 * @param {any[]} people
 */
function useSounds(seat, module, people) {
  const event = seat.event.value;
  const table = seat.table.value;
  const yours = seat.moves.value.length > 0;
  const over = table.phase === "over" && !seat.busy.value;
  const began = useRef(over);
  useEffect(() => {
    if (event) sound(module.sound?.(event) ?? "tick");
  }, [event]);
  useEffect(() => {
    if (yours) sound("turn");
  }, [yours]);
  useEffect(() => {
    const you = people.find((who) => who.isYou);
    if (over && !began.current && you) sound(endSound(table.outcome.ranks, you.seat, module));
    began.current = over;
  }, [over]);
}

/**
 * @param {number[]} ranks
 * @param {number} seat
 * @param {any} module
 */
function endSound(ranks, seat, module) {
  if (ranks[seat] === Math.max(...ranks) && ranks[seat] > 1) return module.loserHears ?? "lose";
  return ranks[seat] === 1 ? "win" : "tick";
}

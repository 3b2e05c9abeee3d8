// A match being played, and its end: the board, with players, clocks, log and chat around it.
import { html, useEffect, useLayoutEffect, useRef, useState } from "../lib.js";
import { boardSettings } from "../state/settings.js";
import { say } from "../words/words.js";
import { showError, toast } from "../parts/toast.js";
import { playersOf } from "../parts/players.js";
import { PlayerBar } from "../parts/player-bar.js";
import { Sidebar } from "../parts/sidebar.js";
import { AllMoves } from "../parts/all-moves.js";
import { ChatBubbles } from "../parts/chat-bubbles.js";
import { Actions } from "../parts/actions.js";
import { PassScreen } from "../parts/pass-and-play.js";
import { Hints } from "../parts/hints.js";
import { Coach } from "../parts/coach.js";
import { ContinuedLine } from "../parts/continued.js";
import { sound } from "../parts/sound.js";
import { Result } from "./result.js";

export function Game({ session, facts, module }) {
  const table = session.table.value,
    game = session.game.value;
  const players = playersOf(table);
  const { device } = session;
  const hidden = device.hidden.value;
  const [answer, setAnswer] = useState(/** @type {any} */ (null));
  const decision = `${game?.seat} ${game?.owed?.version}`;
  const hints = !hidden && answer?.decision === decision ? answer.hints : null;
  useSounds(session, module, players);
  const play = (/** @type {string} */ move) =>
    session
      .move(move)
      .catch(device.onlyForHolder((/** @type {any} */ error) => showError(error, facts.name)));
  const why = (/** @type {string} */ move) =>
    session.why(move).then(
      device.onlyForHolder(({ legal, why }) => {
        if (legal) toast(say("why.legal", { move: module.label(move, game.view) }));
        else toast(why.reason, { kind: "bad", rule: why.rule, game: facts.name });
      }),
      device.onlyForHolder(showError),
    );
  const hint = () =>
    session.hint().then(
      device.onlyForHolder(({ candidates, move }) =>
        setAnswer({ decision, hints: withBest(candidates ?? [{ move }]) }),
      ),
      device.onlyForHolder(showError),
    );
  const moves = hidden ? [] : session.moves.value;
  const root = useKeptFocus();
  const over = table.phase === "over";
  return html`
    <div class=${`table ${over ? "over" : ""}`} ref=${root}>
      <${PlayerBar} table=${table} players=${players}/>
      ${hidden
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
        <${ContinuedLine} continued=${table.continued}/>
        <div
          class="board-place"
          data-board
          tabindex="-1"
          role="group"
          aria-label=${say("game.board")}
        >
          ${hidden
            ? html`<${PassScreen} session=${session}/>`
            : game && html`
              <${module.Board}
                view=${game.view}
                before=${session.before.value}
                event=${session.event.value}
                seat=${game.seat}
                players=${players}
                moves=${moves}
                play=${play}
                why=${why}
                hints=${hints}
                settings=${boardSettings.value}
              />
            `}
          <${Banner} text=${hidden ? "" : session.banner.value}/>
          <${ChatBubbles} session=${session} players=${players}/>
        </div>
        ${hints && moves.length
          ? html`
            <${Hints}
              hints=${hints}
              module=${module}
              view=${game.view}
              play=${play}
              onClose=${() => setAnswer(null)}
            />
          `
          : null}
        <${Actions}
          key=${session.seat.value}
          session=${session}
          facts=${facts}
          onHint=${hint}
          hidden=${hidden}
          boardPrompts=${!module.listOpen}
        />
        ${hidden
          ? null
          : html`
            <${AllMoves}
              session=${session}
              moves=${moves}
              module=${module}
              hints=${hints}
              play=${play}
              why=${why}
            />
          `}
        ${over
          ? html`<${Result} session=${session} module=${module} players=${players}/>`
          : null}
      </section>
      <${Sidebar} session=${session} players=${players} game=${facts.name}/>
    </div>
  `;
}

/**
 * Return the candidates of a hint, the first one marked as the best.
 * @param {any[]} candidates
 */
const withBest = (candidates) => candidates.map((each, at) => ({ best: at === 0, ...each }));

/**
 * Keep the focus when the focused button disappears. The board takes it, or the list of moves if
 * the button was in the list: a player who uses the list need not cross the board for every move.
 */
function useKeptFocus() {
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  const fallback = useRef(""); // selector
  useEffect(() => {
    const remember = (/** @type {FocusEvent} */ event) => {
      const target = /** @type {HTMLElement} */ (event.target);
      fallback.current = !root.current?.contains(target)
        ? ""
        : target.closest(".all-moves")
          ? ".all-moves > summary"
          : "[data-board]";
    };
    document.addEventListener("focusin", remember);
    return () => document.removeEventListener("focusin", remember);
  }, []);
  useLayoutEffect(() => {
    if (!fallback.current || document.activeElement !== document.body) return;
    const next =
      root.current?.querySelector(fallback.current) ?? root.current?.querySelector("[data-board]");
    /** @type {HTMLElement | null | undefined} */ (next)?.focus({ preventScroll: true });
  });
  return root;
}

/** The event being shown, large over the board; the live region announces it. */
const Banner = ({ text }) => (text ? html`<p class="banner" aria-hidden="true">${text}</p>` : null);

/**
 * Play sounds for every event, for your turn, and for the end.
 * @param {any} session
 * @param {any} module
 * @param {any[]} players
 */
function useSounds(session, module, players) {
  const event = session.event.value;
  const table = session.table.value;
  const yourTurn = session.moves.value.length > 0;
  const over = table.phase === "over" && !session.busy.value;
  const wasOver = useRef(over);
  useEffect(() => {
    if (event) sound(module.sound?.(event) ?? "tick");
  }, [event]);
  useEffect(() => {
    if (yourTurn) sound("turn");
  }, [yourTurn]);
  useEffect(() => {
    const you = players.find((player) => player.isYou);
    if (over && !wasOver.current && you) sound(endSound(table.outcome.ranks, you.seat, module));
    wasOver.current = over;
  }, [over]);
}

/**
 * @param {number[]} ranks
 * @param {number} seat
 * @param {any} module
 */
function endSound(ranks, seat, module) {
  if (ranks[seat] === Math.max(...ranks) && ranks[seat] > 1) return module.loserSound ?? "lose";
  return ranks[seat] === 1 ? "win" : "tick";
}

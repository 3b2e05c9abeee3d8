// The table of Ghooost!: other seats around, the cemetery in the middle, your own seat at the
// bottom.
import { classes, html, useEffect, useRef, useState } from "../../lib.js";
import { Deeds } from "./actions.js";
import { Hand } from "./hand.js";
import { Look } from "./pile-dialog.js";
import { Moment } from "./event-splash.js";
import { movesWith } from "./moves.js";
import { Seat, Yours } from "./player-panels.js";
import { useStage } from "./event-effects.js";
import { Middle } from "./table-centre.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").BoardProps} BoardProps */

/**
 * A view, also of a position whose cards all lie open.
 * @param {any} view
 * @returns {View}
 */
export function sized(view) {
  if (!view.hands) return view;
  const sizes = (/** @type {any[][]} */ piles) => piles.map((pile) => pile.length);
  return {
    known: view.hands.map(() => []),
    ...view,
    hand_sizes: sizes(view.hands),
    mansion_sizes: sizes(view.mansions),
    crypt_size: view.crypt.length,
    midnight: view.crypt.length === 0,
  };
}

/** @param {View} view what no move leaves as it was */
const stamp = (view) =>
  JSON.stringify([
    view.round,
    view.quiet,
    view.crypt_size,
    view.mansion_sizes,
    view.discard.length,
    view.left,
  ]);

/**
 * Whether the one whose turn it is has moved just before.
 * @param {View} view
 * @param {View | null} before
 */
function useAgain(view, before) {
  const last = useRef(
    /** @type {{stamp: string, turn: number, round: number, again: boolean} | null} */ (
      before && { stamp: stamp(before), turn: before.turn, round: before.round, again: false }
    ),
  );
  const now = stamp(view);
  if (last.current?.stamp !== now) {
    const again =
      last.current !== null &&
      last.current.turn === view.turn &&
      last.current.round === view.round &&
      view.phase === "turn";
    last.current = { stamp: now, turn: view.turn, round: view.round, again };
  }
  return Boolean(last.current?.again);
}

/**
 * What was touched: a group of the hand whose moves are chosen from.
 * @param {string[]} moves
 */
function useChoice(moves) {
  const [card, choose] = useState(/** @type {string | null} */ (null));
  useEffect(() => choose(null), [moves.join()]);
  return { card: card && movesWith(moves, card).length > 1 ? card : null, choose };
}

/**
 * Who plays with the keyboard finds the focus in the hand again when it is their turn.
 * @param {{current: HTMLElement | null}} board
 * @param {string[]} moves
 */
function useFocusAgain(board, moves) {
  const inside = useRef(false);
  useEffect(() => {
    const lost = document.activeElement === document.body || document.activeElement === null;
    if (moves.length && inside.current && lost)
      /** @type {HTMLElement | null | undefined} */ (
        board.current?.querySelector(".gh-hand .playable, .gh-deeds .gh-deed")
      )?.focus();
  }, [moves.join()]);
  return {
    onKeyDown: () => {
      inside.current = true;
    },
    onPointerDown: () => {
      inside.current = false;
    },
  };
}

/** @param {BoardProps} props */
export function Board({
  view: given,
  before,
  event,
  seat,
  people,
  moves,
  play,
  why,
  hints,
  settings,
}) {
  const board = useRef(/** @type {HTMLElement | null} */ (null));
  const view = useStage(sized(given), event);
  const again = useAgain(sized(given), before && sized(before));
  const { card, choose } = useChoice(moves);
  const [looking, look] = useState(/** @type {import("./pile-dialog.js").Looking | null} */ (null));
  const focus = useFocusAgain(board, moves);
  const players = view.options.players;
  const me = seat ?? 0;
  const others = Array.from({ length: players - 1 }, (_, i) => (me + 1 + i) % players);
  const ask = (/** @type {string} */ move) => {
    if (!event) why(move);
  };
  const shared = { view, event, people, again, settings, seat, moves, play, ask, hints, look };
  const still = settings?.motion === "less";
  return html`
    <div
      ref=${board}
      class=${classes(
        "ghooost",
        still && "still",
        view.midnight && "midnight",
        moves.length && "yours",
      )}
      data-players=${players}
      ...${focus}
    >
      <div class="gh-room">
        <ul class="gh-seats" data-others=${others.length}>
          ${others.map((each, i) => html`
            <${Seat} key=${each} who=${each} spot=${i} ...${shared}/>
          `)}
        </ul>
        <${Middle} ...${shared}/>
        <${Moment} event=${event} people=${people}/>
      </div>
      <div class="gh-mine">
        <${Yours} who=${me} ...${shared}/>
        <${Deeds} card=${card} choose=${choose} ...${shared}/>
        <${Hand} who=${me} card=${card} choose=${choose} ...${shared}/>
      </div>
      ${looking ? html`<${Look} looking=${looking} close=${() => look(null)} ...${shared}/>` : null}
    </div>
  `;
}

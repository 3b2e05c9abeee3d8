// The board of Ghooost!: the other seats at the top, the cemetery in the middle, your seat at the
// bottom.
import { classes, html, useEffect, useRef, useState } from "../../lib.js";
import { Actions } from "./actions.js";
import { Hand } from "./hand.js";
import { PileDialog } from "./pile-dialog.js";
import { EventSplash } from "./event-splash.js";
import { movesWith } from "./moves.js";
import { OtherSeat, OwnSeat } from "./player-panels.js";
import { useEventEffects } from "./event-effects.js";
import { TableCentre } from "./table-centre.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").BoardProps} BoardProps */

/**
 * Add the sizes of piles to the view of a position with open cards, which has the piles instead.
 * @param {any} view
 * @returns {View}
 */
export function withSizes(view) {
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

/**
 * Return a key that every move changes.
 * @param {View} view
 */
const positionKey = (view) =>
  JSON.stringify([
    view.round,
    view.quiet,
    view.crypt_size,
    view.mansion_sizes,
    view.discard.length,
    view.left,
  ]);

/**
 * Return whether the player whose turn it is also made the last move.
 * @param {View} view
 * @param {View | null} before
 */
function useAgain(view, before) {
  const last = useRef(
    /** @type {{key: string, turn: number, round: number, again: boolean} | null} */ (
      before && { key: positionKey(before), turn: before.turn, round: before.round, again: false }
    ),
  );
  const now = positionKey(view);
  if (last.current?.key !== now) {
    const again =
      last.current !== null &&
      last.current.turn === view.turn &&
      last.current.round === view.round &&
      view.phase === "turn";
    last.current = { key: now, turn: view.turn, round: view.round, again };
  }
  return Boolean(last.current?.again);
}

/**
 * The group of the hand whose moves are offered for choice, if any.
 * @param {string[]} moves
 */
function useChoice(moves) {
  const [card, choose] = useState(/** @type {string | null} */ (null));
  useEffect(() => choose(null), [moves.join()]);
  return { card: card && movesWith(moves, card).length > 1 ? card : null, choose };
}

/**
 * Return the focus to the hand when it is the turn of a player who uses the keyboard.
 * @param {{current: HTMLElement | null}} board
 * @param {string[]} moves
 */
function useHandFocus(board, moves) {
  const byKeyboard = useRef(false);
  useEffect(() => {
    const lost = document.activeElement === document.body || document.activeElement === null;
    if (moves.length && byKeyboard.current && lost)
      /** @type {HTMLElement | null | undefined} */ (
        board.current?.querySelector(".gh-hand .playable, .gh-actions .gh-action")
      )?.focus();
  }, [moves.join()]);
  return {
    onKeyDown: () => {
      byKeyboard.current = true;
    },
    onPointerDown: () => {
      byKeyboard.current = false;
    },
  };
}

/** @param {BoardProps} props */
export function Board({
  view: given,
  before,
  event,
  seat,
  players,
  moves,
  play,
  why,
  hints,
  settings,
}) {
  const board = useRef(/** @type {HTMLElement | null} */ (null));
  const view = useEventEffects(withSizes(given), event);
  const again = useAgain(withSizes(given), before && withSizes(before));
  const { card, choose } = useChoice(moves);
  const [pile, openPile] = useState(/** @type {import("./pile-dialog.js").Pile | null} */ (null));
  const focus = useHandFocus(board, moves);
  const seats = view.options.players;
  const own = seat ?? 0;
  const others = Array.from({ length: seats - 1 }, (_, i) => (own + 1 + i) % seats);
  const ask = (/** @type {string} */ move) => {
    if (!event) why(move);
  };
  const shared = {
    ...{ view, event, players, again, settings, seat, moves },
    ...{ play, ask, hints, openPile },
  };
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
      data-players=${seats}
      ...${focus}
    >
      <div class="gh-room">
        <ul class="gh-seats" data-others=${others.length}>
          ${others.map((each, i) => html`
            <${OtherSeat} key=${each} holder=${each} spot=${i} ...${shared}/>
          `)}
        </ul>
        <${TableCentre} ...${shared}/>
        <${EventSplash} event=${event}/>
      </div>
      <div class="gh-mine">
        <${OwnSeat} holder=${own} ...${shared}/>
        <${Actions} card=${card} choose=${choose} ...${shared}/>
        <${Hand} holder=${own} card=${card} choose=${choose} ...${shared}/>
      </div>
      ${pile
        ? html`<${PileDialog} pile=${pile} close=${() => openPile(null)} ...${shared}/>`
        : null}
    </div>
  `;
}

// The board of Rest in Peace: the line of mansions at the top, the rows of the round in the middle,
// your side at the bottom. What can be done follows from the legal moves alone.
import { classes, html, useEffect, useRef, useState } from "../../lib.js";
import { hintProps } from "../../parts/hints.js";
import { Finale, useEventsSinceView } from "./last-mansion.js";
import { MansionLine } from "./mansion-line.js";
import { fits, next } from "./partial-move.js";
import { Inspector } from "./inspector.js";
import { BattleActions, Row } from "./battle-rows.js";
import { Hand, PlayerPanel, Reserve } from "./player-panels.js";

/**
 * What the parts of the board know, and what they can do. A part is a piece of a move's text: see
 * partial-move.js.
 * @typedef {object} BoardContext
 * @property {any} view
 * @property {number | null} seat of the viewer
 * @property {number} below the side at the bottom
 * @property {number} above the side at the top
 * @property {any[]} players
 * @property {string[]} names
 * @property {number} round
 * @property {any[]} rows both rows of the round in play, by seat
 * @property {string[]} legal every legal move
 * @property {string[]} matching the legal moves that match what was picked
 * @property {boolean} yourTurn
 * @property {string[]} chosen the parts picked so far
 * @property {string[]} picked the same, after the parts that all moves of the phase begin with
 * @property {Map<string, string | null>} options the parts that can be picked next, each with the
 *   move that it completes
 * @property {Map<string, string>} targets the cards in rows that can be picked: "seat:place" and
 *   the part
 * @property {boolean} picksMansions whether mansions are being picked
 * @property {boolean} picksValues whether values are being picked
 * @property {any} focus what the inspector shows
 * @property {any} hovered what the pointer is on
 * @property {(part: string) => boolean} startable whether a card of the hand or the reserve can be
 *   used now
 * @property {(part: string) => any} partProps props of a button that picks a part
 * @property {(move: string) => any} moveProps props of a button that plays a whole move
 * @property {(part: string) => any} whyProps props of a button that asks why a part is not legal
 * @property {(part: string) => void} openPsychic show one's own psychic and begin to choose with it
 * @property {(focus: any) => void} inspect
 * @property {(focus: any) => any} hoverProps props that show something while it is hovered
 * @property {() => void} back
 * @property {(move: string) => void} play
 * @property {(part: string) => any} hint props of a button that starts a candidate of a hint
 */

// The first part of every move of a phase.
/** @type {Record<string, string[]>} */
const FIRST_PARTS = { place: ["place"], carry: ["carry"] };

/** @param {any} props */
export function Board({ view, event, seat, players, moves, play, why, hints }) {
  const [chosen, setChosen] = useState(/** @type {string[]} */ ([]));
  const [focus, setFocus] = useState(/** @type {any} */ (null));
  const [hovered, setHovered] = useState(/** @type {any} */ (null));
  const events = useEventsSinceView(view, event);
  const root = useKeptFocus();
  const clear = () => (setChosen([]), setFocus(null), setHovered(null));
  useEffect(() => (setChosen([]), setFocus(focus?.kind === "card" ? null : focus)), [view]);

  const below = seat ?? 0,
    above = 1 - below;
  const names = players.map((/** @type {any} */ player) => player.name);
  const firstParts = FIRST_PARTS[view.phase] ?? [];
  const psychic = `p${focus?.number}`;
  const stem = focus?.mine && next(moves, firstParts).get(psychic) === null ? [psychic] : [];
  const kept = moves.some((/** @type {string} */ move) =>
    fits(move, [...firstParts, ...stem, ...chosen]),
  )
    ? [...stem, ...chosen]
    : stem;
  const picked = [...firstParts, ...kept];
  const options = next(moves, picked);
  const send = (/** @type {string} */ move) => (clear(), play(move));
  const pick = (/** @type {string} */ part) => {
    const move = options.get(part);
    if (move) send(move);
    else setChosen([...kept.slice(stem.length), part]);
  };

  /** @type {BoardContext} */
  const board = {
    view,
    seat,
    below,
    above,
    players,
    names,
    round: view.round,
    rows: view.rows[view.round - 1],
    legal: moves,
    matching: moves.filter((/** @type {string} */ move) => fits(move, picked)),
    yourTurn: seat !== null && view.phase !== "over" && view.turn === seat,
    chosen: kept,
    picked,
    options,
    targets: new Map(),
    picksMansions: kept[0] === "p28",
    picksValues: kept.length > 0 && !["p16", "p28"].includes(kept[0]),
    focus,
    hovered,
    startable: (part) =>
      (view.phase === "turn" || view.phase === "place") && next(moves, firstParts).has(part),
    partProps: (part) => ({
      "data-move": options.get(part) ?? undefined,
      onClick: () => pick(part),
    }),
    moveProps: (move) =>
      moves.includes(move)
        ? { "data-move": move, onClick: () => send(move) }
        : { "aria-disabled": true, onClick: () => why(move) },
    whyProps: (part) => ({
      "aria-disabled": true,
      onClick: () => (seat === null ? null : why([...firstParts, part].join(" "))),
    }),
    openPsychic: (part) => (
      setChosen([]),
      setFocus({ kind: "psychic", number: Number(part.slice(1)), mine: true })
    ),
    inspect: (what) => (setChosen([]), setFocus(what)),
    hoverProps: (what) => ({
      onPointerEnter: (/** @type {PointerEvent} */ e) =>
        e.pointerType === "mouse" && setHovered(what),
      onPointerLeave: () => setHovered(null),
      onFocus: () => setHovered(what),
      onBlur: () => setHovered(null),
    }),
    back: () => (chosen.length ? setChosen(chosen.slice(0, -1)) : clear()),
    play: send,
    hint: (part) => hintProps(hints, (move) => move === part || fits(move, [...picked, part])),
  };
  board.targets = findTargets(board);
  const handleKey = (/** @type {KeyboardEvent} */ e) => onKey(e, board, pick);
  const reading = (kept.length || focus) && "reading";
  return html`
    <div class="rip" ref=${root} tabindex="-1" onKeyDown=${handleKey}>
      <div class=${classes("rip-board", reading, view.phase, board.yourTurn && "your-turn")}>
        <${MansionLine} board=${board}/>
        <div class="rip-far">
          <${PlayerPanel} board=${board} side=${above}/>
          <${Reserve} board=${board} side=${above}/>
        </div>
        <div class="rip-battle">
          <${Row} board=${board} side=${above}/>
          <${BattleActions} board=${board}/>
          <${Row} board=${board} side=${below}/>
        </div>
        <div class="rip-near">
          <${PlayerPanel} board=${board} side=${below}/>
          <div class="rip-tray">
            <${Reserve} board=${board} side=${below}/>
            ${seat === null ? null : html`<${Hand} board=${board} side=${below}/>`}
          </div>
        </div>
        <${Inspector} board=${board}/>
        <${Finale} view=${view} events=${events} names=${names} below=${below}/>
      </div>
    </div>
  `;
}

/**
 * Keep the focus on the board when the focused button disappears, such as a card that was played or
 * the inspector when it is closed.
 */
function useKeptFocus() {
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  const last = useRef(
    /** @type {{element: HTMLElement | null, opener: HTMLElement | null}} */ ({
      element: null,
      opener: null,
    }),
  );
  useEffect(() => {
    const node = /** @type {HTMLElement} */ (root.current);
    const enter = (/** @type {FocusEvent} */ e) => {
      const element = /** @type {HTMLElement} */ (e.target);
      last.current = {
        element,
        opener: element.closest(".rip-inspector") ? last.current.opener : element,
      };
    };
    const leave = (/** @type {FocusEvent} */ e) =>
      e.relatedTarget &&
      !node.contains(/** @type {Node} */ (e.relatedTarget)) &&
      (last.current = { element: null, opener: null });
    node.addEventListener("focusin", enter);
    node.addEventListener("focusout", leave);
  }, []);
  useEffect(() => {
    const { element, opener } = last.current;
    if (!element || element.isConnected || document.activeElement !== document.body) return;
    (opener?.isConnected ? opener : root.current)?.focus({ preventScroll: true });
  });
  return root;
}

/**
 * Return the cards in the rows that can be picked now; of equal cards, the first.
 * @param {BoardContext} board
 */
function findTargets({ view, rows, below, above, chosen, options }) {
  const found = new Map();
  const side = chosen[0] === "p11" ? above : below;
  const free = chosen[0] === "p11" || view.phase === "tenth";
  const where = (/** @type {string} */ part) => {
    const same = (/** @type {any} */ card) =>
      (chosen[0] === "p16" ? String(card.base) === part : card.card === part) &&
      card.open !== false;
    const at = rows[side].cards.findIndex(
      (/** @type {any} */ card) => same(card) && (free || !card.carried),
    );
    return at >= 0 ? at : rows[side].cards.findIndex(same);
  };
  const inRows =
    ["p11", "p16", "p22"].includes(chosen[0]) ||
    (!chosen.length && (view.phase === "carry" || view.phase === "tenth"));
  for (const part of inRows ? options.keys() : [])
    if (where(part) >= 0) found.set(`${side}:${where(part)}`, part);
  return found;
}

/**
 * Handle keys: a digit picks a ghost or a value, e ends the turn, Escape goes back.
 * @param {KeyboardEvent} e
 * @param {BoardContext} board
 * @param {(part: string) => void} pick
 */
function onKey(e, board, pick) {
  if (e.ctrlKey || e.metaKey || e.altKey) return;
  const digit = board.picksMansions && e.key === "0" ? "10" : e.key;
  const part = board.chosen.length ? digit : `g${digit}`;
  if (e.key === "Escape" && board.focus) board.back();
  else if (/^[0-9]$/.test(e.key) && board.options.has(part)) pick(part);
  else if (e.key === "e" && board.legal.includes("end")) board.play("end");
  else return;
  e.preventDefault();
}

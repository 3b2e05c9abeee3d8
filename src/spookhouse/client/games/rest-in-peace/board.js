// The board: the line of mansions above, the fight in the middle, your side below; what can be done
// comes from the legal moves alone.
import { html, useEffect, useRef, useState } from "../../lib.js";
import { hintProps } from "../../parts/hints.js";
import { Finale, useHappened } from "./last-mansion.js";
import { Line } from "./mansion-line.js";
import { fits, next } from "./partial-move.js";
import { Reader } from "./inspector.js";
import { Middle, Row } from "./battle-rows.js";
import { Hand, Plate, Reserve } from "./player-panels.js";

/**
 * All that the parts of the board need to know, and all that they can do.
 * @typedef {object} Table
 * @property {any} view
 * @property {number | null} seat who looks
 * @property {number} below
 * @property {number} above
 * @property {string[]} names
 * @property {number} round
 * @property {any[]} rows both rows of the round in play, by seat
 * @property {string[]} all every legal move
 * @property {string[]} moves those that fit what has been picked
 * @property {boolean} mine whether it is the onlooker who is asked
 * @property {string[]} chosen the parts picked so far
 * @property {string[]} picked with what the phase puts before them
 * @property {Map<string, string | null>} options what may be picked next, and the move it completes
 * @property {Map<string, string>} targets cards of the rows that may be picked: "seat:place" and
 *   the part
 * @property {boolean} mansions whether mansions are picked
 * @property {boolean} picksValues whether values are
 * @property {any} focus what is being read
 * @property {any} glance what the pointer is on
 * @property {(part: string) => boolean} startable whether a card of the hand or the reserve can be
 *   used now
 * @property {(part: string) => any} target props of a button that picks a part
 * @property {(move: string) => any} does props of a button for a whole move
 * @property {(part: string) => any} refuses props of a button that asks why not
 * @property {(part: string) => void} open read a psychic of one's own and begin to choose with it
 * @property {(focus: any) => void} look
 * @property {(focus: any) => any} peek
 * @property {() => void} back
 * @property {(move: string) => void} play
 * @property {(part: string) => any} hint props of what a candidate of a hint begins with
 */

const BEFORE = /** @type {Record<string, string[]>} */ ({ place: ["place"], carry: ["carry"] }); // what a phase's moves begin with

/** @param {any} props */
export function Board({ view, event, seat, people, moves, play, why, hints }) {
  const [chosen, setChosen] = useState(/** @type {string[]} */ ([]));
  const [focus, setFocus] = useState(/** @type {any} */ (null));
  const [glance, setGlance] = useState(/** @type {any} */ (null));
  const happened = useHappened(view, event);
  const root = useKept();
  const clear = () => (setChosen([]), setFocus(null), setGlance(null));
  useEffect(() => (setChosen([]), setFocus(focus?.kind === "card" ? null : focus)), [view]);

  const below = seat ?? 0,
    above = 1 - below;
  const names = people.map((/** @type {any} */ who) => who.name);
  const begun = BEFORE[view.phase] ?? [];
  const stem =
    focus?.mine && next(moves, begun).get(`p${focus.number}`) === null ? [`p${focus.number}`] : [];
  const kept = moves.some((/** @type {string} */ move) =>
    fits(move, [...begun, ...stem, ...chosen]),
  )
    ? [...stem, ...chosen]
    : stem;
  const picked = [...begun, ...kept];
  const options = next(moves, picked);
  const send = (/** @type {string} */ move) => (clear(), play(move));
  const pick = (/** @type {string} */ part) => {
    const move = options.get(part);
    if (move) send(move);
    else setChosen([...kept.slice(stem.length), part]);
  };

  /** @type {Table} */
  const table = {
    view,
    seat,
    below,
    above,
    names,
    round: view.round,
    rows: view.rows[view.round - 1],
    all: moves,
    moves: moves.filter((/** @type {string} */ move) => fits(move, picked)),
    mine: seat !== null && view.phase !== "over" && view.turn === seat,
    chosen: kept,
    picked,
    options,
    targets: new Map(),
    mansions: kept[0] === "p28",
    picksValues: kept.length > 0 && !["p16", "p28"].includes(kept[0]),
    focus,
    glance,
    startable: (part) =>
      (view.phase === "turn" || view.phase === "place") && next(moves, begun).has(part),
    target: (part) => ({ "data-move": options.get(part) ?? undefined, onClick: () => pick(part) }),
    does: (move) =>
      moves.includes(move)
        ? { "data-move": move, onClick: () => send(move) }
        : { "aria-disabled": true, onClick: () => why(move) },
    refuses: (part) => ({
      "aria-disabled": true,
      onClick: () => (seat === null ? null : why([...begun, part].join(" "))),
    }),
    open: (part) => (
      setChosen([]),
      setFocus({ kind: "psychic", number: Number(part.slice(1)), mine: true })
    ),
    look: (what) => (setChosen([]), setFocus(what)),
    peek: (what) => ({
      onPointerEnter: (/** @type {PointerEvent} */ e) =>
        e.pointerType === "mouse" && setGlance(what),
      onPointerLeave: () => setGlance(null),
      onFocus: () => setGlance(what),
      onBlur: () => setGlance(null),
    }),
    back: () => (chosen.length ? setChosen(chosen.slice(0, -1)) : clear()),
    play: send,
    hint: (part) => hintProps(hints, (move) => move === part || fits(move, [...picked, part])),
  };
  table.targets = targets(table);
  const keys = (/** @type {KeyboardEvent} */ e) => onKey(e, table, pick);
  const keeping = kept.length || focus ? "reading" : "";
  return html`
    <div class="rip" ref=${root} tabindex="-1" onKeyDown=${keys}>
      <div class=${`rip-board ${keeping} ${view.phase} ${table.mine ? "asked" : ""}`}>
        <${Line} table=${table}/>
        <div class="rip-far">
          <${Plate} table=${table} side=${above}/>
          <${Reserve} table=${table} side=${above}/>
        </div>
        <div class="rip-fight">
          <${Row} table=${table} side=${above}/>
          <${Middle} table=${table}/>
          <${Row} table=${table} side=${below}/>
        </div>
        <div class="rip-near">
          <${Plate} table=${table} side=${below}/>
          <div class="rip-tray">
            <${Reserve} table=${table} side=${below}/>
            ${seat === null ? null : html`<${Hand} table=${table} side=${below}/>`}
          </div>
        </div>
        <${Reader} table=${table}/>
        <${Finale} view=${view} events=${happened} names=${names} below=${below}/>
      </div>
    </div>
  `;
}

/**
 * The board keeps the keyboard when the button that had it is gone: a card that was played, a
 * reader that was closed.
 */
function useKept() {
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  const had = useRef(
    /** @type {{element: HTMLElement | null, opener: HTMLElement | null}} */ ({
      element: null,
      opener: null,
    }),
  );
  useEffect(() => {
    const board = /** @type {HTMLElement} */ (root.current);
    const enter = (/** @type {FocusEvent} */ e) => {
      const element = /** @type {HTMLElement} */ (e.target);
      had.current = {
        element,
        opener: element.closest(".rip-reader") ? had.current.opener : element,
      };
    };
    const leave = (/** @type {FocusEvent} */ e) =>
      e.relatedTarget &&
      !board.contains(/** @type {Node} */ (e.relatedTarget)) &&
      (had.current = { element: null, opener: null });
    board.addEventListener("focusin", enter);
    board.addEventListener("focusout", leave);
  }, []);
  useEffect(() => {
    const { element, opener } = had.current;
    if (!element || element.isConnected || document.activeElement !== document.body) return;
    (opener?.isConnected ? opener : root.current)?.focus({ preventScroll: true });
  });
  return root;
}

/**
 * The cards in the rows that can be picked now; of equal cards the first is meant.
 * @param {Table} table
 */
function targets({ view, rows, below, above, chosen, options }) {
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
 * Keys: a figure picks a ghost or a value, e ends the turn, Escape goes back.
 * @param {KeyboardEvent} e
 * @param {Table} table
 * @param {(part: string) => void} pick
 */
function onKey(e, table, pick) {
  if (e.ctrlKey || e.metaKey || e.altKey) return;
  const part = table.mansions && e.key === "0" ? "10" : table.chosen.length ? e.key : `g${e.key}`;
  if (e.key === "Escape" && table.focus) table.back();
  else if (/^[0-9]$/.test(e.key) && table.options.has(part)) pick(part);
  else if (e.key === "e" && table.all.includes("end")) table.play("end");
  else return;
  e.preventDefault();
}

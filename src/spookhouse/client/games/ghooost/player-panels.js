// The panels of the seats: name, hand, mansion, known cards, points and Boo! tokens. In props,
// `holder` is the seat that a panel shows, and `seat` that of the viewer.
import { html } from "../../lib.js";
import { Mark } from "../../art/shapes.js";
import { PlayerName } from "../../parts/players.js";
import { Boo, Eye, HeldBacks, Mansion, familyOf } from "./art.js";
import { grouped } from "./moves.js";
import { name, say, several } from "./words.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Player} Player */

/**
 * Positions of the other seats on a wide table in percent, clockwise from your left.
 * @type {Record<number, [number, number][]>}
 */
const SPOTS = {
  1: [[50, 0]],
  2: [
    [10, 34],
    [90, 34],
  ],
  3: [
    [10, 50],
    [50, 0],
    [90, 50],
  ],
  4: [
    [10, 55],
    [30, 0],
    [70, 0],
    [90, 55],
  ],
  5: [
    [10, 64],
    [20, 0],
    [50, 0],
    [80, 0],
    [90, 64],
  ],
};

/**
 * How many kinds of known cards a panel shows; the dialog shows all.
 * @type {Record<number, number>}
 */
const MOST_LABELS = { 2: 14, 3: 9, 4: 6, 5: 4, 6: 4 };

/**
 * Cards as small labels.
 * @param {{cards: string[], most?: number}} props
 */
export function CardLabels({ cards, most = 99 }) {
  const groups = grouped(cards);
  return html`
    <span class="gh-labels">
      ${groups
        .slice(0, most)
        .map(({ card, count }) => html`
          <span
            key=${card}
            class=${`gh-label ${familyOf(card)} ${count > 1 ? "many" : ""}`}
            title=${name(card)}
          >
            ${card}
            ${count > 1 ? html`<small>×${count}</small>` : null}
          </span>
        `)}
      ${groups.length > most
        ? html`<span class="gh-label more">+${groups.length - most}</span>`
        : null}
    </span>
  `;
}

/**
 * Return the cards of a hand that everybody has seen, if the memory aid is on.
 * @param {View} view
 * @param {number} holder
 * @param {any} settings
 * @returns {string[]}
 */
export const knownOf = (view, holder, settings) =>
  view.hands?.[holder] ?? (settings?.memory === false ? [] : view.known[holder]);

/**
 * Return the status of a seat in a word, or "".
 * @param {any} props
 */
function statusOf({ view, holder, event, again }) {
  const place = view.left.indexOf(holder) + 1;
  if (event?.event === "skipped" && event.seat === holder) return say("seat.skipped");
  if (place) return say("seat.out", { place });
  if (view.phase === "over" && view.options.mode === "single") return say("seat.haunted");
  if (view.phase === "over" || view.turn !== holder || (event && event.event !== "extra-turn"))
    return "";
  return say(again || event ? "seat.again" : "seat.turn");
}

/** @param {{view: View, holder: number}} props */
const Score = ({ view, holder }) =>
  view.options.mode !== "match"
    ? null
    : html`
      <span class="gh-score">
        <b>${view.scores[holder]}</b>
        <small>${view.scores[holder] === 1 ? "point" : "points"}</small>
        ${Array.from({ length: view.boos[holder] }, (_, i) => html`<${Boo} key=${i}/>`)}
      </span>
    `;

/**
 * Describe a seat for screen readers.
 * @param {View} view
 * @param {number} holder
 * @param {Player} player
 * @param {string[]} known
 */
const description = (view, holder, player, known) =>
  say("seat", {
    name: player?.name,
    hand: view.hand_sizes[holder],
    mansion: view.mansion_sizes[holder],
    turn: view.turn === holder && view.phase === "turn",
    left: view.left.indexOf(holder) + 1,
    known: grouped(known)
      .map(({ card, count }) => several(card, count))
      .join(", "),
    match: view.options.mode === "match",
    score: view.scores[holder],
    boos: view.boos[holder],
  });

/**
 * Another seat; a click opens the dialog with its known cards.
 * @param {any} props
 */
export function OtherSeat(props) {
  const { view, holder, players, spot, settings, openPile } = props;
  const player = players[holder];
  const known = knownOf(view, holder, settings);
  const status = statusOf(props);
  const out = view.left.includes(holder);
  const [x, y] = SPOTS[view.options.players - 1][spot];
  const turn = view.turn === holder && view.phase === "turn" && !props.event;
  return html`
    <li
      class=${`gh-seat ${turn ? "turn" : ""} ${out ? "out" : ""} ${y ? "beside" : ""}`}
      style=${{ "--x": x, "--y": y, "--colour": `var(--seat-${player?.mark ?? holder})` }}
    >
      <button
        type="button"
        class="gh-seat-face"
        aria-label=${description(view, holder, player, known)}
        onClick=${() => openPile({ what: "seat", holder })}
      >
        <span class="gh-name">
          <${Mark} seat=${player?.mark ?? holder} size=${18}/>
          <${PlayerName} player=${player}/>
        </span>
        <span class="gh-piles">
          <span class="gh-pile" data-place=${`hand:${holder}`}>
            <${HeldBacks} count=${view.hand_sizes[holder]}/>
            <b class=${view.hand_sizes[holder] ? "" : "gh-none"}>${view.hand_sizes[holder]}</b>
          </span>
          <span class="gh-pile" data-place=${`mansion:${holder}`}>
            <${Mansion}
              ghosts=${view.mansion_sizes[holder]}
              open=${view.midnight && view.mansion_sizes[holder] > 0}
            />
            <b class=${view.mansion_sizes[holder] ? "" : "gh-none"}>
              ${view.mansion_sizes[holder]}
            </b>
          </span>
        </span>
        <${Score} view=${view} holder=${holder}/>
        ${settings?.memory === false && !view.hands
          ? null
          : html`
            <span class="gh-known">
              ${known.length && !view.hands ? html`<${Eye}/>` : null}
              <${CardLabels} cards=${known} most=${MOST_LABELS[view.options.players]}/>
            </span>
          `}
      </button>
      ${status ? html`<span class="gh-status">${status}</span>` : null}
    </li>
  `;
}

/**
 * The seat at the bottom: name, points and mansion.
 * @param {any} props
 */
export function OwnSeat(props) {
  const { view, holder, players, moves, play, ask, seat } = props;
  const size = view.mansion_sizes[holder];
  const canOpen = moves.includes("mansion");
  const touch = seat === null ? undefined : () => (canOpen ? play("mansion") : ask("mansion"));
  const status = statusOf(props);
  return html`
    <div
      class=${`gh-you ${view.turn === holder && view.phase === "turn" ? "turn" : ""}`}
      style=${{ "--colour": `var(--seat-${players[holder]?.mark ?? holder})` }}
    >
      <span class="gh-name">
        <${Mark} seat=${players[holder]?.mark ?? holder} size=${20}/>
        <${PlayerName} player=${players[holder]}/>
      </span>
      <${Score} view=${view} holder=${holder}/>
      ${status && (seat === null || view.left.includes(holder) || view.phase === "over")
        ? html`<span class="gh-status">${status}</span>`
        : null}
      <span
        class=${`gh-my-mansion ${canOpen ? "glows" : ""}`}
        data-place=${`mansion:${holder}`}
        onClick=${touch}
        role="img"
        aria-label=${say("seat.mansion", { count: size })}
      >
        <${Mansion} ghosts=${size} open=${view.midnight && size > 0}/>
        <b>${size}</b>
      </span>
    </div>
  `;
}

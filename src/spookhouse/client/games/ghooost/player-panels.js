// Seats: name and mark, hand, mansion, what all know of the hand, points and Boo! tokens.
import { html } from "../../lib.js";
import { Mark } from "../../art/shapes.js";
import { Boo, Eye, HeldBacks, Mansion, familyOf } from "./art.js";
import { grouped } from "./moves.js";
import { name, say, several } from "./words.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Person} Person */

/**
 * Where other seats sit on a wide table, from your left hand round to your right, in percent.
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
 * How many kinds of known cards a seat has room for; a closer look shows all.
 * @type {Record<number, number>}
 */
const SLIPS = { 2: 14, 3: 9, 4: 6, 5: 4, 6: 4 };

/**
 * Cards as small slips of paper.
 * @param {{cards: string[], most?: number}} props
 */
export function Slips({ cards, most = 99 }) {
  const groups = grouped(cards);
  return html`
    <span class="gh-slips">
      ${groups
        .slice(0, most)
        .map(({ card, count }) => html`
          <span
            key=${card}
            class=${`gh-slip ${familyOf(card)} ${count > 1 ? "many" : ""}`}
            title=${name(card)}
          >
            ${card}
            ${count > 1 ? html`<small>×${count}</small>` : null}
          </span>
        `)}
      ${groups.length > most
        ? html`<span class="gh-slip more">+${groups.length - most}</span>`
        : null}
    </span>
  `;
}

/**
 * What is known of a hand, if it is to be remembered.
 * @param {View} view
 * @param {number} who
 * @param {any} settings
 * @returns {string[]}
 */
export const knownOf = (view, who, settings) =>
  view.hands?.[who] ?? (settings?.memory === false ? [] : view.known[who]);

/**
 * How it stands with a seat, in a word.
 * @param {any} props
 */
function standing({ view, who, event, again }) {
  const place = view.left.indexOf(who) + 1;
  if (event?.event === "skipped" && event.seat === who) return say("seat.skipped");
  if (place) return say("seat.out", { place });
  if (view.phase === "over" && view.options.mode === "single") return say("seat.haunted");
  if (view.phase === "over" || view.turn !== who || (event && event.event !== "extra-turn"))
    return "";
  return say(again || event ? "seat.again" : "seat.turn");
}

/** @param {{view: View, who: number}} props */
const Score = ({ view, who }) =>
  view.options.mode !== "match"
    ? null
    : html`
      <span class="gh-score">
        <b>${view.scores[who]}</b>
        <small>${view.scores[who] === 1 ? "point" : "points"}</small>
        ${Array.from({ length: view.boos[who] }, (_, i) => html`<${Boo} key=${i}/>`)}
      </span>
    `;

/**
 * @param {View} view
 * @param {number} who
 * @param {Person} person
 * @param {string[]} known
 */
const spoken = (view, who, person, known) =>
  say("seat", {
    name: person?.name,
    hand: view.hand_sizes[who],
    mansion: view.mansion_sizes[who],
    turn: view.turn === who && view.phase === "turn",
    left: view.left.indexOf(who) + 1,
    known: grouped(known)
      .map(({ card, count }) => several(card, count))
      .join(", "),
    match: view.options.mode === "match",
    score: view.scores[who],
    boos: view.boos[who],
  });

/**
 * Another seat. Touched, it tells everything that is known of it.
 * @param {any} props
 */
export function Seat(props) {
  const { view, who, people, spot, settings, look } = props;
  const person = people[who];
  const known = knownOf(view, who, settings);
  const word = standing(props);
  const out = view.left.includes(who);
  const [x, y] = SPOTS[view.options.players - 1][spot];
  const turn = view.turn === who && view.phase === "turn" && !props.event;
  return html`
    <li
      class=${`gh-seat ${turn ? "turn" : ""} ${out ? "out" : ""} ${y ? "beside" : ""}`}
      style=${{ "--x": x, "--y": y, "--colour": `var(--seat-${person?.mark ?? who})` }}
    >
      <button
        type="button"
        class="gh-seat-face"
        aria-label=${spoken(view, who, person, known)}
        onClick=${() => look({ what: "seat", who })}
      >
        <span class="gh-name">
          <${Mark} seat=${person?.mark ?? who} size=${18}/>
          <span>${person?.name}</span>
        </span>
        <span class="gh-piles">
          <span class="gh-pile" data-place=${`hand:${who}`}>
            <${HeldBacks} count=${view.hand_sizes[who]}/>
            <b class=${view.hand_sizes[who] ? "" : "gh-none"}>${view.hand_sizes[who]}</b>
          </span>
          <span class="gh-pile" data-place=${`mansion:${who}`}>
            <${Mansion}
              ghosts=${view.mansion_sizes[who]}
              open=${view.midnight && view.mansion_sizes[who] > 0}
            />
            <b class=${view.mansion_sizes[who] ? "" : "gh-none"}>${view.mansion_sizes[who]}</b>
          </span>
        </span>
        <${Score} view=${view} who=${who}/>
        ${settings?.memory === false && !view.hands
          ? null
          : html`
            <span class="gh-known">
              ${known.length && !view.hands ? html`<${Eye}/>` : null}
              <${Slips} cards=${known} most=${SLIPS[view.options.players]}/>
            </span>
          `}
      </button>
      ${word ? html`<span class="gh-word">${word}</span>` : null}
    </li>
  `;
}

/**
 * The seat at the bottom: its mansion, points, and whose it is.
 * @param {any} props
 */
export function Yours(props) {
  const { view, who, people, moves, play, ask, seat } = props;
  const size = view.mansion_sizes[who];
  const opens = moves.includes("mansion");
  const touch = seat === null ? undefined : () => (opens ? play("mansion") : ask("mansion"));
  const word = standing(props);
  return html`
    <div
      class=${`gh-you ${view.turn === who && view.phase === "turn" ? "turn" : ""}`}
      style=${{ "--colour": `var(--seat-${people[who]?.mark ?? who})` }}
    >
      <span class="gh-name">
        <${Mark} seat=${people[who]?.mark ?? who} size=${20}/>
        <span>${people[who]?.name}</span>
      </span>
      <${Score} view=${view} who=${who}/>
      ${word && (seat === null || view.left.includes(who) || view.phase === "over")
        ? html`<span class="gh-word">${word}</span>`
        : null}
      <span
        class=${`gh-my-mansion ${opens ? "glows" : ""}`}
        data-place=${`mansion:${who}`}
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

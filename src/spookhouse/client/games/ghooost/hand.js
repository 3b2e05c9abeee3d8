// The hand at the bottom, grouped by value. What glows can be played; the rest tells why not.
import { html } from "../../lib.js";
import { Card, CardBack, Eye } from "./art.js";
import { HintMark } from "./actions.js";
import { grouped, meant, movesWith } from "./moves.js";
import { Slips, knownOf } from "./player-panels.js";
import { say } from "./words.js";

/** @param {any} props */
function Group({ group, at, of, who, hand, known, moves, play, ask, hints, choose, chosen }) {
  const { card, count } = group;
  const offered = movesWith(moves, card);
  const touch = () => {
    if (!offered.length) ask(meant(card, hand));
    else if (offered.length === 1) play(offered[0]);
    else choose(chosen ? null : card);
  };
  const middle = (of - 1) / 2;
  return html`
    <li
      class=${`gh-group ${chosen ? "chosen" : ""}`}
      style=${{ "--lean": (at - middle) / Math.max(middle, 1), "--cards": count }}
    >
      <button
        type="button"
        class=${`gh-cards ${offered.length ? "playable" : ""}`}
        data-card=${card}
        data-place=${`hand:${who}:${card}`}
        data-move=${offered.length === 1 ? offered[0] : undefined}
        aria-expanded=${offered.length > 1 ? Boolean(chosen) : undefined}
        aria-label=${say("hand.group", { card, count, known, playable: offered.length > 0 })}
        onClick=${touch}
      >
        ${Array.from({ length: count }, (_, i) => html`
          <span key=${i} class="gh-in-hand" data-piece=${`hand:${who}:${card}:${i}`}>
            <${Card} card=${card}/>
          </span>
        `)}
        ${count > 1 ? html`<span class="gh-times">×${count}</span>` : null}
        ${known ? html`<span class="gh-seen"><${Eye}/></span>` : null}
        <${HintMark} hints=${hints} moves=${offered}/>
      </button>
    </li>
  `;
}

/**
 * Arrows walk along the hand.
 * @param {KeyboardEvent} event
 */
function walk(event) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const all = /** @type {HTMLElement[]} */ ([
    .../** @type {HTMLElement} */ (event.currentTarget).querySelectorAll("button"),
  ]);
  all[
    (all.indexOf(/** @type {any} */ (document.activeElement)) + step + all.length) % all.length
  ]?.focus();
}

/**
 * The hand of a seat that is only watched.
 * @param {any} props
 */
const Hidden = ({ view, who, settings }) => html`
  <div
    class="gh-hand gh-hidden"
    data-place=${`hand:${who}`}
    role="img"
    aria-label=${say("hand.hidden", { count: view.hand_sizes[who] })}
  >
    ${Array.from({ length: Math.min(12, view.hand_sizes[who]) }, (_, i) => html`
      <span key=${i} class="gh-in-hand"><${CardBack}/></span>
    `)}
    ${settings?.memory === false || !view.known[who].length
      ? null
      : html`<span class="gh-known"><${Eye}/><${Slips} cards=${view.known[who]}/></span>`}
  </div>
`;

const PHONE = 360; // px for the hand on the narrowest table that matters

/**
 * How close groups lie, so that a hand fills one row of a phone if it can, and otherwise rows of
 * equal length.
 * @param {number} groups
 * @param {number} more cards of a group beside its first
 */
function tightness(groups, more) {
  if (groups * 76 + more * 13 <= PHONE) return "";
  if (groups * 48 + 16 + more * 9 <= PHONE) return "crowded";
  return groups * 70 + more * 14 > 840 ? "crammed twice" : "crammed";
}

/** @param {any} props */
export function Hand(props) {
  const { view, who, seat, card, settings } = props;
  const hand = view.hands?.[who] ?? (seat === null ? null : view.hand);
  if (!hand) return html`<${Hidden} ...${props}/>`;
  const groups = grouped(hand);
  const known = grouped(view.hands ? [] : knownOf(view, who, settings));
  const knownCount = (/** @type {string} */ each) =>
    known.find((found) => found.card === each)?.count ?? 0;
  const size = tightness(groups.length, hand.length - groups.length);
  return html`
    <ul
      class=${`gh-hand ${size}`}
      aria-label=${say("hand")}
      data-place=${`hand:${who}`}
      style=${{ "--half": Math.ceil(groups.length / 2), "--extra": hand.length - groups.length }}
      onKeyDown=${walk}
    >
      ${groups.map((group, at) => html`
        <${Group}
          key=${group.card}
          group=${group}
          at=${at}
          of=${groups.length}
          hand=${hand}
          known=${knownCount(group.card)}
          chosen=${card === group.card}
          ...${props}
        />
      `)}
      ${groups.length ? null : html`<li class="gh-nothing">${say("hand.empty")}</li>`}
    </ul>
  `;
}

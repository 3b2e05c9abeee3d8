// The hand at the bottom, grouped by value. Playable cards glow; the others say why they are not.
import { html } from "../../lib.js";
import { Card, CardBack, Eye } from "./art.js";
import { HintMark } from "./actions.js";
import { grouped, impliedMove, movesWith } from "./moves.js";
import { CardLabels, knownOf } from "./player-panels.js";
import { say } from "./words.js";

/** @param {any} props */
function Group({ group, at, of, holder, hand, known, moves, play, ask, hints, choose, chosen }) {
  const { card, count } = group;
  const offered = movesWith(moves, card);
  const touch = () => {
    if (!offered.length) ask(impliedMove(card, hand));
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
        data-place=${`hand:${holder}:${card}`}
        data-move=${offered.length === 1 ? offered[0] : undefined}
        aria-expanded=${offered.length > 1 ? Boolean(chosen) : undefined}
        aria-label=${say("hand.group", { card, count, known, playable: offered.length > 0 })}
        onClick=${touch}
      >
        ${Array.from({ length: count }, (_, i) => html`
          <span key=${i} class="gh-in-hand" data-piece=${`hand:${holder}:${card}:${i}`}>
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
 * Move the focus along the hand with the arrow keys.
 * @param {KeyboardEvent} event
 */
function moveFocus(event) {
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
 * The hand of a seat that is watched by a spectator.
 * @param {any} props
 */
const HiddenHand = ({ view, holder, settings }) => html`
  <div
    class="gh-hand gh-hidden"
    data-place=${`hand:${holder}`}
    role="img"
    aria-label=${say("hand.hidden", { count: view.hand_sizes[holder] })}
  >
    ${Array.from({ length: Math.min(12, view.hand_sizes[holder]) }, (_, i) => html`
      <span key=${i} class="gh-in-hand"><${CardBack}/></span>
    `)}
    ${settings?.memory === false || !view.known[holder].length
      ? null
      : html`<span class="gh-known"><${Eye}/><${CardLabels} cards=${view.known[holder]}/></span>`}
  </div>
`;

const PHONE = 360; // px of the hand on a narrow phone

/**
 * Return a class for the spacing of the groups. A hand fills one row of a phone if it can, and
 * otherwise rows of equal length.
 * @param {number} groups
 * @param {number} more cards of the groups, besides the first of each
 */
function tightness(groups, more) {
  if (groups * 76 + more * 13 <= PHONE) return "";
  if (groups * 48 + 16 + more * 9 <= PHONE) return "crowded";
  return groups * 70 + more * 14 > 840 ? "crammed twice" : "crammed";
}

/** @param {any} props */
export function Hand(props) {
  const { view, holder, seat, card, settings } = props;
  const hand = view.hands?.[holder] ?? (seat === null ? null : view.hand);
  if (!hand) return html`<${HiddenHand} ...${props}/>`;
  const groups = grouped(hand);
  const known = grouped(view.hands ? [] : knownOf(view, holder, settings));
  const knownCount = (/** @type {string} */ each) =>
    known.find((found) => found.card === each)?.count ?? 0;
  const size = tightness(groups.length, hand.length - groups.length);
  return html`
    <ul
      class=${`gh-hand ${size}`}
      aria-label=${say("hand")}
      data-place=${`hand:${holder}`}
      style=${{ "--half": Math.ceil(groups.length / 2), "--extra": hand.length - groups.length }}
      onKeyDown=${moveFocus}
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

// The finale at the last mansion: its cards are turned up one by one, large over the board.
import { html, useRef } from "../../lib.js";
import { Card, RowCard, Token } from "./art.js";
import { WORDS } from "./words.js";

/**
 * Return the events since the view that is shown. Events arrive before the view that includes their
 * effects.
 * @param {any} view
 * @param {any} event
 * @returns {any[]}
 */
export function useEventsSinceView(view, event) {
  const kept = useRef({ view, events: /** @type {any[]} */ ([]) });
  if (kept.current.view !== view) kept.current = { view, events: [] };
  const { events } = kept.current;
  if (event && events[events.length - 1] !== event) events.push(event);
  return events;
}

/**
 * Return how many cards of a seat are face down at the last mansion just before it opens.
 * @param {any} view
 * @param {any[]} events
 * @param {number} side
 */
const countHidden = (view, events, side) =>
  view.rows[9][side].cards.filter((/** @type {any} */ card) => card.open === false).length +
  events.filter((e) => (e.event === "placed" || e.event === "sent") && e.seat === side).length;

/** @param {{view: any, events: any[], names: string[], below: number}} props */
export const Finale = ({ view, events, names, below }) => {
  const began = events.find((e) => e.event === "tenth-began");
  if (!began) return null;
  const totals = events.filter((e) => e.event === "total-changed").pop();
  const tokens = [...Array(began.manors).fill("manor"), ...Array(began.castles).fill("castle")];
  return html`
    <div class="rip-finale" aria-hidden="true">
      <h3>${WORDS.last} ${tokens.map((kind) => html`<${Token} kind=${kind}/>`)}</h3>
      ${[1 - below, below].map((side) => {
        const turned = events.filter((e) => e.event === "revealed" && e.seat === side);
        const open = view.rows[9][side].cards.filter(
          (/** @type {any} */ card) => card.open !== false,
        );
        const total = totals && (totals.seat === side ? totals.total : totals.other_total);
        return html`
          <div key=${side} class="rip-side">
            <b>${names[side]}${totals ? html`<em>${total}</em>` : null}</b>
            <div class="rip-turned">
              ${open.map((/** @type {any} */ card) => html`
                <span>
                  <${RowCard} card=${card} side=${side}/>
                </span>
              `)}
              ${turned.map((e, at) => html`
                <span key=${at} class="turn"><${Card} card=${e.card} family=${side}/></span>
              `)}
              ${Array.from(
                { length: Math.max(0, countHidden(view, events, side) - turned.length) },
                (_, at) => html`
                  <span key=${`h${at}`}><${Card} card=${null} family=${side}/></span>
                `,
              )}
            </div>
          </div>
        `;
      })}
    </div>
  `;
};

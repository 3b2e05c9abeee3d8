// The plain board: the values of a view as tables.
import { html } from "../../lib.js";
import { say } from "../../words/words.js";
import { Mark } from "../../art/shapes.js";

const LEFT_OUT = new Set(["game", "options", "seat", "turn", "phase", "tiles"]);

/** @param {any} value */
const isPlain = (value) => value === null || typeof value !== "object";

/**
 * Write a value in words.
 * @param {any} value
 * @returns {string}
 */
function format(value) {
  if (value === null || value === undefined) return "–";
  if (value === true) return say("plain.yes");
  if (value === false) return say("plain.no");
  if (Array.isArray(value))
    return value.length ? value.map(format).join(value.every(isPlain) ? " " : "\n") : "–";
  if (typeof value === "object")
    return Object.entries(value)
      .map(([key, each]) => `${title(key)} ${format(each)}`)
      .join(", ");
  return String(value);
}

const title = (/** @type {string} */ key) => key.replaceAll("_", " ");

/**
 * Return the values that have one item for each seat; they become the table of seats.
 * @param {any} view
 * @param {number} seats
 */
const bySeat = (view, seats) =>
  Object.entries(view).filter(
    ([key, value]) =>
      !LEFT_OUT.has(key) &&
      Array.isArray(value) &&
      value.length === seats &&
      seats > 1 &&
      key !== "hand" &&
      key !== "cemetery",
  );

export function Board({ view, players, event }) {
  const seats = bySeat(view, players.length);
  const rest = Object.entries(view).filter(
    ([key]) => !LEFT_OUT.has(key) && key !== "hand" && !seats.some(([name]) => name === key),
  );
  return html`
    <div class="plain">
      <p class="plain-phase" data-place="phase">
        ${title(format(view.phase))}
        ${event?.text ? html`<em> ${event.text}</em>` : null}
      </p>
      ${view.hand
        ? html`
          <ul class="plain-hand" aria-label=${say("plain.hand")}>
            ${view.hand.map((/** @type {any} */ card, /** @type {number} */ at) => html`
              <li key=${at}>${format(card)}</li>
            `)}
          </ul>
        `
        : null}
      ${seats.length
        ? html`
          <div class="scroller" tabindex="0" role="region" aria-label=${say("plain.seats")}>
            <table>
              <thead>
                <tr>
                  <th></th>
                  ${players.map((/** @type {any} */ { seat, name }) => html`
                    <th scope="col"><${Mark} seat=${seat} size=${16}/> ${name}</th>
                  `)}
                </tr>
              </thead>
              <tbody>
                ${seats.map(([key, value]) => html`
                  <tr>
                    <th scope="row">${title(key)}</th>
                    ${/** @type {any[]} */ (value).map((each) => html`<td>${format(each)}</td>`)}
                  </tr>
                `)}
              </tbody>
            </table>
          </div>
        `
        : null}
      <dl>
        ${rest.map(([key, value]) => html`
          <div key=${key}><dt>${title(key)}</dt><dd>${format(value)}</dd></div>
        `)}
      </dl>
    </div>
  `;
}

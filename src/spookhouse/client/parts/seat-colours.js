// The colours of the seats, in games that have such an option. The owner assigns them before the
// start.
import { html } from "../lib.js";
import { say } from "../words/words.js";

/**
 * Marks beside the colours, so that colour is never the only signal.
 * @type {Record<string, string>}
 */
const SIGNS = { white: "○", orange: "△", blue: "◇", green: "□" };
const COLOURS = Object.keys(SIGNS);

export const Colour = ({ name }) => html`
  <span class=${`colour ${name}`}>
    <span aria-hidden="true">${SIGNS[name] ?? "•"}</span> ${say(`colour.${name}`)}
  </span>
`;

/**
 * Give a colour to a seat; the seat that had it gets the old one in exchange.
 * @param {string[][]} colours
 * @param {number} seat
 * @param {number} at
 * @param {string} wanted
 */
export function assignColour(colours, seat, at, wanted) {
  const old = colours[seat][at];
  return colours.map((own, each) =>
    own.map((name, place) =>
      each === seat && place === at ? wanted : name === wanted ? old : name,
    ),
  );
}

/**
 * @param {{colours: string[][], seat: number, owns: boolean, onChoose: (colours: string[][]) =>
 *   void}} props
 */
export const SeatColours = ({ colours, seat, owns, onChoose }) => html`
  <span class="seat-colours">
    ${colours[seat].map((name, at) =>
      owns
        ? html`
          <label class=${`colour ${name}`} key=${at}>
            <span class="unseen">${say("lobby.colour-of", { number: seat + 1 })}</span>
            <span aria-hidden="true">${SIGNS[name]}</span>
            <select
              value=${name}
              onChange=${(/** @type {any} */ event) =>
                onChoose(assignColour(colours, seat, at, event.target.value))}
            >
              ${COLOURS.map((each) => html`
                <option key=${each} value=${each} selected=${each === name}>
                  ${say(`colour.${each}`)}
                </option>
              `)}
            </select>
          </label>
        `
        : html`<${Colour} key=${at} name=${name}/>`,
    )}
  </span>
`;

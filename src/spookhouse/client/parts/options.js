// A game's options in words, and as a form built from the server's description.
import { html } from "../lib.js";
import { say } from "../words/words.js";
import { Choice, Switch } from "./form-fields.js";

const title = (/** @type {string} */ name) =>
  `${name[0].toUpperCase()}${name.slice(1).replaceAll("_", " ")}`;

/** @param {any} value */
const format = (value) =>
  value === null || value === undefined
    ? say("option.usual")
    : value === true
      ? say("plain.yes")
      : value === false
        ? say("plain.no")
        : typeof value === "object"
          ? JSON.stringify(value)
              .replace(/[[\]"]/g, "")
              .replaceAll(",", ", ")
          : String(value);

/**
 * List the options of a table that differ from the defaults.
 * @param {any} options
 * @param {any} facts
 * @returns {string[]}
 */
export const describe = (options, facts) =>
  facts.options
    .filter(
      (/** @type {any} */ option) =>
        option.name !== "colours" &&
        !option.names_seat &&
        (option.name === "players" ||
          (options[option.name] !== option.default && options[option.name] !== null)),
    )
    .map((/** @type {any} */ option) => `${title(option.name)}: ${format(options[option.name])}`);

/**
 * Parse the bounds of a whole number from the server's sentence.
 * @param {string} allowed
 */
function bounds(allowed) {
  const found = /whole number from (\d+) to (\d+)/.exec(allowed);
  return found ? { min: Number(found[1]), max: Number(found[2]) } : null;
}

/**
 * A field for one option, with its explanation.
 * @param {{option: any, value: any, onChange: (value: any) => void}} props
 */
export function OptionField({ option, value, onChange }) {
  const id = `option-${option.name}`;
  const range = bounds(option.allowed);
  if (option.name === "colours" || option.names_seat) return null; // chosen in the lobby
  if (
    option.choices &&
    option.choices.every((/** @type {any} */ each) => typeof each === "boolean")
  )
    return html`
      <${Switch}
        title=${title(option.name)}
        about=${option.about}
        checked=${value}
        onChange=${onChange}
      />
    `;
  if (option.choices || (range && range.max - range.min < 6))
    return html`
      <${Choice}
        title=${title(option.name)}
        about=${option.about}
        choices=${choicesOf(option, range).map((each) => ({ value: each, label: format(each) }))}
        value=${value}
        onChange=${onChange}
      />
    `;
  const read = (/** @type {any} */ event) =>
    onChange(
      event.target.value === "" ? null : range ? Number(event.target.value) : event.target.value,
    );
  return html`
    <div class="field">
      <label for=${id}>${title(option.name)}</label>
      <input
        id=${id}
        type=${range ? "number" : "text"}
        min=${range?.min}
        max=${range?.max}
        value=${value ?? ""}
        placeholder=${format(option.default)}
        onInput=${read}
        aria-describedby=${`${id}-about`}
      />
      <small id=${`${id}-about`}>${option.about}</small>
    </div>
  `;
}

/**
 * @param {any} option
 * @param {any} range
 * @returns {any[]}
 */
const choicesOf = (option, range) =>
  option.choices ?? Array.from({ length: range.max - range.min + 1 }, (_, at) => range.min + at);

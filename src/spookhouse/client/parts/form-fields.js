// Form fields, each with a label and an explanation.
import { html, useId } from "../lib.js";

/**
 * @param {{title: string, about?: string, checked: boolean, onChange: (on: boolean) => void}} props
 */
export function Switch({ title, about, checked, onChange }) {
  const id = useId();
  return html`
    <div class="switch">
      <input
        type="checkbox"
        id=${id}
        checked=${checked}
        aria-describedby=${about ? `${id}-about` : undefined}
        onChange=${(/** @type {any} */ event) => onChange(event.target.checked)}
      />
      <label for=${id}>${title}</label>
      ${about ? html`<small id=${`${id}-about`}>${about}</small>` : null}
    </div>
  `;
}

/**
 * A choice of one of a few values.
 * @param {{title: string, about?: string, choices: {value: any, label: string}[], value: any,
 *   onChange: (value: any) => void}} props
 */
export function Choice({ title, about, choices, value, onChange }) {
  const id = useId();
  return html`
    <fieldset aria-describedby=${about ? `${id}-about` : undefined}>
      <legend>${title}</legend>
      <div class="row">
        ${choices.map((each) => html`
          <label class="chip" key=${each.label}>
            <input
              type="radio"
              name=${id}
              checked=${each.value === value}
              onChange=${() => onChange(each.value)}
            /> ${each.label}
          </label>
        `)}
      </div>
      ${about ? html`<small id=${`${id}-about`}>${about}</small>` : null}
    </fieldset>
  `;
}

// Verify a finished match: this browser checks the record, and the server checks the rules.
import { html, useState } from "../lib.js";
import { api } from "../net/api.js";
import { imported } from "../net/imported.js";
import { say } from "../words/words.js";
import { showError } from "./toast.js";

const SERVER_STEPS = ["rules", "outcome"]; // they need the rules, which only the server has
/** @type {Record<string, string>} */
const SIGNS = { good: "✓", warned: "!", bad: "✗" };

/** @param {{holds: boolean, warnings: string[]}} step */
const judge = ({ holds, warnings }) => (!holds ? "bad" : warnings.length ? "warned" : "good");

/** @param {{name: string}} props of the table */
export function Verification({ name }) {
  const [steps, setSteps] = useState(/** @type {any[] | null} */ (null));
  const [busy, setBusy] = useState(false);
  const check = async () => {
    setBusy(true);
    try {
      const [{ verify }, record, answer] = await Promise.all([
        imported(import("../net/verify.js")),
        fetch(`/api/tables/${name}/record`).then((response) => response.text()),
        api(`/api/tables/${name}/verified`),
      ]);
      const byBrowser = verify(record).map((each) => ({
        ...each,
        text: say(`verify.${each.step}${each.holds ? "" : "-not"}`, shorten(each.values)),
        warnings: each.warning ? [say(`verify.${each.warning}`, each.values)] : [],
        by: "browser",
      }));
      const byServer = answer.steps
        .filter((/** @type {any} */ each) => SERVER_STEPS.includes(each.step))
        .map((/** @type {any} */ each) => ({
          ...each,
          text: each.holds ? each.found : each.defects.join("; "),
          by: "server",
        }));
      setSteps([...byBrowser, ...byServer]);
    } catch (error) {
      showError(error);
    }
    setBusy(false);
  };
  const good = steps?.every((each) => each.holds);
  const warned = good && steps?.some((each) => each.warnings.length);
  const verdict = warned ? "warned" : good ? "good" : "bad";
  return html`
    <section class="verified" aria-label=${say("verify.title")}>
      ${steps
        ? html`
          <h2 class=${verdict}>${SIGNS[verdict]} ${say(`verify.${verdict}`)}</h2>
          <ol>
            ${steps.map((each) => html`
              <li key=${each.step} class=${judge(each)}>
                <span class="tick" aria-hidden="true">${SIGNS[judge(each)]}</span>
                <div>
                  <b>${say(`verify.name-${each.step}`)}</b> <small class="faint">
                    ${say(`verify.by-${each.by}`)}
                  </small>
                  <p>${each.text}</p>
                  ${each.warnings.map((/** @type {string} */ text) => html`
                    <p key=${text} class="warning">${text}</p>
                  `)}
                </div>
              </li>
            `)}
          </ol>
          <p class="faint">${say("verify.more")}</p>
        `
        : html`
          <p>${say("verify.about")}</p>
          <button disabled=${busy} onClick=${check}>${say("verify.button")}</button>
        `}
    </section>
  `;
}

/**
 * Shorten long hashes.
 * @param {Record<string, any>} values
 */
const shorten = (values) =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      typeof value === "string" && value.length > 20 ? `${value.slice(0, 16)}…` : value,
    ]),
  );

// Was it dealt by chance, and was nothing changed? Checked in this browser from the record, the
// rules by the house; every line explains itself.
import { html, useState } from "../lib.js";
import { api } from "../net/api.js";
import { verify } from "../net/verify.js";
import { say } from "../words/words.js";
import { complain } from "./toast.js";

const OURS = ["rules", "outcome"]; // what takes the rules, and the house itself must say

/** @param {{name: string}} props */
export function Verified({ name }) {
  const [steps, setSteps] = useState(/** @type {any[] | null} */ (null));
  const [busy, setBusy] = useState(false);
  const check = async () => {
    setBusy(true);
    try {
      const [record, house] = await Promise.all([
        fetch(`/api/tables/${name}/record`).then((found) => found.text()),
        api(`/api/tables/${name}/verified`),
      ]);
      const here = verify(record).map((each) => ({
        ...each,
        words: say(`verify.${each.step}${each.holds ? "" : "-not"}`, short(each.values)),
        by: "browser",
      }));
      const there = house.steps
        .filter((/** @type {any} */ each) => OURS.includes(each.step))
        .map((/** @type {any} */ each) => ({
          ...each,
          words: each.holds ? each.found : each.defects.join("; "),
          by: "house",
        }));
      setSteps([...here, ...there]);
    } catch (error) {
      complain(error);
    }
    setBusy(false);
  };
  const good = steps?.every((each) => each.holds);
  return html`
    <section class="verified" aria-label=${say("verify.title")}>
      ${steps
        ? html`
          <h2 class=${good ? "good" : "bad"}>
            ${good ? "✓" : "✗"} ${say(good ? "verify.good" : "verify.bad")}
          </h2>
          <ol>
            ${steps.map((each) => html`
              <li key=${each.step} class=${each.holds ? "good" : "bad"}>
                <span class="tick" aria-hidden="true">${each.holds ? "✓" : "✗"}</span>
                <div>
                  <b>${say(`verify.name-${each.step}`)}</b> <small class="faint">
                    ${say(`verify.by-${each.by}`)}
                  </small>
                  <p>${each.words}</p>
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
 * Long hashes are cut for reading.
 * @param {Record<string, any>} values
 */
const short = (values) =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      typeof value === "string" && value.length > 20 ? `${value.slice(0, 16)}…` : value,
    ]),
  );

// Components whose modules are loaded when they are first shown.
import { html, useEffect, useState } from "../lib.js";
import { say } from "../words/words.js";

/**
 * @param {() => Promise<any>} load
 * @returns {(props: any) => any}
 */
export const lazy = (load) => (props) => {
  const [Found, setFound] = useState(/** @type {any} */ (null));
  useEffect(() => {
    load().then(
      (found) => setFound(() => found),
      () => dispatchEvent(new Event("missed")),
    );
  }, []);
  return Found
    ? html`<${Found} ...${props}/>`
    : html`<p class="waiting">${say("house.opening")}</p>`;
};

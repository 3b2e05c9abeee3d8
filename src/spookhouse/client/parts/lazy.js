// Components that are loaded when they are first shown.
import { html, useEffect, useState } from "../lib.js";
import { imported } from "../net/imported.js";
import { say } from "../words/words.js";

/**
 * @param {() => Promise<any>} load
 * @returns {(props: any) => any}
 */
export const lazy = (load) => (props) => {
  const [Component, setComponent] = useState(/** @type {any} */ (null));
  useEffect(() => {
    imported(load()).then(
      (component) => setComponent(() => component),
      () => null,
    );
  }, []);
  return Component
    ? html`<${Component} ...${props}/>`
    : html`<p class="waiting">${say("page.opening")}</p>`;
};

// Where we are. Links inside the house turn pages without loading anything anew.
import { signal } from "./lib.js";

const here = () => decodeURI(location.pathname).replace(/(.)\/+$/, "$1");

export const path = signal(here());
export const query = signal(location.search);
addEventListener("popstate", () => arrive());

function arrive() {
  query.value = location.search;
  path.value = here();
}

/**
 * @param {string} where
 * @param {{replace?: boolean}} [how]
 */
export function go(where, { replace = false } = {}) {
  history[replace ? "replaceState" : "pushState"](null, "", where);
  if (!location.hash) scrollTo(0, 0);
  arrive();
}

/**
 * A click on a link of the house.
 * @param {MouseEvent} event
 */
export function follow(event) {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (
    !link ||
    event.defaultPrevented ||
    event.button ||
    event.ctrlKey ||
    event.metaKey ||
    event.shiftKey ||
    event.altKey
  )
    return;
  if (
    link.origin !== location.origin ||
    link.target ||
    link.hasAttribute("download") ||
    /^\/(api|client|come|metrics)\b/.test(link.pathname)
  )
    return;
  if (link.pathname === location.pathname && link.hash) return;
  event.preventDefault();
  if (link.href !== location.href) go(link.pathname + link.search + link.hash);
}

// The current address. Links within the site change it without loading a page.
import { signal } from "./lib.js";

/** Return the path in plain characters; one that cannot be decoded belongs to no page. */
function currentPath() {
  try {
    return decodeURI(location.pathname).replace(/(.)\/+$/, "$1");
  } catch {
    return location.pathname;
  }
}

export const path = signal(currentPath());
export const query = signal(location.search);
addEventListener("popstate", () => update());

function update() {
  query.value = location.search;
  path.value = currentPath();
}

/**
 * @param {string} url
 * @param {{replace?: boolean}} [how]
 */
export function go(url, { replace = false } = {}) {
  history[replace ? "replaceState" : "pushState"](null, "", url);
  if (!location.hash) scrollTo(0, 0);
  update();
}

/**
 * Handle a click; links within the site stay on this page.
 * @param {MouseEvent} event
 */
export function followLink(event) {
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
    /^\/(api|client|metrics)\b/.test(link.pathname)
  )
    return;
  if (link.pathname === location.pathname && link.hash) return;
  event.preventDefault();
  if (link.href !== location.href) go(link.pathname + link.search + link.hash);
}

// The application: the current page, and what surrounds every page.
import { html, render, signal } from "./lib.js";
import { connection } from "./net/connection.js";
import { imported } from "./net/imported.js";
import { loadMe } from "./state/me.js";
import { Toasts } from "./parts/toast.js";
import { LiveRegion } from "./parts/announcer.js";
import { Header } from "./parts/header.js";
import { say } from "./words/words.js";
import { followLink, path } from "./router.js";

/** @type {[RegExp, () => Promise<any>][]} the pages, each loaded when it is first shown */
const PAGES = [
  [/^\/$/, () => import("./pages/home.js")],
  [/^\/t\/([\w-]+)$/, () => import("./pages/table.js")],
  [/^\/replay\/([\w-]+)$/, () => import("./pages/replay.js")],
  [/^\/rules\/([\w-]+)$/, () => import("./pages/rules.js")],
  [/^\/come\/([\w.-]+)$/, () => import("./pages/device-link.js")],
  [/^\/settings$/, () => import("./pages/settings.js")],
];

const LOADING_AFTER = 250; // ms that a page may take before the loading text appears
const SHORTEST_BACKOFF = 250; // ms between attempts to reach the server
const LONGEST_BACKOFF = 8_000;

const pause = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Repeat a request until it succeeds, with exponential backoff.
 * @param {() => Promise<any>} request
 * @param {() => void} onFailure
 */
async function retryUntilDone(request, onFailure) {
  for (
    let wait = SHORTEST_BACKOFF;
    !(await request().then(
      () => true,
      () => false,
    ));
    wait = Math.min(LONGEST_BACKOFF, 2 * wait)
  ) {
    onFailure();
    await pause(wait);
  }
}

/** @type {import("./vendor/signals.js").Signal<{Page: any, props: any, bare?: boolean} | null>} */
const shown = signal(null);

async function showPage(/** @type {string} */ wanted) {
  const route = PAGES.find(([pattern]) => pattern.test(wanted));
  const loading = setTimeout(() => path.value === wanted && (shown.value = null), LOADING_AFTER);
  const module = route ? route[1]() : import("./pages/not-found.js");
  const page = await imported(module).catch(() => null);
  clearTimeout(loading);
  if (!page || path.value !== wanted) return; // the user may have gone on meanwhile
  shown.value = {
    Page: page.default,
    props: { id: route ? route[0].exec(wanted)?.[1] : undefined, key: wanted },
    bare: page.bare,
  };
  document.getElementById("main")?.focus({ preventScroll: true });
}

function App() {
  const now = shown.value;
  return html`
    <a class="skip" href="#main">${say("page.skip")}</a>
    <${Header} bare=${now?.bare}/>
    <main id="main" tabindex="-1">
      ${now
        ? html`<${now.Page} ...${now.props}/>`
        : html`<p class="waiting">${say("page.opening")}</p>`}
    </main>
    <${Toasts}/>
    <${LiveRegion}/>
  `;
}

document.addEventListener("click", followLink);
path.subscribe((wanted) => void showPage(wanted));
const root = document.getElementById("app");
if (root) {
  root.textContent = "";
  render(html`<${App}/>`, root);
}
await retryUntilDone(loadMe, () => (connection.state.value = "lost")); // instead of a reload
connection.open();

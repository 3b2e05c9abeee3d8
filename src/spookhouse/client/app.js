// The one application: which page is shown, and what stands around every page.
import { html, render, signal } from "./lib.js";
import { line } from "./net/connection.js";
import { meet } from "./state/me.js";
import { Toasts } from "./parts/toast.js";
import { LiveRegion } from "./parts/announcer.js";
import { Header } from "./parts/header.js";
import { say } from "./words/words.js";
import { follow, path } from "./router.js";

/** @type {[RegExp, () => Promise<any>][]} the pages, each loaded when it is first shown */
const PAGES = [
  [/^\/$/, () => import("./pages/home.js")],
  [/^\/t\/([\w-]+)$/, () => import("./pages/table.js")],
  [/^\/replay\/([\w-]+)$/, () => import("./pages/replay.js")],
  [/^\/rules\/([\w-]+)$/, () => import("./pages/rules.js")],
  [/^\/settings$/, () => import("./pages/settings.js")],
];

const SOON = 250; // ms that a page may take to come before it is said that it is on its way
const LONGEST = 8_000; // ms between two attempts to reach the house

const pause = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Ask until there is an answer, less and less often.
 * @param {() => Promise<any>} ask
 * @param {() => void} [missed]
 */
async function insist(ask, missed = () => undefined) {
  for (
    let wait = SOON;
    !(await ask().then(
      () => true,
      () => false,
    ));
    wait = Math.min(LONGEST, 2 * wait)
  ) {
    missed();
    await pause(wait);
  }
}

/** @type {import("./vendor/signals.js").Signal<{Page: any, props: any, bare?: boolean} | null>} */
const shown = signal(null);

async function turnTo(/** @type {string} */ where) {
  const found = PAGES.find(([shape]) => shape.test(where));
  const late = setTimeout(() => path.value === where && (shown.value = null), SOON);
  const page = await (found ? found[1]() : import("./pages/not-found.js")).catch(() => null);
  clearTimeout(late);
  if (!page) return void dispatchEvent(new Event("missed"));
  if (path.value !== where) return; // somebody went on while the page was loading
  shown.value = {
    Page: page.default,
    props: { id: found ? found[0].exec(where)?.[1] : undefined, key: where },
    bare: page.bare,
  };
  document.getElementById("main")?.focus({ preventScroll: true });
}

function House() {
  const now = shown.value;
  return html`
    <a class="skip" href="#main">${say("house.skip")}</a>
    <${Header} bare=${now?.bare}/>
    <main id="main" tabindex="-1">
      ${now
        ? html`<${now.Page} ...${now.props}/>`
        : html`<p class="waiting">${say("house.opening")}</p>`}
    </main>
    <${Toasts}/>
    <${LiveRegion}/>
  `;
}

document.addEventListener("click", follow);
path.subscribe((where) => void turnTo(where));
const place = document.getElementById("house");
if (place) {
  place.textContent = "";
  render(html`<${House}/>`, place);
}
await insist(meet, () => (line.state.value = "lost")); // nobody need load the page again
line.open();

// The one application: which page is shown, and what stands around every page.
import { html, render, signal } from "./lib.js";
import { line } from "./net/line.js";
import { meet } from "./state/me.js";
import { Toasts } from "./parts/toast.js";
import { LiveRegion } from "./parts/live.js";
import { Header } from "./parts/header.js";
import { say } from "./words/words.js";
import { follow, path } from "./router.js";

/** @type {[RegExp, () => Promise<any>][]} the pages, each loaded when it is first shown */
const PAGES = [
  [/^\/$/, () => import("./pages/door.js")],
  [/^\/t\/([\w-]+)$/, () => import("./pages/table.js")],
  [/^\/replay\/([\w-]+)$/, () => import("./pages/replay.js")],
  [/^\/rules\/([\w-]+)$/, () => import("./pages/rules.js")],
  [/^\/settings$/, () => import("./pages/settings.js")],
];

/** @type {import("./vendor/signals.js").Signal<{Page: any, props: any, bare?: boolean} | null>} */
const shown = signal(null);

async function turnTo(/** @type {string} */ where) {
  const found = PAGES.find(([shape]) => shape.test(where));
  const page = found ? await found[1]() : await import("./pages/lost.js");
  if (path.value !== where) return; // somebody went on while the page was loading
  shown.value = { Page: page.default, props: { id: found ? found[0].exec(where)?.[1] : undefined, key: where }, bare: page.bare };
  document.getElementById("main")?.focus({ preventScroll: true });
}

function House() {
  const now = shown.value;
  return html`
    <a class="skip" href="#main">${say("house.skip")}</a>
    <${Header} bare=${now?.bare}/>
    <main id="main" tabindex="-1">${now ? html`<${now.Page} ...${now.props}/>` : html`<p class="waiting">${say("house.opening")}</p>`}</main>
    <${Toasts}/>
    <${LiveRegion}/>`;
}

document.addEventListener("click", follow);
path.subscribe((where) => void turnTo(where));
const place = document.getElementById("house");
if (place) {
  place.textContent = "";
  render(html`<${House}/>`, place);
}
for (let wait = 250; !(await meet().then(() => true, () => false)); wait = Math.min(8_000, 2 * wait)) {
  line.state.value = "lost"; // the house does not answer yet; nobody need load the page again
  await new Promise((soon) => setTimeout(soon, wait));
}
line.open();

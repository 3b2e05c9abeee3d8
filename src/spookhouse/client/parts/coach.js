// The coach: short tips during somebody's first match of a game. Each is shown once, can be
// dismissed, and can be shown again on request.
import { html, signal } from "../lib.js";
import { changeSettings, settings } from "../state/settings.js";
import { say } from "../words/words.js";
import { Ghost } from "./ghost.js";

const storageKey = (/** @type {string} */ game) => `coach ${game}`;

/**
 * @param {string} game
 * @returns {number[]} numbers of the tips that were read
 */
function stored(game) {
  try {
    return JSON.parse(localStorage.getItem(storageKey(game)) ?? "[]");
  } catch {
    return [];
  }
}

const readTips = signal(/** @type {Record<string, number[]>} */ ({}));
const read = (/** @type {string} */ game) => readTips.value[game] ?? stored(game);

/**
 * @param {string} game
 * @param {number[]} tips
 */
function store(game, tips) {
  readTips.value = { ...readTips.value, [game]: tips };
  localStorage.setItem(storageKey(game), JSON.stringify(tips));
}

/**
 * Show the tips again from the first one.
 * @param {string} game
 */
export function restartCoach(game) {
  changeSettings({ coach: true });
  store(game, []);
}

/** @param {{game: string, module: any, view: any, moves: string[], seat: number | null}} props */
export function Coach({ game, module, view, moves, seat }) {
  if (!settings.value.coach || !module.coach || seat === null || !view) return null;
  const done = read(game);
  const at = module.coach.findIndex(
    (/** @type {any} */ tip, /** @type {number} */ number) =>
      !done.includes(number) && tip.when(view, moves, seat),
  );
  if (at < 0) return null;
  return html`
    <aside class="coach" aria-label=${say("coach.title")}>
      <${Ghost} size=${44} mood="smile"/>
      <p>${module.coach[at].text}</p>
      <div class="row">
        <button class="main" onClick=${() => store(game, [...done, at])}>
          ${say("coach.understood")}
        </button>
        <button class="quiet" onClick=${() => changeSettings({ coach: false })}>
          ${say("coach.enough")}
        </button>
      </div>
    </aside>
  `;
}

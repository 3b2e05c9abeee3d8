// Short words for somebody's first game of a title: what this is, what may be done now. Each is
// shown once, can be dismissed, and recalled.
import { html, signal } from "../lib.js";
import { set, settings } from "../state/settings.js";
import { say } from "../words/words.js";
import { Ghost } from "./ghost.js";

const place = (/** @type {string} */ game) => `coach ${game}`;

/**
 * @param {string} game
 * @returns {number[]} the marks that were read
 */
function kept(game) {
  try {
    return JSON.parse(localStorage.getItem(place(game)) ?? "[]");
  } catch {
    return [];
  }
}

const seen = signal(/** @type {Record<string, number[]>} */ ({}));
const read = (/** @type {string} */ game) => seen.value[game] ?? kept(game);

/**
 * @param {string} game
 * @param {number[]} marks
 */
function keep(game, marks) {
  seen.value = { ...seen.value, [game]: marks };
  localStorage.setItem(place(game), JSON.stringify(marks));
}

/**
 * Begin with the first words again.
 * @param {string} game
 */
export function recall(game) {
  set({ coach: true });
  keep(game, []);
}

/** @param {{game: string, module: any, view: any, moves: string[], seat: number | null}} props */
export function Coach({ game, module, view, moves, seat }) {
  if (!settings.value.coach || !module.coach || seat === null || !view) return null;
  const done = read(game);
  const at = module.coach.findIndex(
    (/** @type {any} */ mark, /** @type {number} */ number) =>
      !done.includes(number) && mark.when(view, moves, seat),
  );
  if (at < 0) return null;
  return html`
    <aside class="coach" aria-label=${say("coach.title")}>
      <${Ghost} size=${44} mood="smile"/>
      <p>${module.coach[at].say}</p>
      <div class="row">
        <button class="main" onClick=${() => keep(game, [...done, at])}>
          ${say("coach.understood")}
        </button>
        <button class="quiet" onClick=${() => set({ coach: false })}>${say("coach.enough")}</button>
      </div>
    </aside>
  `;
}

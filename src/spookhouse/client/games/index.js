// The registry of boards. A game without an entry is played on the plain board; so is one whose
// board fails to load, until the page is reloaded.
import { imported } from "../net/imported.js";
import plain from "./plain/index.js";

/** @type {Record<string, () => Promise<any>>} */
const BOARDS = {
  ghooost: () => import("./ghooost/index.js"),
  ghostbumpers: () => import("./ghostbumpers/index.js"),
  "rest-in-peace": () => import("./rest-in-peace/index.js"),
  graveyards: () => import("./graveyards/index.js"),
};

/** @type {Map<string, Promise<any>>} */
const loaded = new Map();

/**
 * Load a game's module and its style sheet.
 * @param {string} game
 * @returns {Promise<any>}
 */
export function loadGame(game) {
  if (!loaded.has(game))
    loaded.set(
      game,
      imported(load(game)).catch(() => load("")),
    );
  return /** @type {Promise<any>} */ (loaded.get(game));
}

/** @param {string} game */
async function load(game) {
  const module =
    game in BOARDS
      ? { ...plain, listOpen: false, css: "", ...(await BOARDS[game]()).default }
      : plain;
  if (module.load) await module.load();
  if (module.css)
    await loadStyle(
      new URL(`./${game in BOARDS ? game : "plain"}/${module.css}`, import.meta.url).href,
    );
  return module;
}

/**
 * Load what only the rulebook shows of a game, and its style sheet.
 * @param {string} game
 * @returns {Promise<any>}
 */
export async function loadBook(game) {
  const book = await (await loadGame(game)).book?.();
  if (book) await loadStyle(new URL(`./${game}/${book.css}`, import.meta.url).href);
  return book;
}

/** @param {string} href */
const loadStyle = (href) =>
  new Promise((resolve) => {
    if ([...document.styleSheets].some((sheet) => sheet.href === href)) return void resolve(null);
    const link = Object.assign(document.createElement("link"), {
      rel: "stylesheet",
      href,
      onload: resolve,
      onerror: resolve,
    });
    document.head.append(link);
  });

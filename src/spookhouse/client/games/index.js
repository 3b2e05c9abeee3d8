// The games whose boards are drawn. A game that is not here is played on the plain board, as is one
// whose board does not come until the page is loaded again.
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
 * A game's module with its style in place.
 * @param {string} game
 * @returns {Promise<any>}
 */
export function boardOf(game) {
  if (!loaded.has(game))
    loaded.set(
      game,
      load(game).catch(() => (dispatchEvent(new Event("missed")), load(""))),
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
    await style(
      new URL(`./${game in BOARDS ? game : "plain"}/${module.css}`, import.meta.url).href,
    );
  return module;
}

/**
 * What only the rulebook shows of a game, with its style.
 * @param {string} game
 * @returns {Promise<any>}
 */
export async function bookOf(game) {
  const found = await (await boardOf(game)).book?.();
  if (found) await style(new URL(`./${game}/${found.css}`, import.meta.url).href);
  return found;
}

/** @param {string} href */
const style = (href) =>
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

// Requests over HTTP. A refusal is an Error with the house's code and sentence.

/** @typedef {Error & {code?: string, rule?: string}} Refusal */

/**
 * How far the house's clock is ahead of this device's, in seconds; read from the date of its
 * answers.
 */
export let ahead = 0;

/**
 * @param {string} path
 * @param {any} [body]
 * @returns {Promise<any>}
 */
export async function api(path, body) {
  const response = await fetch(
    path,
    body === undefined ? {} : { method: "POST", body: JSON.stringify(body) },
  );
  const date = Date.parse(response.headers.get("date") ?? "");
  if (date) ahead = (date + 500 - Date.now()) / 1000;
  const found = await response.json();
  if (!found.ok) throw Object.assign(new Error(found.message), { code: found.code });
  return found;
}

/**
 * Asked once, shared by all who want to know.
 * @type {Map<string, Promise<any>>}
 */
const asked = new Map();

/**
 * @param {string} path
 * @returns {Promise<any>}
 */
export function once(path) {
  if (!asked.has(path))
    asked.set(
      path,
      api(path).catch((error) => {
        asked.delete(path);
        throw error;
      }),
    );
  return /** @type {Promise<any>} */ (asked.get(path));
}

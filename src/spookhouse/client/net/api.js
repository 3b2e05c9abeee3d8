// Requests over HTTP. A refusal is an Error with the server's code and sentence.

/** @typedef {Error & {code?: string, rule?: string}} Refusal */

/**
 * How far the server's clock is ahead of this device's, in seconds. Read from the Date header of
 * its responses.
 */
export let clockOffset = 0;

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
  if (date) clockOffset = (date + 500 - Date.now()) / 1000;
  const answer = await response.json();
  if (!answer.ok) throw Object.assign(new Error(answer.message), { code: answer.code });
  return answer;
}

/**
 * Answers that every caller shares.
 * @type {Map<string, Promise<any>>}
 */
const cache = new Map();

/**
 * Request a path once; a failed request is forgotten.
 * @param {string} path
 * @returns {Promise<any>}
 */
export function cachedApi(path) {
  if (!cache.has(path))
    cache.set(
      path,
      api(path).catch((error) => {
        cache.delete(path);
        throw error;
      }),
    );
  return /** @type {Promise<any>} */ (cache.get(path));
}

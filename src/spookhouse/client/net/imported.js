// Modules that are imported when they are needed.

/**
 * Await a dynamic import. If it fails, boot-retry.js reloads the page: a browser requests a module
 * only once.
 * @template T
 * @param {Promise<T>} module
 * @returns {Promise<T>}
 */
export const imported = (module) =>
  module.catch(() => {
    dispatchEvent(new Event("load-failed"));
    throw Object.assign(new Error("A file of this page did not load."), {
      code: "connection/lost",
    });
  });

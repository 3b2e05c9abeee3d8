// The server writes this script into the page itself, before anything that the page requests. A
// browser requests each file of a page only once. If one fails to load, this script reloads the
// page as soon as the server answers. Modules that import files dynamically report a failure with
// a "load-failed" event.
(() => {
  const STORAGE_KEY = "spookhouse.reloads"; // times of recent reloads
  const RECENT = 300_000; // ms
  const MOST_RELOADS = 6; // within RECENT; reloading does not help if something blocks the file
  const LONGEST_BACKOFF = 8_000; // ms between attempts to reach the server

  const pause = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const show = (/** @type {string} */ text) =>
    document.querySelectorAll(".waiting").forEach((each) => (each.textContent = text));
  const serverAnswers = () =>
    fetch("/healthz", { cache: "no-store" }).then(
      (response) => response.ok,
      () => false,
    );

  async function reload() {
    const reloads = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "[]").filter(
      (/** @type {number} */ time) => Math.abs(Date.now() - time) < RECENT,
    );
    if (reloads.length >= MOST_RELOADS)
      return show(
        "The door stays shut: a file of this page does not come. Something between here " +
          "and the house may hold it back.",
      );
    show("The door is stuck. Trying again…");
    let wait = Math.min(LONGEST_BACKOFF, 500 * 2 ** reloads.length);
    do {
      await pause(wait);
      wait = Math.min(LONGEST_BACKOFF, 2 * wait);
    } while (!(await serverAnswers()));
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...reloads, Date.now()]));
    location.reload();
  }

  let reloading = false;
  const loadFailed = () => {
    if (!reloading) void reload();
    reloading = true;
  };
  addEventListener("load-failed", loadFailed);
  addEventListener(
    "error",
    ({ target }) => {
      if (
        target instanceof HTMLScriptElement ||
        (target instanceof HTMLLinkElement && target.rel === "stylesheet")
      )
        loadFailed();
    },
    true,
  );
})();

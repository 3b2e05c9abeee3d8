// Stands in the shell itself, before everything that the page asks for. A browser asks for a file
// of a page but once: if one does not come, the whole page is loaded again as soon as the house
// answers. Modules that asked for a file themselves say so by a "missed" event.
(() => {
  const PLACE = "spookhouse.missed"; // when the page was loaded again, of late
  const LATELY = 300_000; // ms
  const MOST = 6; // times that a page is loaded again by itself, of late: what is held back for good does not come by asking
  const LONGEST = 8_000; // ms between two attempts to reach the house

  const pause = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const tell = (/** @type {string} */ text) =>
    document.querySelectorAll(".waiting").forEach((each) => (each.textContent = text));
  const answers = () =>
    fetch("/healthz", { cache: "no-store" }).then(
      (answer) => answer.ok,
      () => false,
    );

  async function comeAgain() {
    const missed = JSON.parse(sessionStorage.getItem(PLACE) ?? "[]").filter(
      (/** @type {number} */ when) => Math.abs(Date.now() - when) < LATELY,
    );
    if (missed.length >= MOST)
      return tell(
        "The door stays shut: a file of this page does not come. Something between here " +
          "and the house may hold it back.",
      );
    tell("The door is stuck. Trying again…");
    let wait = Math.min(LONGEST, 500 * 2 ** missed.length);
    do {
      await pause(wait);
      wait = Math.min(LONGEST, 2 * wait);
    } while (!(await answers()));
    sessionStorage.setItem(PLACE, JSON.stringify([...missed, Date.now()]));
    location.reload();
  }

  let knocks = false;
  const miss = () => {
    if (!knocks) void comeAgain();
    knocks = true;
  };
  addEventListener("missed", miss);
  addEventListener(
    "error",
    ({ target }) => {
      if (
        target instanceof HTMLScriptElement ||
        (target instanceof HTMLLinkElement && target.rel === "stylesheet")
      )
        miss();
    },
    true,
  );
})();

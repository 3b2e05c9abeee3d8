// A countdown.
import { classes, html, useEffect, useState } from "../lib.js";
import { clockOffset } from "../net/api.js";
import { say } from "../words/words.js";

const twoDigits = (/** @type {number} */ n) => String(n).padStart(2, "0");

/** @param {number} seconds */
export function formatTime(seconds) {
  const s = Math.max(0, Math.ceil(seconds));
  if (s >= 86400)
    return say("clock.days", {
      days: Math.floor(s / 86400),
      hours: Math.floor((s % 86400) / 3600),
    });
  return s >= 3600
    ? `${Math.floor(s / 3600)}:${twoDigits(Math.floor((s % 3600) / 60))}:${twoDigits(s % 60)}`
    : `${Math.floor(s / 60)}:${twoDigits(s % 60)}`;
}

/**
 * @param {{deadline: number | null, rest: number}} props the deadline in seconds since 1970, or
 *   null while the clock stands; `rest` is then the time left
 */
export function Clock({ deadline, rest }) {
  const [, tick] = useState(0);
  useEffect(() => {
    if (deadline === null) return;
    const timer = setInterval(() => tick((n) => n + 1), 500);
    return () => clearInterval(timer);
  }, [deadline]);
  const left = deadline === null ? rest : deadline - Date.now() / 1000 - clockOffset;
  const runs = deadline !== null;
  return html`
    <span
      class=${classes("clock", runs && "running", runs && left < 20 && "short")}
      role="timer"
      aria-label=${say("clock.left", { time: formatTime(left) })}
    >
      ${formatTime(left)}
    </span>
  `;
}

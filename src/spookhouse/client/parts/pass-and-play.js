// Pass and play: several players on one device. Between two seats a screen hides the cards, until
// the next player takes the device.
import { html, useEffect, useState } from "../lib.js";
import { say } from "../words/words.js";
import { Ghost } from "./ghost.js";

/**
 * Watch the device's seat that is to move, and say whether its cards must still be hidden.
 * @param {any} session
 */
export function usePassAndPlay(session) {
  const mine = session.mine.value,
    table = session.table.value;
  const toMove = mine.find(
    (/** @type {number} */ seat) =>
      table.waiting.includes(seat) && !table.seats[seat].played_by_bot,
  );
  const [opened, setOpened] = useState(/** @type {number | null} */ (session.seat.value));
  const several = mine.length > 1 && table.phase === "playing";
  const next =
    several && toMove !== undefined && toMove !== session.seat.value && !session.busy.value
      ? toMove
      : null;
  useEffect(() => {
    if (next === null) return;
    setOpened((old) => (old === next ? old : null));
    void session.watch(next);
  }, [next]);
  const closed = several && opened !== session.seat.value;
  const hidden =
    closed || next !== null ? { name: seatName(table, next ?? session.seat.value) } : null;
  // The snapshot of the next seat may still be under way.
  return { hidden, open: () => setOpened(next ?? session.seat.value) };
}

/**
 * @param {any} table
 * @param {number} seat
 */
const seatName = (table, seat) =>
  say("pass.name", { name: table.seats[seat]?.name ?? "", number: seat + 1 });

export const PassScreen = ({ name, onOpen }) => html`
  <div class="pass-screen">
    <${Ghost} size=${96} eyes="shut"/>
    <h2>${say("pass.title", { name })}</h2>
    <p class="faint">${say("pass.why")}</p>
    <button class="main large" onClick=${onOpen}>${say("pass.open", { name })}</button>
  </div>
`;

// Several people on one device: between two seats a curtain hides what the last one saw.
import { html, useEffect, useState } from "../lib.js";
import { say } from "../words/words.js";
import { Ghost } from "./ghost.js";

/**
 * Which of the device's seats is to be looked at, and whether its cards may be shown already.
 * @param {any} seat the watched seat
 */
export function useDevice(seat) {
  const mine = seat.mine.value,
    table = seat.table.value;
  const wanted = mine.find(
    (/** @type {number} */ each) =>
      table.waiting.includes(each) && !table.seats[each].played_by_bot,
  );
  const [opened, setOpened] = useState(/** @type {number | null} */ (seat.seat.value));
  const several = mine.length > 1 && table.phase === "playing";
  const next =
    several && wanted !== undefined && wanted !== seat.seat.value && !seat.busy.value
      ? wanted
      : null;
  useEffect(() => {
    if (next === null) return;
    setOpened((was) => (was === next ? was : null));
    void seat.watch(next);
  }, [next]);
  const shut = several && opened !== seat.seat.value;
  const hidden = shut || next !== null ? { name: nameOf(table, next ?? seat.seat.value) } : null;
  return { hidden, open: () => setOpened(next ?? seat.seat.value) }; // the seat may still be on its way here
}

/**
 * @param {any} table
 * @param {number} seat
 */
const nameOf = (table, seat) =>
  say("curtain.name", { name: table.seats[seat]?.name ?? "", number: seat + 1 });

export const Curtain = ({ name, onOpen }) => html`
  <div class="curtain">
    <${Ghost} size=${96} eyes="shut"/>
    <h2>${say("curtain.pass", { name })}</h2>
    <p class="faint">${say("curtain.why")}</p>
    <button class="main large" onClick=${onOpen}>${say("curtain.open", { name })}</button>
  </div>
`;

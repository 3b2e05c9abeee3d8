// Secret choices are made by all at once. While the table shows what others did, your own choice
// stays open: what you choose meanwhile is played as soon as the table is ready for it.
import { useEffect, useRef, useState } from "../../lib.js";

/**
 * The offers to show and the way to take one.
 * @param {any} view
 * @param {string[]} moves
 * @param {(move: string) => void} play
 */
export function usePatience(view, moves, play) {
  const kept = useRef({ offers: /** @type {string[]} */ ([]), decision: "" }).current;
  const [wanted, want] = useState(/** @type {string | null} */ (null));
  const together = view.phase === "scare" || view.phase === "drop";
  const decision =
    together && view.waiting.includes(view.seat)
      ? `${view.phase} ${view.round} ${view.hand_sizes[view.seat]}`
      : "";
  if (moves.length)
    Object.assign(kept, {
      offers: moves.join() === kept.offers.join() ? kept.offers : moves,
      decision,
    });
  else if (kept.decision !== decision || !decision)
    Object.assign(kept, { offers: [], decision: "" });
  useEffect(() => {
    if (wanted === null || (!moves.length && kept.offers.length)) return;
    want(null);
    if (moves.includes(wanted)) take(wanted);
  }, [wanted, moves]);
  const take = (/** @type {string} */ move) => {
    if (!moves.length) return want(move);
    kept.offers = [];
    play(move);
  };
  return { offers: wanted === null ? kept.offers : [], take };
}

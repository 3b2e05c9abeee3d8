// Queued moves. In some phases all players choose at the same time. While the board shows what
// others did, your own choice stays open; it is played as soon as the board is ready.
import { useEffect, useRef, useState } from "../../lib.js";

/**
 * Return the moves to offer and a function to choose one.
 * @param {any} view
 * @param {string[]} moves
 * @param {(move: string) => void} play
 */
export function useQueuedMove(view, moves, play) {
  const kept = useRef({ offers: /** @type {string[]} */ ([]), decision: "" }).current;
  const [queued, queue] = useState(/** @type {string | null} */ (null));
  const simultaneous = view.phase === "scare" || view.phase === "drop";
  const decision =
    simultaneous && view.waiting.includes(view.seat)
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
    if (queued === null || (!moves.length && kept.offers.length)) return;
    queue(null);
    if (moves.includes(queued)) choose(queued);
  }, [queued, moves]);
  const choose = (/** @type {string} */ move) => {
    if (!moves.length) return queue(move);
    kept.offers = [];
    play(move);
  };
  return { offers: queued === null ? kept.offers : [], choose };
}

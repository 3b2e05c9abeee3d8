// Tips for the first match.
import { familyOf } from "./art.js";
import { read, runOnTop } from "./moves.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {(view: View, moves: string[]) => boolean} When */

/** @type {[string, When][]} */
const TIPS = [
  ["aim", (view, moves) => moves.length > 0],
  ["mansion", (view, moves) => moves.includes("mansion")],
  ["midnight", (view, moves) => view.midnight && moves.length > 0],
  [
    "scary",
    (view, moves) => moves.length > 0 && familyOf(runOnTop(view.cemetery).value ?? "2") === "Scary",
  ],
  ["several", (view, moves) => moves.some((move) => read(move).count > 1)],
  ["play", (view, moves) => moves.some((move) => read(move).kind === "ghosts")],
  ["kitty", (view, moves) => moves.includes("K")],
  ["copy", (view, moves) => moves.length > 0 && Boolean(view.hand?.includes("X"))],
  ["luck", (view, moves) => moves.includes("luck")],
  ["collect", (view, moves) => moves.includes("collect")],
];

export const coach = TIPS.map(([key, when]) => ({ when, text: say(`coach.${key}`) }));

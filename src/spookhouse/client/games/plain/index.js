// The plain board, for games without a board of their own: the view as tables, the moves as a list.
import { Board } from "./board.js";
import { Picture } from "./picture.js";

export default {
  Board,
  Picture,
  css: "board.css",
  listOpen: true, // the list of moves is the only way to play here
  label: (/** @type {string} */ move) => move,
  hold: () => 0,
  flights: () => [],
};

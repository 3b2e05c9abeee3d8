import { Board } from "./board.js";
import { coach } from "./coach.js";
import { flights, hold } from "./flights.js";
import { label } from "./moves.js";
import { Picture } from "./picture.js";
import { Pieces } from "./pieces.js";
import { Sheet } from "./sheet.js";

export default { Board, Sheet, Picture, Pieces, css: "board.css", flights, hold, label, coach };

// Loaded with the rulebook only: all pieces, and the pictures of examples.
export { Pieces } from "./art.js";
export { Scene } from "./example-scene.js";
export const css = "rulebook.css";

import { html } from "../lib.js";
import { say } from "../words/words.js";
import Lost from "./lost.js";

/** Finished games are watched again here. */
export default function Replay({ id }) {
  return html`<${Lost} title=${say("replay.title")} text=${say("replay.soon", { id })}/>`;
}

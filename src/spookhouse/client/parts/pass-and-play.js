// The screen between two players of one device.
import { html } from "../lib.js";
import { say } from "../words/words.js";
import { Ghost } from "./ghost.js";

/** @param {{session: any}} props */
export function PassScreen({ session }) {
  const number = session.device.next.value;
  const seat = session.table.value.seats[number];
  const name = say("pass.name", { name: seat?.name ?? "", number: number + 1 });
  return html`
    <div class="pass-screen">
      <${Ghost} size=${96} eyes="shut"/>
      <h2>${say("pass.title", { name })}</h2>
      <p class="faint">${say("pass.why")}</p>
      <button class="main large" onClick=${() => session.device.take()}>
        ${say("pass.open", { name })}
      </button>
    </div>
  `;
}

import { html } from "../lib.js";
import { set, settings } from "../state/settings.js";
import { say } from "../words/words.js";

/** @param {{name: "memory" | "reactions", children?: any}} props */
const Switch = ({ name }) => html`<label class="switch"><input type="checkbox" checked=${settings.value[name]} onChange=${(/** @type {any} */ event) => set({ [name]: event.target.checked })}/>
  <span><b>${say(`settings.${name}`)}</b><small>${say(`settings.${name}-about`)}</small></span></label>`;

/** @param {{name: "motion" | "contrast", choices: string[]}} props */
const Choice = ({ name, choices }) => html`<fieldset><legend>${say(`settings.${name}`)}</legend><div class="row">${choices.map((value) => html`
  <label class="chip"><input type="radio" name=${name} checked=${settings.value[name] === value} onChange=${() => set({ [name]: value })}/> ${say(`settings.${name}-${value}`)}</label>`)}</div></fieldset>`;

export default function SettingsPage() {
  return html`<div class="page narrow stack"><h1>${say("settings.title")}</h1><p class="faint">${say("settings.about")}</p>
    <${Switch} name="memory"/><${Switch} name="reactions"/>
    <${Choice} name="motion" choices=${["auto", "full", "less"]}/>
    <${Choice} name="contrast" choices=${["normal", "more"]}/>
    <label>${say("settings.size")}<input type="range" min="85" max="140" step="5" value=${settings.value.size} onInput=${(/** @type {any} */ event) => set({ size: Number(event.target.value) })}/></label>
  </div>`;
}

// The settings of this device.
import { html } from "../lib.js";
import { changeSettings, settings } from "../state/settings.js";
import { sound } from "../parts/sound.js";
import { say } from "../words/words.js";
import { Choice, Switch } from "../parts/form-fields.js";

/** @param {{name: "memory" | "reactions" | "sound" | "coach"}} props */
const SettingSwitch = ({ name }) => html`
  <${Switch}
    title=${say(`settings.${name}`)}
    about=${say(`settings.${name}-about`)}
    checked=${settings.value[name]}
    onChange=${(/** @type {boolean} */ on) => changeSettings({ [name]: on })}
  />
`;

/** @param {{name: "motion" | "pace" | "contrast", choices: string[]}} props */
const SettingChoice = ({ name, choices }) => html`
  <${Choice}
    title=${say(`settings.${name}`)}
    choices=${choices.map((value) => ({ value, label: say(`settings.${name}-${value}`) }))}
    value=${settings.value[name]}
    onChange=${(/** @type {string} */ value) => changeSettings({ [name]: value })}
  />
`;

export default function SettingsPage() {
  document.title = `${say("settings.title")} – Spookhouse`;
  return html`
    <div class="page narrow stack">
      <h1>${say("settings.title")}</h1>
      <p class="faint">${say("settings.about")}</p>
      <div class="panel">
        <${SettingSwitch} name="memory"/>
        <${SettingSwitch} name="coach"/>
        <${SettingSwitch} name="reactions"/>
      </div>
      <div class="panel">
        <${SettingSwitch} name="sound"/>
        <button disabled=${!settings.value.sound} onClick=${() => sound("chime")}>
          ${say("settings.sound-try")}
        </button>
      </div>
      <div class="panel">
        <${SettingChoice} name="motion" choices=${["auto", "full", "less"]}/>
        <${SettingChoice} name="pace" choices=${["calm", "quick"]}/>
        <${SettingChoice} name="contrast" choices=${["normal", "more"]}/>
        <label>
          ${say("settings.size")}
          <input
            type="range"
            min="85"
            max="140"
            step="5"
            value=${settings.value.size}
            onInput=${(/** @type {any} */ event) =>
              changeSettings({ size: Number(event.target.value) })}
          />
        </label>
      </div>
      <p><a href="/">${say("not-found.home")}</a></p>
    </div>
  `;
}

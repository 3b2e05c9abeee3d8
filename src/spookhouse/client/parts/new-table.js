// A dialog to open a table: the game, its options, the access and the clock.
import { html, useState } from "../lib.js";
import { api } from "../net/api.js";
import { go } from "../router.js";
import { say } from "../words/words.js";
import { Dialog } from "./dialog.js";
import { Choice, Switch } from "./form-fields.js";
import { OptionField } from "./options.js";
import { showError } from "./toast.js";

/**
 * Seconds for each move and in reserve.
 * @type {Record<string, {move: number, reserve: number} | null>}
 */
const CLOCKS = {
  none: null,
  quick: { move: 20, reserve: 120 },
  calm: { move: 60, reserve: 600 },
  letters: { move: 86_400, reserve: 259_200 },
};

/**
 * @param {any} game
 * @returns {any}
 */
const defaults = (game) =>
  Object.fromEntries(
    game.options.map((/** @type {any} */ option) => [option.name, option.default]),
  );

export function NewTable({ games, first, onClose }) {
  const [game, setGame] = useState(first);
  const [options, setOptions] = useState(defaults(first));
  const [access, setAccess] = useState({ public: false, spectators: true, hints: true });
  const [clock, setClock] = useState("none");
  const choose = (/** @type {any} */ next) => {
    setGame(next);
    setOptions(defaults(next));
  };
  const open = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const chosen = Object.fromEntries(
      Object.entries(options).filter(([, value]) => value !== null),
    );
    try {
      const { table } = await api("/api/tables", {
        game: game.name,
        options: chosen,
        ...access,
        clock: CLOCKS[clock],
      });
      onClose();
      go(`/t/${table}`);
    } catch (error) {
      showError(error, game.name);
    }
  };
  const flag = (/** @type {"public" | "spectators" | "hints"} */ name) => html`
    <${Switch}
      title=${say(`new.${name}`)}
      about=${say(`new.${name}-about`)}
      checked=${access[name]}
      onChange=${(/** @type {boolean} */ on) => setAccess({ ...access, [name]: on })}
    />
  `;
  return html`
    <${Dialog} title=${say("new.title")} onClose=${onClose} wide>
      <form class="stack" onSubmit=${open}>
        <${Choice}
          title=${say("new.game")}
          choices=${games.map((/** @type {any} */ each) => ({
            value: each.name,
            label: each.title,
          }))}
          value=${game.name}
          onChange=${(/** @type {string} */ name) =>
            choose(games.find((/** @type {any} */ each) => each.name === name))}
        />
        ${game.options.map((/** @type {any} */ option) => html`
          <${OptionField}
            key=${`${game.name} ${option.name}`}
            option=${option}
            value=${options[option.name]}
            onChange=${(/** @type {any} */ value) =>
              setOptions({ ...options, [option.name]: value })}
          />
        `)}
        <hr/>
        ${flag("public")}
        ${flag("spectators")}
        ${flag("hints")}
        <${Choice}
          title=${say("new.clock")}
          about=${say(`clock.${clock}-about`)}
          choices=${Object.keys(CLOCKS).map((name) => ({
            value: name,
            label: say(`clock.${name}`),
          }))}
          value=${clock}
          onChange=${setClock}
        />
        <div class="row end">
          <button type="button" onClick=${onClose}>${say("dialog.no")}</button>
          <button class="main">${say("new.open")}</button>
        </div>
      </form>
    </${Dialog}>
  `;
}

// A field to change the guest's name.
import { html, useState } from "../lib.js";
import { me, rename } from "../state/me.js";
import { say } from "../words/words.js";
import { errorText, toast } from "./toast.js";

/** @param {{onSaved?: () => void}} props */
export function NameField({ onSaved = () => undefined }) {
  // What was typed stays, even if the name arrives from the server meanwhile.
  const [typed, setTyped] = useState(/** @type {string | null} */ (null));
  // A toast would lie under the dialog that contains the field.
  const [refusal, setRefusal] = useState("");
  const save = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    try {
      await rename(String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("name")));
      setTyped(null);
      setRefusal("");
      toast(say("me.renamed", { name: me.value.name }));
      onSaved();
    } catch (error) {
      setRefusal(errorText(error));
    }
  };
  return html`
    <form class="name-field" onSubmit=${save}>
      <label>
        ${say("me.name")}
        <input
          name="name"
          value=${typed ?? me.value.name}
          onInput=${(/** @type {any} */ event) => setTyped(event.target.value)}
          maxlength="24"
          required
          autocomplete="nickname"
        />
      </label>
      <button>${say("me.save")}</button>
      <p class="refusal" role="alert">${refusal}</p>
    </form>
  `;
}

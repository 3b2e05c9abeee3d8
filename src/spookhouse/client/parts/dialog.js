// Dialogs: a real <dialog>, which traps the focus and returns it when it closes.
import { html, useEffect, useRef } from "../lib.js";
import { say } from "../words/words.js";

/**
 * @param {{title: string, onClose: () => void, children?: any, wide?: boolean}} props
 */
export function Dialog({ title, onClose, children, wide = false }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showModal();
    return () => opener instanceof HTMLElement && opener.isConnected && opener.focus();
  }, []);
  const clickOutside = (/** @type {MouseEvent} */ event) =>
    event.target === dialog.current && onClose();
  return html`
    <dialog
      ref=${dialog}
      class=${wide ? "wide" : ""}
      aria-label=${title}
      onClose=${onClose}
      onClick=${clickOutside}
    >
      <div class="dialog-inside">
        <header>
          <h2>${title}</h2>
          <button class="quiet" aria-label=${say("dialog.close")} onClick=${onClose}>×</button>
        </header>
        ${children}
      </div>
    </dialog>
  `;
}

/**
 * @param {{title: string, text: string, yes: string, onYes: () => void, onClose: () => void}} props
 */
export const Confirm = ({ title, text, yes, onYes, onClose }) => html`
  <${Dialog} title=${title} onClose=${onClose}>
    <p>${text}</p>
    <div class="row end">
      <button onClick=${onClose}>${say("dialog.no")}</button>
      <button class="bad" onClick=${() => (onClose(), onYes())}>${yes}</button>
    </div>
  </${Dialog}>
`;

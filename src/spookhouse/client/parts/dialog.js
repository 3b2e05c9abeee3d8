// Windows over the page: a real <dialog>, which keeps the focus inside and gives it back.
import { html, useEffect, useRef } from "../lib.js";
import { say } from "../words/words.js";

/**
 * @param {{title: string, onClose: () => void, children?: any, wide?: boolean, drawer?: boolean}}
 *   props
 */
export function Dialog({ title, onClose, children, wide, drawer }) {
  const place = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => {
    const opener = document.activeElement;
    place.current?.showModal();
    return () => opener instanceof HTMLElement && opener.isConnected && opener.focus();
  }, []);
  const beside = (/** @type {MouseEvent} */ event) => event.target === place.current && onClose();
  return html`
    <dialog
      ref=${place}
      class=${`${wide ? "wide" : ""} ${drawer ? "drawer" : ""}`}
      aria-label=${title}
      onClose=${onClose}
      onClick=${beside}
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

// A rulebook to read and to search: on its own page, beside the table, and as a quick reference.
import { createContext, html, useContext, useEffect, useState } from "../lib.js";
import { once } from "../net/api.js";
import { bookOf } from "../games/index.js";
import { say } from "../words/words.js";
import { Dialog } from "./dialog.js";
import { inline } from "./markdown.js";
import { anchor, want, wanted } from "./wanted-rule.js";

/**
 * @typedef {{kind: string, id?: string, level?: number, number?: string | null, title?: string,
 *   text?: string, fine?: string[], items?: string[], rows?: string[][]}} Block
 */

const NOTHING = /** @type {Block[]} */ ([]);

/**
 * What is the same for all blocks of a book: the prefix of its numbers, pictures of its examples,
 * and how links work.
 */
const Shelf = createContext(/** @type {any} */ ({ prefix: "" }));

/**
 * The rulebook of a game, its pieces, and the pictures of its examples.
 * @param {string} game
 */
export function useBook(game) {
  const [book, setBook] = useState(/** @type {any} */ (null));
  const [board, setBoard] = useState(/** @type {any} */ (null));
  const [pictures, setPictures] = useState(/** @type {any} */ (null));
  useEffect(() => {
    once(`/api/rules/${game}`).then(setBook, (error) => setBook({ error }));
    bookOf(game).then(setBoard, () => null);
    picturesOf(game).then(setPictures, () => null);
  }, [game]);
  return { book, parts: /** @type {Block[]} */ (book?.blocks ?? NOTHING), board, pictures };
}

/** @param {string} game */
const picturesOf = (game) =>
  fetch(new URL(`../games/${game}/examples.json`, import.meta.url)).then((found) =>
    found.ok ? found.json() : null,
  );

/** @param {Block} part */
const textOf = (part) =>
  [
    part.number,
    part.title,
    part.text,
    ...(part.fine ?? []),
    ...(part.items ?? []),
    ...(part.rows ?? []).flat(),
  ]
    .filter(Boolean)
    .join(" ")
    .toLowerCase();

/**
 * Blocks in which some word begins with each word that was typed, or that contain a typed number.
 * @param {Block[]} parts
 * @param {string} typed
 */
export function found(parts, typed) {
  const words = typed
    .toLowerCase()
    .split(/[^\p{L}\p{N}.']+/u)
    .filter(Boolean);
  if (!words.length) return parts;
  const begins = words.map(
    (word) => new RegExp(`(?<![\\p{L}\\p{N}])${word.replace(/[.]/g, "\\.")}`, "u"),
  );
  return parts.filter((part) => begins.every((word) => word.test(textOf(part))));
}

/**
 * @param {{book: any, parts: Block[], board?: any, pictures?: any, onRule?: (id: string) => void}}
 *   props
 */
export function Book({ book, parts, board, pictures, onRule }) {
  const [typed, setTyped] = useState("");
  const shown = found(parts, typed);
  const Pieces = board?.Pieces;
  return html`
    <${Shelf.Provider}
      value=${{ prefix: book?.prefix ?? "", Scene: board?.Scene, pictures, onRule, typed }}
    >
      <div class="book">
        <label class="book-search">
          <span class="unseen">${say("rules.search")}</span>
          <input
            type="search"
            placeholder=${say("rules.search")}
            value=${typed}
            onInput=${(/** @type {any} */ event) => setTyped(event.target.value)}
          />
        </label>
        ${typed
          ? html`<p class="faint" role="status">${say("rules.found", { count: shown.length })}</p>`
          : null}
        ${shown.map((part, at) => html`<${One} key=${part.id ?? at} part=${part}/>`)}
        ${Pieces && !typed
          ? html`<section class="pieces"><h2>${say("rules.pieces")}</h2><${Pieces}/></section>`
          : null}
      </div>
    </${Shelf.Provider}>
  `;
}

/**
 * A reference to a rule: on the page it is a link; beside the table the rule comes into view there.
 * @param {{number: string}} props
 */
function Reference({ number }) {
  const { prefix, onRule } = useContext(Shelf);
  const id = anchor(`${prefix} ${number}`);
  const follow = (/** @type {Event} */ event) => onRule && (event.preventDefault(), onRule(id));
  return html`<a class="reference" href=${`#${id}`} onClick=${follow}>[${number}]</a>`;
}

/** @param {string | undefined} text */
const words = (text) => inline(text ?? "", (number) => html`<${Reference} number=${number}/>`);

/** @type {Record<string, (props: {part: Block}) => any>} */
const KINDS = {
  heading: ({ part }) => html`
    <${`h${part.level}`} id=${part.id}>
      ${part.number ? html`<span class="number">${part.number}</span> ` : null}
      ${words(part.title)}
    </${`h${part.level}`}>
  `,
  rule: ({ part }) => html`<${Rule} part=${part}/>`,
  example: ({ part }) => html`<${Example} part=${part}/>`,
  list: ({ part }) => html`<ul>${part.items?.map((item) => html`<li>${words(item)}</li>`)}</ul>`,
  table: ({ part }) => html`
    <div
      class="scroller"
      tabindex="0"
      role="region"
      aria-label=${say("rules.table", { first: part.rows?.[0].join(", ") })}
    >
      <table>
        <tbody>
          ${part.rows?.map((row, at) => html`
            <tr>
              ${row.map((cell) =>
                at ? html`<td>${words(cell)}</td>` : html`<th scope="col">${words(cell)}</th>`,
              )}
            </tr>
          `)}
        </tbody>
      </table>
    </div>
  `,
  text: ({ part }) => html`<p>${words(part.text)}</p>`,
};

/** @param {{part: Block}} props */
const One = ({ part }) => html`<${KINDS[part.kind] ?? KINDS.text} part=${part}/>`;

/**
 * A rule; its fine print is folded until somebody opens it or searches.
 * @param {{part: Block}} props
 */
function Rule({ part }) {
  const { typed } = useContext(Shelf);
  const fine = part.fine ?? [];
  return html`
    <div id=${part.id} class="a-rule">
      <a class="number" href=${`#${part.id}`}>${part.number}</a>
      <div>
        <p>${words(part.text)}</p>
        ${fine.length
          ? html`
            <details class="fine" open=${!!typed}>
              <summary>${say("rules.fine")}</summary>
              ${fine.map((text) => html`<p>${words(text)}</p>`)}
            </details>
          `
          : null}
      </div>
    </div>
  `;
}

/**
 * A worked example, with the table before and after its moves.
 * @param {{part: Block}} props
 */
function Example({ part }) {
  const { Scene, pictures } = useContext(Shelf);
  const found = pictures?.[part.title ?? ""];
  return html`
    <aside class="example" id=${part.id} aria-label=${say("rules.example", { title: part.title })}>
      <p><b>${say("rules.example", { title: part.title })}</b> ${words(part.text)}</p>
      ${Scene && found
        ? html`
          <div class="frames">
            ${found.frames.map((/** @type {any} */ frame) => html`
              <figure>
                <figcaption>${frame.caption}</figcaption>
                <${Scene} view=${frame.view} names=${found.names} seat=${found.seat}/>
              </figure>
            `)}
          </div>
        `
        : null}
    </aside>
  `;
}

/**
 * The book beside the table; the rule that is wanted comes into view.
 * @param {{game: string}} props
 */
export function Beside({ game }) {
  const { book, parts, board, pictures } = useBook(game);
  const wish = wanted.value;
  useEffect(() => {
    if (!wish?.id || !parts.length) return;
    for (const old of document.querySelectorAll(".beside .wanted")) old.classList.remove("wanted");
    const place = document.querySelector(`.beside [id="${CSS.escape(wish.id)}"]`);
    place?.classList.add("wanted");
    place?.scrollIntoView({ block: "center" });
  }, [wish, parts, board, pictures]); // pictures come later and push the rule out of sight
  return html`
    <div class="beside rulebook" tabindex="0" role="region" aria-label=${say("rules.title")}>
      <${Book} book=${book} parts=${parts} board=${board} pictures=${pictures} onRule=${want}/>
      <p><a href=${`/rules/${game}`} target="rules">${say("rules.page")}</a></p>
    </div>
  `;
}

/**
 * The rules on one screen, one tap away from the table.
 * @param {{game: string, earlier?: boolean, onClose: () => void}} props `earlier`: the table began
 *   by an earlier edition of the rules
 */
export function QuickReference({ game, earlier, onClose }) {
  const [book, setBook] = useState(/** @type {any} */ (null));
  useEffect(() => {
    once(`/api/rules/${game}/quick-reference`).then(setBook, () => onClose());
  }, [game]);
  const follow = (/** @type {string} */ id) => (onClose(), want(id));
  const shelf = { prefix: book?.prefix ?? "", onRule: follow, typed: "" };
  return html`
    <${Dialog} title=${say("rules.quick")} onClose=${onClose}>
      <${Shelf.Provider} value=${shelf}>
        <div class="quick-reference rulebook">
          ${earlier ? html`<p class="faint">${say("rules.earlier")}</p>` : null}
          ${book
            ? book.blocks
              .slice(1)
              .map((/** @type {Block} */ part, /** @type {number} */ at) => html`
                <${One} key=${at} part=${part}/>
              `)
            : html`<p class="waiting">${say("house.opening")}</p>`}
          <p class="row end"><button onClick=${() => follow("")}>${say("rules.whole")}</button></p>
        </div>
      </${Shelf.Provider}>
    </${Dialog}>
  `;
}

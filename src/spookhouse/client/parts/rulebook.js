// A rulebook to read and search: on a page, in the sidebar of a table, and as a quick reference.
import { createContext, html, useContext, useEffect, useState } from "../lib.js";
import { cachedApi } from "../net/api.js";
import { loadBook } from "../games/index.js";
import { say } from "../words/words.js";
import { Dialog } from "./dialog.js";
import { inline } from "./markdown.js";
import { anchor, requestRule, wanted } from "./wanted-rule.js";

/**
 * @typedef {{kind: string, id?: string, level?: number, number?: string | null, title?: string,
 *   text?: string, fine?: string[], items?: string[], rows?: string[][]}} Block
 */

const NO_BLOCKS = /** @type {Block[]} */ ([]);

/** What all blocks of a book share: the prefix of its numbers, its pictures, and how links work. */
const BookContext = createContext(/** @type {any} */ ({ prefix: "" }));

/**
 * Load the rulebook of a game, the drawings of its pieces, and the positions of its examples.
 * @param {string} game
 */
export function useBook(game) {
  const [book, setBook] = useState(/** @type {any} */ (null));
  const [drawings, setDrawings] = useState(/** @type {any} */ (null));
  const [examples, setExamples] = useState(/** @type {any} */ (null));
  useEffect(() => {
    cachedApi(`/api/rules/${game}`).then(setBook, (error) => setBook({ error }));
    loadBook(game).then(setDrawings, () => null);
    loadExamples(game).then(setExamples, () => null);
  }, [game]);
  return { book, blocks: /** @type {Block[]} */ (book?.blocks ?? NO_BLOCKS), drawings, examples };
}

/** @param {string} game */
const loadExamples = (game) =>
  fetch(new URL(`../games/${game}/examples.json`, import.meta.url)).then((found) =>
    found.ok ? found.json() : null,
  );

/** @param {Block} block */
const searchText = (block) =>
  [
    block.number,
    block.title,
    block.text,
    ...(block.fine ?? []),
    ...(block.items ?? []),
    ...(block.rows ?? []).flat(),
  ]
    .filter(Boolean)
    .join(" ")
    .toLowerCase();

/**
 * Return the blocks in which each typed word is the beginning of some word.
 * @param {Block[]} blocks
 * @param {string} typed
 */
export function search(blocks, typed) {
  const words = typed
    .toLowerCase()
    .split(/[^\p{L}\p{N}.']+/u)
    .filter(Boolean);
  if (!words.length) return blocks;
  const patterns = words.map(
    (word) => new RegExp(`(?<![\\p{L}\\p{N}])${word.replace(/[.]/g, "\\.")}`, "u"),
  );
  return blocks.filter((block) => patterns.every((word) => word.test(searchText(block))));
}

/**
 * @param {{book: any, blocks: Block[], drawings?: any, examples?: any, onRule?: (id: string) =>
 *   void}} props
 */
export function Book({ book, blocks, drawings, examples, onRule }) {
  const [typed, setTyped] = useState("");
  const shown = search(blocks, typed);
  const Pieces = drawings?.Pieces;
  return html`
    <${BookContext.Provider}
      value=${{ prefix: book?.prefix ?? "", Scene: drawings?.Scene, examples, onRule, typed }}
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
        ${shown.map((block, at) => html`<${BlockView} key=${block.id ?? at} block=${block}/>`)}
        ${Pieces && !typed
          ? html`<section class="pieces"><h2>${say("rules.pieces")}</h2><${Pieces}/></section>`
          : null}
      </div>
    </${BookContext.Provider}>
  `;
}

/**
 * A reference to a rule: a link on the page; in the sidebar it scrolls to the rule.
 * @param {{number: string}} props
 */
function Reference({ number }) {
  const { prefix, onRule } = useContext(BookContext);
  const id = anchor(`${prefix} ${number}`);
  const follow = (/** @type {Event} */ event) => onRule && (event.preventDefault(), onRule(id));
  return html`<a class="reference" href=${`#${id}`} onClick=${follow}>[${number}]</a>`;
}

/** @param {string | undefined} text */
const inlineText = (text) => inline(text ?? "", (number) => html`<${Reference} number=${number}/>`);

/** @type {Record<string, (props: {block: Block}) => any>} */
const KINDS = {
  heading: ({ block }) => html`
    <${`h${block.level}`} id=${block.id}>
      ${block.number ? html`<span class="number">${block.number}</span> ` : null}
      ${inlineText(block.title)}
    </${`h${block.level}`}>
  `,
  rule: ({ block }) => html`<${Rule} block=${block}/>`,
  example: ({ block }) => html`<${Example} block=${block}/>`,
  list: ({ block }) => html`
    <ul>${block.items?.map((item) => html`<li>${inlineText(item)}</li>`)}</ul>
  `,
  table: ({ block }) => html`
    <div
      class="scroller"
      tabindex="0"
      role="region"
      aria-label=${say("rules.table", { first: block.rows?.[0].join(", ") })}
    >
      <table>
        <tbody>
          ${block.rows?.map((row, at) => html`
            <tr>
              ${row.map((cell) =>
                at
                  ? html`<td>${inlineText(cell)}</td>`
                  : html`<th scope="col">${inlineText(cell)}</th>`,
              )}
            </tr>
          `)}
        </tbody>
      </table>
    </div>
  `,
  text: ({ block }) => html`<p>${inlineText(block.text)}</p>`,
};

/** @param {{block: Block}} props */
const BlockView = ({ block }) => html`<${KINDS[block.kind] ?? KINDS.text} block=${block}/>`;

/**
 * A rule; its fine print is folded unless the reader opens it or searches.
 * @param {{block: Block}} props
 */
function Rule({ block }) {
  const { typed } = useContext(BookContext);
  const fine = block.fine ?? [];
  return html`
    <div id=${block.id} class="a-rule">
      <a class="number" href=${`#${block.id}`}>${block.number}</a>
      <div>
        <p>${inlineText(block.text)}</p>
        ${fine.length
          ? html`
            <details class="fine" open=${!!typed}>
              <summary>${say("rules.fine")}</summary>
              ${fine.map((text) => html`<p>${inlineText(text)}</p>`)}
            </details>
          `
          : null}
      </div>
    </div>
  `;
}

/**
 * A worked example, with the position before and after its moves.
 * @param {{block: Block}} props
 */
function Example({ block }) {
  const { Scene, examples } = useContext(BookContext);
  const example = examples?.[block.title ?? ""];
  const title = say("rules.example", { title: block.title });
  return html`
    <aside class="example" id=${block.id} aria-label=${title}>
      <p><b>${title}</b> ${inlineText(block.text)}</p>
      ${Scene && example
        ? html`
          <div class="frames">
            ${example.frames.map((/** @type {any} */ frame) => html`
              <figure>
                <figcaption>${frame.caption}</figcaption>
                <${Scene} view=${frame.view} names=${example.names} seat=${example.seat}/>
              </figure>
            `)}
          </div>
        `
        : null}
    </aside>
  `;
}

/**
 * The rulebook in the sidebar; it scrolls to the requested rule.
 * @param {{game: string}} props
 */
export function SidebarRulebook({ game }) {
  const { book, blocks, drawings, examples } = useBook(game);
  const rule = wanted.value;
  useEffect(() => {
    if (!rule?.id || !blocks.length) return;
    for (const old of document.querySelectorAll(".sidebar-rulebook .wanted"))
      old.classList.remove("wanted");
    const element = document.querySelector(`.sidebar-rulebook [id="${CSS.escape(rule.id)}"]`);
    element?.classList.add("wanted");
    element?.scrollIntoView({ block: "center" });
  }, [rule, blocks, drawings, examples]); // pictures load later and move the rule out of view
  return html`
    <div
      class="sidebar-rulebook rulebook"
      tabindex="0"
      role="region"
      aria-label=${say("rules.title")}
    >
      <${Book} ...${{ book, blocks, drawings, examples, onRule: requestRule }}/>
      <p><a href=${`/rules/${game}`} target="rules">${say("rules.page")}</a></p>
    </div>
  `;
}

/**
 * The rules on one screen, one tap away from the table.
 * @param {{game: string, earlier?: boolean, onClose: () => void}} props `earlier`: the match began
 *   with an earlier edition of the rules
 */
export function QuickReference({ game, earlier, onClose }) {
  const [book, setBook] = useState(/** @type {any} */ (null));
  useEffect(() => {
    cachedApi(`/api/rules/${game}/quick-reference`).then(setBook, () => onClose());
  }, [game]);
  const showRule = (/** @type {string} */ id) => (onClose(), requestRule(id));
  const context = { prefix: book?.prefix ?? "", onRule: showRule, typed: "" };
  return html`
    <${Dialog} title=${say("rules.quick")} onClose=${onClose}>
      <${BookContext.Provider} value=${context}>
        <div class="quick-reference rulebook">
          ${earlier ? html`<p class="faint">${say("rules.earlier")}</p>` : null}
          ${book
            ? book.blocks
              .slice(1)
              .map((/** @type {Block} */ block, /** @type {number} */ at) => html`
                <${BlockView} key=${at} block=${block}/>
              `)
            : html`<p class="waiting">${say("page.opening")}</p>`}
          <p class="row end">
            <button onClick=${() => showRule("")}>${say("rules.whole")}</button>
          </p>
        </div>
      </${BookContext.Provider}>
    </${Dialog}>
  `;
}

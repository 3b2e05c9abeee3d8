// A rulebook to read and to search: on a page of its own, or beside the table, where every reason leads.
import { html, signal, useEffect, useMemo, useState } from "../lib.js";
import { once } from "../net/api.js";
import { boardOf } from "../games/index.js";
import { say } from "../words/words.js";
import { blocks, inline } from "./markdown.js";

/** The rule that somebody wants to read beside the table: its anchor, and a number that makes the same wish new. */
export const wanted = signal(/** @type {{id: string, wish: number} | null} */ (null));
let wishes = 0;

/** @param {string} id the anchor, or nothing for the book */
export const want = (id = "") => (wanted.value = { id, wish: ++wishes });

/** @param {string} rule as reasons name it: GH 3.1.1, RIP Card 6 */
export const anchor = (rule) => rule.replace(/\s+/g, "-").replace("Card", "card");

/** The rulebook of a game, and its pieces. @param {string} game */
export function useBook(game) {
  const [book, setBook] = useState(/** @type {any} */ (null));
  const [Pieces, setPieces] = useState(/** @type {any} */ (null));
  useEffect(() => {
    once(`/api/rules/${game}`).then(setBook, (error) => setBook({ error }));
    boardOf(game).then((module) => module.Pieces && setPieces(() => module.Pieces), () => null);
  }, [game]);
  const parts = useMemo(() => (book?.text ? blocks(book.text, book.prefix) : []), [book]);
  return { book, parts, Pieces };
}

/** @param {any} part */
const textOf = (part) => [part.number, part.title, part.text, ...(part.items ?? []), ...(part.rows ?? []).flat()].filter(Boolean).join(" ").toLowerCase();

/** What holds every word that was typed; a rule's number finds what begins with it. @param {any[]} parts @param {string} typed */
export function found(parts, typed) {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return parts;
  return parts.filter((part) => words.every((word) => textOf(part).includes(word)));
}

/** @param {{parts: any[], Pieces?: any}} props */
export function Book({ parts, Pieces }) {
  const [typed, setTyped] = useState("");
  const shown = found(parts, typed);
  return html`<div class="book">
    <label class="book-search"><span class="unseen">${say("rules.search")}</span><input type="search" placeholder=${say("rules.search")} value=${typed} onInput=${(/** @type {any} */ event) => setTyped(event.target.value)}/></label>
    ${typed ? html`<p class="faint" role="status">${say("rules.found", { count: shown.length })}</p>` : null}
    ${shown.map((part, at) => html`<${Block} key=${part.id ?? at} part=${part}/>`)}
    ${Pieces && !typed ? html`<section class="pieces"><h2>${say("rules.pieces")}</h2><${Pieces}/></section>` : null}</div>`;
}

/** @param {{part: any}} props */
function Block({ part }) {
  if (part.kind === "heading") return html`<${`h${part.level}`} id=${part.id}>${part.number ? html`<span class="number">${part.number}</span> ` : null}${inline(part.title)}</${`h${part.level}`}>`;
  if (part.kind === "rule") return html`<p id=${part.id} class="a-rule"><a class="number" href=${`#${part.id}`}>${part.number}</a><span>${inline(part.text)}</span></p>`;
  if (part.kind === "list") return html`<ul>${part.items.map((/** @type {string} */ item) => html`<li>${inline(item)}</li>`)}</ul>`;
  if (part.kind === "table") return html`<div class="scroller" tabindex="0" role="region" aria-label=${say("rules.table")}><table><tbody>${part.rows.map((/** @type {string[]} */ row, /** @type {number} */ at) => html`<tr>${row.map((cell) => at ? html`<td>${inline(cell)}</td>` : html`<th scope="col">${inline(cell)}</th>`)}</tr>`)}</tbody></table></div>`;
  return html`<p>${inline(part.text)}</p>`;
}

/** The book beside the table; the rule that is wanted comes into view. @param {{game: string}} props */
export function Beside({ game }) {
  const { parts, Pieces } = useBook(game);
  const wish = wanted.value;
  useEffect(() => {
    if (!wish?.id || !parts.length) return;
    for (const old of document.querySelectorAll(".beside .wanted")) old.classList.remove("wanted");
    const place = document.querySelector(`.beside [id="${CSS.escape(wish.id)}"]`);
    place?.classList.add("wanted");
    place?.scrollIntoView({ block: "center" });
  }, [wish, parts]);
  return html`<div class="beside rulebook" tabindex="0" role="region" aria-label=${say("rules.title")}><${Book} parts=${parts} Pieces=${Pieces}/>
    <p><a href=${`/rules/${game}`} target="rules">${say("rules.page")}</a></p></div>`;
}

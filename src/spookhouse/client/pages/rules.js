// A game's rulebook with its numbers. Every reason that the house gives links to one of them.
import { html, useEffect, useState } from "../lib.js";
import { once } from "../net/api.js";
import { say } from "../words/words.js";
import { blocks, inline } from "../parts/markdown.js";
import { boardOf } from "../games/index.js";
import Lost from "./lost.js";

export default function Rules({ id }) {
  const [book, setBook] = useState(/** @type {any} */ (null));
  const [Pieces, setPieces] = useState(/** @type {any} */ (null));
  useEffect(() => {
    once(`/api/rules/${id}`).then(setBook, (error) => setBook({ error }));
    boardOf(id).then((module) => module.Pieces && setPieces(() => module.Pieces), () => null);
  }, [id]);
  useEffect(() => {
    const point = () => {
      const found = document.getElementById(decodeURIComponent(location.hash.slice(1)));
      for (const old of document.querySelectorAll(".pointed")) old.classList.remove("pointed");
      found?.classList.add("pointed");
      found?.scrollIntoView({ block: "center" });
    };
    if (book) point();
    addEventListener("hashchange", point);
    return () => removeEventListener("hashchange", point);
  }, [book]);
  if (book?.error) return html`<${Lost}/>`;
  if (!book) return html`<p class="waiting">${say("house.opening")}</p>`;
  const parts = blocks(book.text, book.prefix);
  const sections = parts.filter((part) => part.kind === "heading" && part.level === 2);
  document.title = `${book.title} – ${say("rules.title")}`;
  return html`<div class="page rulebook">
    <nav aria-label=${say("rules.contents")}><h2>${say("rules.contents")}</h2><ol>${sections.map((part) => html`<li><a href=${`#${part.id}`}>${part.text}</a></li>`)}</ol>
      <p><a href="/">${say("lost.home")}</a></p></nav>
    <article>${parts.map((part) => html`<${Block} key=${part.id ?? part.text} part=${part}/>`)}
      ${Pieces ? html`<section class="pieces"><h2>${say("rules.pieces")}</h2><${Pieces}/></section>` : null}</article>
  </div>`;
}

function Block({ part }) {
  if (part.kind === "heading") return html`<${`h${part.level}`} id=${part.id}>${part.number ? html`<span class="number">${part.number}</span> ` : null}${inline(part.title)}</${`h${part.level}`}>`;
  if (part.kind === "rule") return html`<p id=${part.id} class="a-rule"><a class="number" href=${`#${part.id}`}>${part.number}</a><span>${inline(part.text)}</span></p>`;
  if (part.kind === "list") return html`<ul>${part.items.map((/** @type {string} */ item) => html`<li>${inline(item)}</li>`)}</ul>`;
  if (part.kind === "table") return html`<div class="scroller" tabindex="0" role="region" aria-label=${say("rules.table")}><table><tbody>${part.rows.map((/** @type {string[]} */ row, /** @type {number} */ at) => html`<tr>${row.map((cell) => at ? html`<td>${inline(cell)}</td>` : html`<th scope="col">${inline(cell)}</th>`)}</tr>`)}</tbody></table></div>`;
  return html`<p>${inline(part.text)}</p>`;
}

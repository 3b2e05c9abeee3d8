// The page of a game's rulebook. Every reason for a refused move links to one of its numbers.
import { html, useEffect } from "../lib.js";
import { Book, useBook } from "../parts/rulebook.js";
import { say } from "../words/words.js";
import Lost from "./not-found.js";

/** @param {{id: string}} props */
export default function Rules({ id }) {
  const { book, parts, board, pictures } = useBook(id);
  useEffect(() => {
    const point = () => {
      const found = document.getElementById(decodeURIComponent(location.hash.slice(1)));
      for (const old of document.querySelectorAll(".pointed")) old.classList.remove("pointed");
      found?.classList.add("pointed");
      found?.scrollIntoView({ block: "center" });
    };
    if (parts.length) point();
    addEventListener("hashchange", point);
    return () => removeEventListener("hashchange", point);
  }, [parts, board, pictures]); // pictures come later and push the rule out of sight
  if (book?.error) return html`<${Lost}/>`;
  if (!book) return html`<p class="waiting">${say("house.opening")}</p>`;
  const sections = parts.filter((part) => part.kind === "heading" && part.level === 2);
  const title = (/** @type {any} */ part) =>
    part.number ? `${part.number} ${part.title}` : part.title;
  document.title = `${book.title} – ${say("rules.title")}`;
  return html`
    <div class="page rulebook">
      <nav aria-label=${say("rules.contents")}>
        <h2>${say("rules.contents")}</h2>
        <ol>
          ${sections.map((part) => html`<li><a href=${`#${part.id}`}>${title(part)}</a></li>`)}
        </ol>
        <p><a href="/">${say("lost.home")}</a></p>
      </nav>
      <article><${Book} book=${book} parts=${parts} board=${board} pictures=${pictures}/></article>
    </div>
  `;
}

// The page of a game's rulebook. Refused moves link to its rules.
import { html, useEffect } from "../lib.js";
import { Book, useBook } from "../parts/rulebook.js";
import { say } from "../words/words.js";
import NotFound from "./not-found.js";

/** @param {{id: string}} props */
export default function Rules({ id }) {
  const { book, blocks, drawings, examples } = useBook(id);
  useEffect(() => {
    const highlight = () => {
      const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
      for (const old of document.querySelectorAll(".pointed")) old.classList.remove("pointed");
      target?.classList.add("pointed");
      target?.scrollIntoView({ block: "center" });
    };
    if (blocks.length) highlight();
    addEventListener("hashchange", highlight);
    return () => removeEventListener("hashchange", highlight);
  }, [blocks, drawings, examples]); // pictures load later and move the rule out of view
  if (book?.error) return html`<${NotFound}/>`;
  if (!book) return html`<p class="waiting">${say("page.opening")}</p>`;
  const sections = blocks.filter((block) => block.kind === "heading" && block.level === 2);
  const title = (/** @type {any} */ block) =>
    block.number ? `${block.number} ${block.title}` : block.title;
  document.title = `${book.title} – ${say("rules.title")}`;
  return html`
    <div class="page rulebook">
      <nav aria-label=${say("rules.contents")}>
        <h2>${say("rules.contents")}</h2>
        <ol>
          ${sections.map((block) => html`<li><a href=${`#${block.id}`}>${title(block)}</a></li>`)}
        </ol>
        <p><a href="/">${say("not-found.home")}</a></p>
      </nav>
      <article><${Book} ...${{ book, blocks, drawings, examples }}/></article>
    </div>
  `;
}

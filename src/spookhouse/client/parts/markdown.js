// As much Markdown as the rulebooks use: headings and rules with numbers, lists, tables, bold and emphasis.
import { html } from "../lib.js";

/** @param {string} text @param {string} prefix of the rules' numbers @returns {any[]} */
export const blocks = (text, prefix) => text.split(/\n{2,}/).filter((block) => block.trim()).flatMap((block) => read(block.trim(), prefix));

/** @param {string} block @param {string} prefix @returns {any[]} */
function read(block, prefix) {
  const heading = /^(#{1,4}) (?:(\d+(?:\.\d+)*) )?(.+)$/.exec(block);
  if (heading) return [{ kind: "heading", level: heading[1].length, number: heading[2], title: heading[3], text: `${heading[2] ?? ""} ${heading[3]}`.trim(), id: heading[2] ? `${prefix}-${heading[2]}` : undefined }];
  const rule = /^\*\*(\d+(?:\.\d+)+|Card \d+)\*\* ([^]+)$/.exec(block);
  if (rule) return [{ kind: "rule", number: rule[1], text: rule[2], id: `${prefix}-${rule[1].replace(" ", "-").toLowerCase()}` }];
  if (/^[-*] /.test(block)) return [{ kind: "list", items: block.split(/\n(?=[-*] )/).map((line) => line.slice(2)) }];
  if (block.startsWith("|")) return [{ kind: "table", rows: block.split("\n").filter((line) => !/^\|[\s:|-]+\|$/.test(line)).map((line) => line.split("|").slice(1, -1).map((cell) => cell.trim())) }];
  return [{ kind: "text", text: block }];
}

/** Bold, emphasis, code. @param {string} text @returns {any[]} */
export const inline = (text) => text.split(/(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`)/).map((part) => {
  if (part.startsWith("**")) return html`<b>${part.slice(2, -2)}</b>`;
  if (part.startsWith("*")) return html`<em class=${part.includes("house ruling") ? "ruling" : ""}>${part.slice(1, -1)}</em>`;
  return part.startsWith("`") ? html`<code>${part.slice(1, -1)}</code>` : part;
});

// The lists of tables, and the further pages of those that wait for players.
import { api } from "./api.js";

/**
 * Load the guest's tables, and so many pages of the tables that wait for players. A table that
 * changes meanwhile may be on two pages; its first place counts.
 * @param {number} pages
 * @returns {Promise<any>}
 */
export async function loadTables(pages) {
  let { open, next, yours } = await api("/api/tables");
  for (let page = 1; page < pages && next !== null; page++) {
    const more = await api(`/api/tables/open?after=${encodeURIComponent(next)}`);
    const known = new Set(open.map((/** @type {any} */ row) => row.table));
    open = [...open, ...more.tables.filter((/** @type {any} */ row) => !known.has(row.table))];
    next = more.next;
  }
  return { open, next, yours };
}

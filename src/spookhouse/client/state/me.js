// The current guest, identified by a cookie.
import { signal } from "../lib.js";
import { api } from "../net/api.js";

export const me = signal({ guest: "", name: "" });

let requests = 0;
let newest = 0; // number of the request whose answer `me` holds

/**
 * Keep an answer unless that of a later request is here already.
 * @param {Promise<any>} answer
 */
async function keepNewest(answer) {
  const number = ++requests;
  const guest = await answer;
  if (number > newest) {
    newest = number;
    me.value = guest;
  }
}

export const loadMe = () => keepNewest(api("/api/me"));

/** @param {string} name */
export const rename = (name) => keepNewest(api("/api/me", { name }));

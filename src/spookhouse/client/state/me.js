// Who this is: a guest of the house, known by a cookie.
import { signal } from "../lib.js";
import { api } from "../net/api.js";

export const me = signal({ guest: "", name: "" });

let asked = 0;
let known = 0; // which of the answers it was that `me` is from

/**
 * The newest word counts: on a slow line the answer to an older question may come last.
 * @param {Promise<any>} answer
 */
async function hear(answer) {
  const mine = ++asked;
  const found = await answer;
  if (mine > known) {
    known = mine;
    me.value = found;
  }
}

export const meet = () => hear(api("/api/me"));

/** @param {string} name */
export const rename = (name) => hear(api("/api/me", { name }));

// Who this is: a guest of the house, known by a cookie.
import { signal } from "../lib.js";
import { api } from "../net/api.js";

export const me = signal({ guest: "", name: "" });

export async function meet() {
  me.value = await api("/api/me");
}

/** @param {string} name */
export async function rename(name) {
  me.value = await api("/api/me", { name });
}

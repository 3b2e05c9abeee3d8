// The line to the house: requests with answers over one WebSocket, which is opened again whenever
// it breaks. A command carries a key of its own; if the line breaks before the answer it is sent
// again with the same key, and carried out once.
import { signal } from "../lib.js";
import { random } from "./commit-reveal.js";

const PING = 20_000; // ms between looks whether the other side is still there
const PATIENCE = 8_000; // ms that an answer may take before the line counts as dead
const LONGEST = 8_000; // ms between attempts
const ENTRY = 4003,
  CROWDED = 4029; // close codes: no cookie here, too many lines

/**
 * @typedef {{text: string, lasting: boolean, resolve: (found: any) => void, reject: (error: Error)
 *   => void}} Waiting
 */

/**
 * @param {string} code
 * @param {string} message
 */
const refusal = (code, message, rule = "") => Object.assign(new Error(message), { code, rule });

export class Line {
  constructor(address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`) {
    this.address = address;
    /**
     * "opening" at first, then "open" or "lost"; "away" while the house restarts, "crowded" if too
     * many tabs are open.
     */
    this.state = signal("opening");
    /** @type {Map<number, Waiting>} */
    this.waiting = new Map();
    /** @type {Map<string, (message: any) => void>} who is told of a table's changes */
    this.listeners = new Map();
    /** @type {Set<() => void>} what is done whenever the line is open again */
    this.openings = new Set();
    this.next = 1;
    this.attempts = 0;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.retry = 0;
    this.pulse = 0;
  }

  open() {
    clearTimeout(this.retry);
    if (this.socket && this.socket.readyState <= WebSocket.OPEN) return;
    const socket = (this.socket = new WebSocket(this.address));
    socket.onopen = () => this.opened();
    socket.onmessage = ({ data }) => this.hear(JSON.parse(data));
    socket.onclose = ({ code }) => socket === this.socket && this.closed(code);
    const soon = () => socket.readyState === WebSocket.CONNECTING && socket.close();
    setTimeout(soon, PATIENCE);
  }

  opened() {
    this.attempts = 0;
    this.state.value = "open";
    const unanswered = [...this.waiting].sort(([a], [b]) => a - b);
    for (const opening of this.openings) opening(); // first look, then do: what the commands cause is told
    for (const [, { text }] of unanswered) this.socket?.send(text);
    clearInterval(this.pulse);
    this.pulse = window.setInterval(() => this.look(), PING);
  }

  /** @param {number} code */
  closed(code) {
    clearInterval(this.pulse);
    this.socket = null;
    if (this.state.value !== "away" || code !== 1012)
      this.state.value =
        code === CROWDED ? "crowded" : this.state.value === "away" ? "away" : "lost";
    for (const [id, asked] of [...this.waiting])
      if (!asked.lasting) this.settle(id, refusal("line/lost", "The line broke."));
    if (code === ENTRY) return void fetch("/").finally(() => this.again());
    this.again();
  }

  again() {
    const wait = Math.min(LONGEST, 250 * 2 ** this.attempts++) * (0.7 + 0.6 * Math.random());
    clearTimeout(this.retry);
    this.retry = window.setTimeout(() => this.open(), wait);
  }

  /** Is the other side still there? A line can be dead without anybody having hung up. */
  look() {
    const socket = this.socket;
    const dead = setTimeout(() => socket?.close(), PATIENCE);
    this.ask("ping")
      .catch(() => null)
      .finally(() => clearTimeout(dead));
  }

  /** @param {any} message */
  hear(message) {
    if ("re" in message) return this.answered(message);
    if (message.tell === "closing") this.state.value = "away";
    this.listeners.get(message.of)?.(message);
  }

  /** @param {any} message */
  answered(message) {
    if (message.re === null && message.code === "limit/rate") return this.slower();
    const error = message.ok ? null : refusal(message.code, message.message, message.rule);
    this.settle(message.re ?? Math.min(...this.waiting.keys()), error, message);
  }

  /** Too fast: answers come in order, so it is the oldest request that was not taken. */
  slower() {
    const oldest = this.waiting.get(Math.min(...this.waiting.keys()));
    if (oldest)
      setTimeout(
        () => this.socket?.readyState === WebSocket.OPEN && this.socket.send(oldest.text),
        1000,
      );
  }

  /**
   * @param {number} id
   * @param {Error | null} error
   * @param {any} [found]
   */
  settle(id, error, found) {
    const asked = this.waiting.get(id);
    this.waiting.delete(id);
    if (error) asked?.reject(error);
    else asked?.resolve(found);
  }

  /**
   * @param {string} what
   * @param {any} [details]
   * @param {boolean} [lasting] whether it is sent again after a broken line
   * @returns {Promise<any>}
   */
  ask(what, details = {}, lasting = false) {
    const id = this.next++;
    const text = JSON.stringify({ ask: what, id, ...details });
    const is_open = this.socket?.readyState === WebSocket.OPEN;
    if (!is_open && !lasting) return Promise.reject(refusal("line/lost", "The line is broken."));
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { text, lasting, resolve, reject });
      if (is_open) this.socket?.send(text);
    });
  }

  /**
   * A command; it survives a broken line.
   * @param {string} table
   * @param {any} command
   */
  do(table, command) {
    return this.ask("do", { table, command: { key: random(12), ...command } }, true);
  }
}

export const line = new Line();

addEventListener("online", () => line.open());
document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  if (line.state.value === "open") line.look();
  else line.open();
});

// The connection to the server: requests with answers over one WebSocket, which is reopened
// whenever it breaks. Each command carries a key of its own. If the connection breaks before the
// answer, the command is sent again with the same key, and the server executes it once.
import { signal } from "../lib.js";
import { randomHex } from "./hex.js";

const PING_EVERY = 20_000; // ms
const ANSWER_TIMEOUT = 8_000; // ms after which the connection counts as dead
const LONGEST_BACKOFF = 8_000; // ms between attempts
const SLOW_DOWN = 1_000; // ms until a request that came too fast is repeated
const NO_COOKIE = 4003,
  TOO_MANY = 4029,
  ABNORMAL = 1006; // close codes

/**
 * @typedef {{text: string, resend: boolean, resolve: (answer: any) => void, reject: (error: Error)
 *   => void}} Request
 */

/**
 * @param {string} code
 * @param {string} message
 */
const refusal = (code, message, rule = "") => Object.assign(new Error(message), { code, rule });

/**
 * Return the state after a connection closed. "away" is shown until another one opens.
 * @param {number} code
 * @param {string} before
 */
function stateAfter(code, before) {
  if (code === NO_COOKIE) return "stranger";
  if (code === TOO_MANY) return "crowded";
  return before === "away" ? "away" : "lost";
}

export class Connection {
  constructor(address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`) {
    this.address = address;
    /**
     * "opening" at first, then "open" or "lost"; "away" while the server restarts, "crowded" if
     * too many tabs are open, "stranger" if the cookie is lost.
     */
    this.state = signal("opening");
    /** @type {Map<number, Request>} requests without an answer, by their number */
    this.pending = new Map();
    /** @type {Map<string, (message: any) => void>} receivers of changes, by table */
    this.listeners = new Map();
    /** @type {Set<() => void>} called whenever the connection is open again */
    this.onOpen = new Set();
    this.nextId = 1;
    this.attempts = 0;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.retryTimer = 0;
    this.pingTimer = 0;
  }

  open() {
    clearTimeout(this.retryTimer);
    if (this.state.value === "stranger") return; // a new guest needs a new page
    if (this.socket && this.socket.readyState <= WebSocket.OPEN) return;
    const socket = (this.socket = new WebSocket(this.address));
    socket.onopen = () => (this.state.value === "crowded" ? this.probe() : this.opened());
    socket.onmessage = ({ data }) => this.receive(JSON.parse(data));
    socket.onclose = ({ code }) => socket === this.socket && this.closed(code);
    const giveUp = () => socket.readyState !== WebSocket.OPEN && this.abandon(socket);
    setTimeout(giveUp, ANSWER_TIMEOUT);
  }

  /**
   * Give a dead socket up at once: its own close event may come late or never.
   * @param {WebSocket | null} socket
   */
  abandon(socket) {
    if (!socket || socket !== this.socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    this.closed(ABNORMAL);
  }

  /** The server opens a connection to close it with a code: believe it only when it answers. */
  probe() {
    this.ask("ping").then(
      () => this.opened(),
      () => null,
    );
  }

  opened() {
    this.attempts = 0;
    this.state.value = "open";
    const unanswered = [...this.pending].sort(([a], [b]) => a - b);
    for (const listener of this.onOpen) listener(); // watch first, to see what the commands cause
    for (const [, { text }] of unanswered) this.socket?.send(text);
    clearInterval(this.pingTimer);
    this.pingTimer = window.setInterval(() => this.ping(), PING_EVERY);
  }

  /** @param {number} code */
  closed(code) {
    clearInterval(this.pingTimer);
    this.socket = null;
    this.state.value = stateAfter(code, this.state.value);
    for (const [id, request] of [...this.pending])
      if (!request.resend) this.settle(id, refusal("connection/lost", "The connection broke."));
    if (code !== NO_COOKIE) this.retry();
  }

  retry() {
    const backoff = Math.min(LONGEST_BACKOFF, 250 * 2 ** this.attempts++);
    const jitter = 0.7 + 0.6 * Math.random();
    clearTimeout(this.retryTimer);
    this.retryTimer = window.setTimeout(() => this.open(), backoff * jitter);
  }

  /** Close a connection that does not answer: it can be dead without having been closed. */
  ping() {
    const socket = this.socket;
    const timeout = setTimeout(() => this.abandon(socket), ANSWER_TIMEOUT);
    this.ask("ping")
      .catch(() => null)
      .finally(() => clearTimeout(timeout));
  }

  /** @param {any} message */
  receive(message) {
    if ("re" in message) return this.answered(message);
    if (message.tell === "closing") this.state.value = "away";
    this.listeners.get(message.of)?.(message);
  }

  /** @param {any} message */
  answered(message) {
    if (message.re === null && message.code === "limit/rate") return this.repeatOldest();
    const error = message.ok ? null : refusal(message.code, message.message, message.rule);
    this.settle(message.re ?? Math.min(...this.pending.keys()), error, message);
  }

  /** Answers come in order, so the oldest request is the one that was refused as too fast. */
  repeatOldest() {
    const oldest = this.pending.get(Math.min(...this.pending.keys()));
    if (oldest)
      setTimeout(
        () => this.socket?.readyState === WebSocket.OPEN && this.socket.send(oldest.text),
        SLOW_DOWN,
      );
  }

  /**
   * @param {number} id
   * @param {Error | null} error
   * @param {any} [answer]
   */
  settle(id, error, answer) {
    const request = this.pending.get(id);
    this.pending.delete(id);
    if (error) request?.reject(error);
    else request?.resolve(answer);
  }

  /**
   * @param {string} kind
   * @param {any} [details]
   * @param {boolean} [resend] whether to send it again after the connection broke
   * @returns {Promise<any>}
   */
  ask(kind, details = {}, resend = false) {
    const id = this.nextId++;
    const text = JSON.stringify({ ask: kind, id, ...details });
    const isOpen = this.socket?.readyState === WebSocket.OPEN;
    if (!isOpen && !resend)
      return Promise.reject(refusal("connection/lost", "The connection is broken."));
    return new Promise((resolve, reject) => {
      this.pending.set(id, { text, resend, resolve, reject });
      if (isOpen) this.socket?.send(text);
    });
  }

  /**
   * Send a command; it survives a broken connection.
   * @param {string} table
   * @param {any} command
   */
  do(table, command) {
    return this.ask("do", { table, command: { key: randomHex(12), ...command } }, true);
  }
}

export const connection = new Connection();

addEventListener("online", () => connection.open());
document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  if (connection.state.value === "open") connection.ping();
  else connection.open();
});

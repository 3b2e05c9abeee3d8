// One watched seat: the table, the match as the seat may know it, and its events, which are shown
// one after the other.
import { batch, computed, signal } from "../lib.js";
import { connection } from "../net/connection.js";
import { drawPledge, forgetPledge, pledgedBytes } from "../net/commit-reveal.js";
import { me } from "./me.js";
import { PassAndPlay } from "./pass-and-play.js";
import { motion, settings } from "./settings.js";
import { glide, fly } from "../parts/animate.js";
import { announce } from "../parts/announcer.js";
import { say } from "../words/words.js";

const MOST_WAITING = 5; // changes; if more wait, they are shown without animation
const LOG_LENGTH = 400; // entries

/**
 * Apply a patch to what it was made for.
 * @param {any} old
 * @param {any} patch
 */
export function applyPatch(old, patch) {
  if ("all" in patch) return patch.all;
  const made = { ...old, ...patch.set };
  for (const key of patch.gone ?? []) delete made[key];
  return made;
}

/**
 * Apply a patch to a table. New messages of its chat arrive one by one.
 * @param {any} old
 * @param {any} patch
 */
export function applyTablePatch(old, patch) {
  const made = applyPatch(old, patch);
  if (!patch.chat) return made;
  return { ...made, chat: [...old.chat, ...patch.chat.add].slice(patch.chat.drop) };
}

/**
 * The messages of a table's chat with the names of their authors.
 * @param {any} table
 */
const messagesOf = (table) =>
  table.chat.map((/** @type {any} */ message) => ({
    ...message,
    name: table.speakers[message.guest],
  }));

/**
 * Whether a change takes moves back. Every move causes events, so a change of the view without any
 * is an undo.
 * @param {any} message
 * @param {any} table before the change
 */
const isUndo = (message, table) =>
  table.phase === "playing" && Object.keys(message.game.view?.set ?? {}).length > 0;

const pause = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));

export class TableSession {
  /** @param {string} table */
  constructor(table) {
    this.name = table;
    /**
     * The newest state that was received; what is shown follows it.
     * @type {any}
     */
    this.latest = { table: null, game: null, version: 0 };
    /** @type {import("../vendor/signals.js").Signal<any>} the table as it is shown */
    this.table = signal(null);
    /** @type {import("../vendor/signals.js").Signal<any>} {seat, view, owed, undo} as shown */
    this.game = signal(null);
    /** @type {import("../vendor/signals.js").Signal<any>} */
    this.before = signal(null);
    /** @type {import("../vendor/signals.js").Signal<any>} the event being shown */
    this.event = signal(null);
    this.banner = signal("");
    this.busy = signal(false);
    /**
     * @type {import("../vendor/signals.js").Signal<any>} chat is shown at once, even while events
     *   are shown
     */
    this.chat = signal([]);
    /** @type {import("../vendor/signals.js").Signal<number | null>} */
    this.seat = signal(/** @type {number | null} */ (null));
    /**
     * @type {import("../vendor/signals.js").Signal<{code: string, message: string} | null>} why
     *   nothing can be shown
     */
    this.error = signal(/** @type {any} */ (null));
    /**
     * @type {import("../vendor/signals.js").Signal<any[]>} what happened, as far as any seat of
     *   this device was told
     */
    this.entries = signal(this.storedEntries());
    /**
     * @type {import("../vendor/signals.js").Signal<number | null>} the decision (its version) that
     *   was answered, until its effect arrives
     */
    this.sent = signal(/** @type {number | null} */ (null));
    /** @type {any} the game's module, for flights and holds */
    this.module = null;
    /** @type {any[]} */
    this.queue = [];
    this.watchCount = 0;
    /** @type {number | null} the seat that was asked for last */
    this.wanted = null;
    this.revealing = new Set();
    this.mine = computed(() =>
      (this.table.value?.seats ?? [])
        .filter((/** @type {any} */ s) => s.guest === me.value.guest)
        .map((/** @type {any} */ s) => s.seat),
    );
    this.moves = computed(() =>
      this.busy.value || this.game.value?.owed?.version === this.sent.value
        ? []
        : (this.game.value?.owed?.moves ?? []),
    );
    this.device = new PassAndPlay(this);
    /** What the page may show of the entries. */
    this.log = computed(() => this.entries.value.filter((entry) => this.mayShow(entry)));
    this.rewatch = () => void this.watch(this.wanted);
    connection.listeners.set(table, (message) => this.receive(message));
    connection.onOpen.add(this.rewatch);
  }

  close() {
    this.watchCount++;
    this.device.close();
    connection.listeners.delete(this.name);
    connection.onOpen.delete(this.rewatch);
    connection.ask("unwatch", { table: this.name }).catch(() => null);
  }

  /**
   * Watch a seat, or watch as a spectator. The answer is a snapshot.
   * @param {number | null} seat
   */
  async watch(seat) {
    const number = ++this.watchCount;
    this.wanted = seat;
    try {
      const snapshot = await connection.ask("watch", { table: this.name, seat });
      if (number === this.watchCount) this.applySnapshot(seat, snapshot);
    } catch (error) {
      if (number === this.watchCount) this.refused(/** @type {any} */ (error), seat);
    }
  }

  /**
   * @param {any} error
   * @param {number | null} seat
   */
  refused(error, seat) {
    if (error.code === "connection/lost") return; // a new connection watches again
    if (error.code === "seat/not-yours" && seat !== null) return void this.watch(null);
    this.error.value = { code: error.code, message: error.message };
  }

  /**
   * @param {number | null} seat
   * @param {any} snapshot
   */
  applySnapshot(seat, snapshot) {
    this.queue = [];
    this.latest = { table: snapshot.table, game: snapshot.game, version: snapshot.version };
    batch(() => {
      this.seat.value = seat;
      this.error.value = null;
      this.sent.value = null;
      this.event.value = this.before.value = null;
      this.banner.value = "";
      this.table.value = snapshot.table;
      this.game.value = snapshot.game;
      this.chat.value = messagesOf(snapshot.table);
    });
    this.actAutomatically();
  }

  /** @param {any} message */
  receive(message) {
    if (message.tell === "private") this.error.value = { code: "table/private", message: "" };
    if (message.tell !== "change" || !this.latest.table) return;
    if (message.was !== this.latest.version) return this.rewatch();
    const table = applyTablePatch(this.latest.table, message.table);
    const game =
      "all" in message.game
        ? message.game.all
        : { ...message.game, view: applyPatch(this.latest.game.view, message.game.view) };
    const events =
      message.events.length || !isUndo(message, this.latest.table)
        ? message.events
        : [{ event: "undone", seat: null, text: say("log.undone") }];
    const { chat, speakers } = this.latest.table;
    if (table.chat !== chat || table.speakers !== speakers) this.chat.value = messagesOf(table);
    this.latest = { table, game, version: message.version };
    this.queue.push({ table, game, events });
    if (!this.busy.value) void this.play();
  }

  /** Show the waiting changes one after the other. */
  async play() {
    this.busy.value = true;
    while (this.queue.length) {
      const change = this.queue.shift();
      const instant =
        this.queue.length >= MOST_WAITING || document.hidden || this.device.hidden.value;
      for (const event of change.events) await this.showEvent(event, change, instant);
      await this.showView(change, instant);
    }
    this.busy.value = false;
    this.actAutomatically();
  }

  /**
   * Show an event: log it, animate it, and hold it in view for a while.
   * @param {any} event
   * @param {any} change
   * @param {boolean} instant
   */
  async showEvent(event, change, instant) {
    if (event.text) this.addToLog(event, change.table.version);
    const view = this.game.value?.view;
    if (instant || !view || !change.game || event.event === "undone") return;
    const hold = settings.value.pace === "quick" ? 0 : (this.module?.hold?.(event) ?? 0);
    batch(() => {
      this.event.value = event;
      this.banner.value = hold && event.text ? event.text.trim() : "";
    });
    if (motion.value !== "less")
      await fly(this.module?.flights?.(event, view, change.game.view) ?? []);
    if (hold) await pause(hold);
    this.banner.value = "";
  }

  /**
   * Show the view after a change; pieces that have an identity glide to their new places.
   * @param {any} change
   * @param {boolean} instant
   */
  async showView(change, instant) {
    const update = () =>
      batch(() => {
        this.event.value = null;
        this.before.value = this.game.value?.view ?? null;
        this.table.value = change.table;
        this.game.value = change.game;
        if (change.game) this.seat.value = change.game.seat;
      });
    if (instant || motion.value === "less") update();
    else await glide(update);
  }

  /**
   * @param {any} event
   * @param {number} version
   */
  addToLog(event, version) {
    const { text, seat = null, seen_by } = event;
    if (this.mayShow(event)) announce(text.trim());
    this.entries.value = [
      ...this.entries.value,
      { text: text.trim(), seat, version, aside: /^\s/.test(text), seen_by },
    ].slice(-LOG_LENGTH);
    sessionStorage.setItem(`log ${this.name}`, JSON.stringify(this.entries.value));
  }

  /**
   * Whether the page may show an event or its entry in the log. Some are for certain seats only,
   * and the player of another seat may look at the page.
   * @param {{seen_by?: number[]}} event
   */
  mayShow({ seen_by }) {
    if (!seen_by) return true;
    return !this.device.hidden.value && seen_by.includes(this.seat.value ?? -1);
  }

  /** Return the entries that this tab had before the page was reloaded. */
  storedEntries() {
    return JSON.parse(sessionStorage.getItem(`log ${this.name}`) ?? "[]");
  }

  /** Watch one's own seat once there is one, and reveal pledged bytes when the deal is made. */
  actAutomatically() {
    const mine = this.mine.value;
    if (this.seat.value !== null && !mine.includes(this.seat.value)) this.seat.value = null;
    if (this.seat.value === null && mine.length && this.table.value.phase !== "lobby")
      return void this.watch(this.device.next.value);
    if (this.table.value.phase === "showing")
      for (const seat of mine) this.revealBytes(this.table.value.seats[seat]);
  }

  /** @param {any} seat */
  revealBytes(seat) {
    const bytes = pledgedBytes(seat.pledge);
    if (seat.shown || !bytes || this.revealing.has(seat.pledge)) return;
    this.revealing.add(seat.pledge);
    this.do({ do: "show", seat: seat.seat, bytes }).then(
      () => forgetPledge(seat.pledge),
      () => this.revealing.delete(seat.pledge),
    );
  }

  /** @param {any} command */
  do(command) {
    return connection.do(this.name, command);
  }

  /** @param {number} seat */
  async sit(seat) {
    return this.do({ do: "sit", seat, pledge: await drawPledge() });
  }

  /** @param {string} move */
  async move(move) {
    const owed = this.game.value?.owed;
    if (!owed || this.sent.value === owed.version) return;
    this.sent.value = owed.version;
    try {
      await this.do({ do: "move", seat: this.game.value.seat, version: owed.version, move });
    } catch (error) {
      this.sent.value = null;
      throw error;
    }
  }

  /**
   * Ask why a move is not legal.
   * @param {string} move
   */
  why(move) {
    return connection.ask("why", { table: this.name, seat: this.seat.value, move });
  }

  hint() {
    return connection.ask("hint", { table: this.name, seat: this.seat.value });
  }
}

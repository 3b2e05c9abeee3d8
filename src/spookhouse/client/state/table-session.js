// One watched seat: the table, the game as the seat may know it, and the events of the game shown
// one after the other.
import { batch, computed, signal } from "../lib.js";
import { line } from "../net/connection.js";
import { draw, drawn, forget } from "../net/commit-reveal.js";
import { me } from "./me.js";
import { motion, settings } from "./settings.js";
import { glide, fly } from "../parts/animate.js";
import { announce } from "../parts/announcer.js";
import { say } from "../words/words.js";

const BEHIND = 5; // changes that may wait before the rest is shown without being played out
const KEPT = 400; // lines of the log

/**
 * What changed, put into what is held.
 * @param {any} old
 * @param {any} changes
 */
export function changed(old, changes) {
  if ("all" in changes) return changes.all;
  const made = { ...old, ...changes.set };
  for (const key of changes.gone ?? []) delete made[key];
  return made;
}

/**
 * Every move causes events; if the game changed without any, moves were taken back.
 * @param {any} message
 * @param {any} table as it was
 */
const undone = (message, table) =>
  table.phase === "playing" && Object.keys(message.game.view?.set ?? {}).length > 0;

const pause = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));

export class Seat {
  /** @param {string} table */
  constructor(table) {
    this.name = table;
    /**
     * The newest that is known; what is shown follows it.
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
     * @type {import("../vendor/signals.js").Signal<any>} chat is shown at once, whatever the game
     *   is at
     */
    this.chat = signal([]);
    /** @type {import("../vendor/signals.js").Signal<number | null>} */
    this.seat = signal(/** @type {number | null} */ (null));
    /**
     * @type {import("../vendor/signals.js").Signal<{code: string, message: string} | null>} why
     *   nothing can be shown
     */
    this.trouble = signal(/** @type {any} */ (null));
    /** @type {import("../vendor/signals.js").Signal<any[]>} */
    this.log = signal(/** @type {any[]} */ ([]));
    /**
     * @type {import("../vendor/signals.js").Signal<number | null>} the decision (its version) that
     *   was answered, and is not yet seen to be taken
     */
    this.sent = signal(/** @type {number | null} */ (null));
    /** @type {any} the game's module, for flights and holds */
    this.module = null;
    /** @type {any[]} */
    this.queue = [];
    this.watching = 0;
    this.shows = new Set();
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
    this.again = () => void this.watch(this.seat.value);
    line.listeners.set(table, (message) => this.hear(message));
    line.openings.add(this.again);
  }

  close() {
    this.watching++;
    line.listeners.delete(this.name);
    line.openings.delete(this.again);
    line.ask("unwatch", { table: this.name }).catch(() => null);
  }

  /**
   * Look from a seat, or as a spectator. The whole comes at once.
   * @param {number | null} seat
   */
  async watch(seat) {
    const turn = ++this.watching;
    try {
      const found = await line.ask("watch", { table: this.name, seat });
      if (turn === this.watching) this.whole(seat, found);
    } catch (error) {
      if (turn === this.watching) this.refused(/** @type {any} */ (error), seat);
    }
  }

  /**
   * @param {any} error
   * @param {number | null} seat
   */
  refused(error, seat) {
    if (error.code === "line/lost") return; // it is asked again when the line is back
    if (error.code === "seat/not-yours" && seat !== null) return void this.watch(null);
    this.trouble.value = { code: error.code, message: error.message };
  }

  /**
   * @param {number | null} seat
   * @param {any} found
   */
  whole(seat, found) {
    this.queue = [];
    this.latest = { table: found.table, game: found.game, version: found.version };
    batch(() => {
      if (this.seat.value !== seat || this.log.value.length === 0)
        this.log.value = this.remembered(seat);
      this.seat.value = seat;
      this.trouble.value = null;
      this.sent.value = null;
      this.event.value = this.before.value = null;
      this.banner.value = "";
      this.table.value = found.table;
      this.game.value = found.game;
      this.chat.value = found.table.chat;
    });
    this.follow();
  }

  /** @param {any} message */
  hear(message) {
    if (message.tell === "private") this.trouble.value = { code: "table/private", message: "" };
    if (message.tell !== "change" || !this.latest.table) return;
    if (message.was !== this.latest.version) return void this.watch(this.seat.value);
    const table = changed(this.latest.table, message.table);
    const game =
      "all" in message.game
        ? message.game.all
        : { ...message.game, view: changed(this.latest.game.view, message.game.view) };
    const events =
      message.events.length || !undone(message, this.latest.table)
        ? message.events
        : [{ event: "undone", seat: null, text: say("log.undone") }];
    this.latest = { table, game, version: message.version };
    this.chat.value = table.chat;
    this.queue.push({ table, game, events });
    if (!this.busy.value) void this.play();
  }

  /** Show what waits, change by change. */
  async play() {
    this.busy.value = true;
    while (this.queue.length) {
      const change = this.queue.shift();
      const hurry = this.queue.length >= BEHIND || document.hidden;
      for (const event of change.events) await this.show(event, change, hurry);
      await this.settle(change, hurry);
    }
    this.busy.value = false;
    this.follow();
  }

  /**
   * One event: told in words, seen to happen, held in view for a moment.
   * @param {any} event
   * @param {any} change
   * @param {boolean} hurry
   */
  async show(event, change, hurry) {
    if (event.text) this.note(event, change.table.version);
    const view = this.game.value?.view;
    if (hurry || !view || !change.game || event.event === "undone") return;
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
   * The new view; pieces that have an identity glide to where they lie now.
   * @param {any} change
   * @param {boolean} hurry
   */
  async settle(change, hurry) {
    const next = () =>
      batch(() => {
        this.event.value = null;
        this.before.value = this.game.value?.view ?? null;
        this.table.value = change.table;
        this.game.value = change.game;
        if (change.game) this.seat.value = change.game.seat;
      });
    if (hurry || motion.value === "less") next();
    else await glide(next);
  }

  /**
   * @param {any} event
   * @param {number} version
   */
  note(event, version) {
    const text = event.text.trim();
    announce(text);
    this.log.value = [
      ...this.log.value,
      { text, seat: event.seat ?? null, version, aside: /^\s/.test(event.text) },
    ].slice(-KEPT);
    sessionStorage.setItem(this.place(this.seat.value), JSON.stringify(this.log.value));
  }

  /** @param {number | null} seat */
  place = (seat) => `log ${this.name} ${seat}`;

  /**
   * What this tab has seen before it was loaded again.
   * @param {number | null} seat
   */
  remembered(seat) {
    return JSON.parse(sessionStorage.getItem(this.place(seat)) ?? "[]");
  }

  /**
   * What the page does by itself: look from one's own seat, and show pledged bytes when the deal is
   * made.
   */
  follow() {
    const mine = this.mine.value;
    if (this.seat.value !== null && !mine.includes(this.seat.value)) this.seat.value = null;
    if (this.seat.value === null && mine.length && this.table.value.phase !== "lobby")
      return void this.watch(mine[0]);
    if (this.table.value.phase === "showing")
      for (const seat of mine) this.showBytes(this.table.value.seats[seat]);
  }

  /** @param {any} seat */
  showBytes(seat) {
    const bytes = drawn(seat.pledge);
    if (seat.shown || !bytes || this.shows.has(seat.pledge)) return;
    this.shows.add(seat.pledge);
    this.do({ do: "show", seat: seat.seat, bytes }).then(
      () => forget(seat.pledge),
      () => this.shows.delete(seat.pledge),
    );
  }

  /** @param {any} command */
  do(command) {
    return line.do(this.name, command);
  }

  /** @param {number} seat */
  sit(seat) {
    return this.do({ do: "sit", seat, pledge: draw() });
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

  /** @param {string} move */
  why(move) {
    return line.ask("why", { table: this.name, seat: this.seat.value, move });
  }

  hint() {
    return line.ask("hint", { table: this.name, seat: this.seat.value });
  }
}

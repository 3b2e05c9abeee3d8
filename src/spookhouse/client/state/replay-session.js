// A finished game, step by step. Steps are fetched in pieces as they are needed; the place, the
// eyes and the speed are signals.
import { batch, computed, signal } from "../lib.js";
import { api } from "../net/api.js";
import { changed } from "./table-session.js";

const PIECE = 30; // steps fetched at once
export const SPEEDS = [0.5, 1, 2, 4];
const PACE = 1400; // ms a step at speed 1

/** @typedef {{step: number, waiting: number[], view: any, open: any[], events: any[]}} Step */

export class Replay {
  /**
   * @param {string} name
   * @param {{step?: number, by?: string}} [from]
   */
  constructor(name, { step = 0, by = "open" } = {}) {
    this.name = name;
    this.at = signal(step);
    this.by = signal(by);
    this.speed = signal(1);
    this.playing = signal(false);
    /** @type {import("../vendor/signals.js").Signal<any>} the table, and every move in words */
    this.story = signal(null);
    /** @type {import("../vendor/signals.js").Signal<any>} */
    this.trouble = signal(null);
    /** @type {import("../vendor/signals.js").Signal<Map<number, Step>>} */
    this.steps = signal(new Map());
    /** @type {Set<number>} the pieces that were asked for */
    this.asked = new Set();
    this.last = computed(() => this.story.value?.moves.length ?? 0);
    this.now = computed(() => this.steps.value.get(this.at.value) ?? null);
    this.before = computed(() => this.steps.value.get(this.at.value - 1) ?? null);
    this.timer = 0;
  }

  close() {
    clearTimeout(this.timer);
  }

  /**
   * Look through somebody's eyes: "open", "nobody", or a seat. What is shown stays until the other
   * is there.
   * @param {string} by
   */
  async look(by) {
    try {
      const story = await api(`/api/tables/${this.name}/replay?by=${by}`);
      const at = Math.min(this.at.value, story.moves.length);
      const steps = await this.piece(by, at, story.moves.length);
      this.asked = new Set([Math.floor(at / PIECE)]);
      batch(() => {
        this.by.value = by;
        this.story.value = story;
        this.steps.value = steps;
        this.at.value = at;
      });
    } catch (error) {
      this.trouble.value = error;
    }
  }

  /** @param {number} step */
  async go(step) {
    const place = Math.max(0, Math.min(this.last.value, step));
    await Promise.all(
      [place - 1, place, place + PIECE / 2]
        .filter((each) => each >= 0 && each <= this.last.value)
        .map((each) => this.fetch(each)),
    );
    this.at.value = place;
  }

  /**
   * The piece that holds a step, once.
   * @param {number} step
   */
  async fetch(step) {
    const number = Math.floor(step / PIECE),
      by = this.by.value;
    if (this.asked.has(number)) return;
    this.asked.add(number);
    const found = await this.piece(by, step, this.last.value);
    if (by === this.by.value) this.steps.value = new Map([...this.steps.value, ...found]);
  }

  /**
   * @param {string} by
   * @param {number} step
   * @param {number} last
   * @returns {Promise<Map<number, Step>>}
   */
  async piece(by, step, last) {
    const first = Math.floor(step / PIECE) * PIECE;
    const { steps } = await api(
      `/api/tables/${this.name}/replay/${first}?last=${Math.min(first + PIECE - 1, last)}&by=${by}`,
    );
    /** @type {any} */
    let held = null;
    return new Map(
      steps.map((/** @type {any} */ each) => {
        held = {
          ...each,
          view: changed(held?.view, each.view),
          open: each.open.map((/** @type {any} */ one, /** @type {number} */ seat) =>
            changed(held?.open[seat], one),
          ),
        };
        return [each.step, held];
      }),
    );
  }

  play() {
    clearTimeout(this.timer);
    if (this.at.value >= this.last.value) void this.go(0);
    this.playing.value = true;
    const on = async () => {
      if (!this.playing.value) return;
      await this.go(this.at.value + 1).catch(() => this.pause());
      if (this.at.value >= this.last.value) return this.pause();
      this.timer = window.setTimeout(on, PACE / this.speed.value);
    };
    this.timer = window.setTimeout(on, PACE / this.speed.value / 2);
  }

  pause() {
    clearTimeout(this.timer);
    this.playing.value = false;
  }
}

// A finished game, step by step. Steps are fetched in pieces as they are needed; the place, the eyes and the speed are signals.
import { computed, signal } from "../lib.js";
import { api } from "../net/api.js";
import { changed } from "./seat.js";

const PIECE = 30; // steps fetched at once
export const SPEEDS = [0.5, 1, 2, 4];
const PACE = 1400; // ms a step at speed 1

/** @typedef {{step: number, waiting: number[], view: any, open: any[], events: any[]}} Step */

export class Replay {
  /** @param {string} name @param {{step?: number, by?: string}} [from] */
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
    /** @type {Set<string>} */
    this.asked = new Set();
    this.last = computed(() => this.story.value?.moves.length ?? 0);
    this.now = computed(() => this.steps.value.get(this.at.value) ?? null);
    this.before = computed(() => this.steps.value.get(this.at.value - 1) ?? null);
    this.timer = 0;
  }

  close() {
    clearTimeout(this.timer);
  }

  /** Look through somebody's eyes: "open", "nobody", or a seat. @param {string} by */
  async look(by) {
    this.by.value = by;
    this.steps.value = new Map();
    this.asked.clear();
    try {
      this.story.value = await api(`/api/tables/${this.name}/replay?by=${by}`);
      await this.go(Math.min(this.at.value, this.last.value));
    } catch (error) {
      this.trouble.value = error;
    }
  }

  /** @param {number} step */
  async go(step) {
    const place = Math.max(0, Math.min(this.last.value, step));
    await Promise.all([place - 1, place, place + PIECE / 2].filter((each) => each >= 0 && each <= this.last.value).map((each) => this.fetch(each)));
    this.at.value = place;
  }

  /** The piece that holds a step. @param {number} step */
  async fetch(step) {
    const first = Math.floor(step / PIECE) * PIECE, by = this.by.value;
    const key = `${by} ${first}`;
    if (this.asked.has(key)) return;
    this.asked.add(key);
    const { steps } = await api(`/api/tables/${this.name}/replay/${first}?last=${Math.min(first + PIECE - 1, this.last.value)}&by=${by}`);
    if (by !== this.by.value) return;
    const known = new Map(this.steps.value);
    /** @type {any} */
    let held = null;
    for (const each of steps) {
      held = { ...each, view: changed(held?.view, each.view), open: each.open.map((/** @type {any} */ one, /** @type {number} */ seat) => changed(held?.open[seat], one)) };
      known.set(each.step, held);
    }
    this.steps.value = known;
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

// A replay: a finished match, step by step. Steps are fetched in chunks as they are needed; the
// step, the perspective and the speed are signals.
import { batch, computed, signal } from "../lib.js";
import { api } from "../net/api.js";
import { applyPatch } from "./table-session.js";

const CHUNK = 30; // steps fetched at once
export const SPEEDS = [0.5, 1, 2, 4];
const STEP_TIME = 1400; // ms at speed 1

/** @typedef {{step: number, waiting: number[], view: any, open: any[], events: any[]}} Step */

export class ReplaySession {
  /**
   * @param {string} name of the table
   * @param {{step?: number, by?: string}} [start]
   */
  constructor(name, { step = 0, by = "open" } = {}) {
    this.name = name;
    this.at = signal(step);
    /** The perspective: "open" for all cards, "nobody" for a spectator, or a seat. */
    this.by = signal(by);
    this.speed = signal(1);
    this.playing = signal(false);
    /** @type {import("../vendor/signals.js").Signal<any>} the table, and every move in words */
    this.overview = signal(null);
    /** @type {import("../vendor/signals.js").Signal<any>} */
    this.error = signal(null);
    /** @type {import("../vendor/signals.js").Signal<Map<number, Step>>} */
    this.steps = signal(new Map());
    /** @type {Set<number>} numbers of the chunks that were requested */
    this.requested = new Set();
    this.last = computed(() => this.overview.value?.moves.length ?? 0);
    this.now = computed(() => this.steps.value.get(this.at.value) ?? null);
    this.before = computed(() => this.steps.value.get(this.at.value - 1) ?? null);
    this.timer = 0;
  }

  close() {
    clearTimeout(this.timer);
  }

  /**
   * Change the perspective. The old one stays on the page until the new one is loaded.
   * @param {string} by
   */
  async watchAs(by) {
    try {
      const overview = await api(`/api/tables/${this.name}/replay?by=${by}`);
      const at = Math.min(this.at.value, overview.moves.length);
      const steps = await this.fetchChunk(by, at, overview.moves.length);
      this.requested = new Set([Math.floor(at / CHUNK)]);
      batch(() => {
        this.by.value = by;
        this.overview.value = overview;
        this.steps.value = steps;
        this.at.value = at;
      });
    } catch (error) {
      this.error.value = error;
    }
  }

  /** @param {number} wanted */
  async go(wanted) {
    const step = Math.max(0, Math.min(this.last.value, wanted));
    await Promise.all(
      [step - 1, step, step + CHUNK / 2]
        .filter((each) => each >= 0 && each <= this.last.value)
        .map((each) => this.fetch(each)),
    );
    this.at.value = step;
  }

  /**
   * Fetch the chunk that holds a step, once.
   * @param {number} step
   */
  async fetch(step) {
    const number = Math.floor(step / CHUNK),
      by = this.by.value;
    if (this.requested.has(number)) return;
    this.requested.add(number);
    const steps = await this.fetchChunk(by, step, this.last.value);
    if (by === this.by.value) this.steps.value = new Map([...this.steps.value, ...steps]);
  }

  /**
   * @param {string} by
   * @param {number} step
   * @param {number} last
   * @returns {Promise<Map<number, Step>>}
   */
  async fetchChunk(by, step, last) {
    const first = Math.floor(step / CHUNK) * CHUNK;
    const { steps } = await api(
      `/api/tables/${this.name}/replay/${first}?last=${Math.min(first + CHUNK - 1, last)}&by=${by}`,
    );
    /** @type {any} */
    let previous = null;
    return new Map(
      steps.map((/** @type {any} */ each) => {
        previous = {
          ...each,
          view: applyPatch(previous?.view, each.view),
          open: each.open.map((/** @type {any} */ patch, /** @type {number} */ seat) =>
            applyPatch(previous?.open[seat], patch),
          ),
        };
        return [each.step, previous];
      }),
    );
  }

  play() {
    clearTimeout(this.timer);
    if (this.at.value >= this.last.value) void this.go(0);
    this.playing.value = true;
    const next = async () => {
      if (!this.playing.value) return;
      await this.go(this.at.value + 1).catch(() => this.pause());
      if (this.at.value >= this.last.value) return this.pause();
      this.timer = window.setTimeout(next, STEP_TIME / this.speed.value);
    };
    this.timer = window.setTimeout(next, STEP_TIME / this.speed.value / 2);
  }

  pause() {
    clearTimeout(this.timer);
    this.playing.value = false;
  }
}

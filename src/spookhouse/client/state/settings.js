// The settings of this device. They are kept in the browser and never sent.
import { computed, effect, signal } from "../lib.js";

/**
 * @typedef {{memory: boolean, motion: "auto" | "full" | "less", pace: "calm" | "quick", reactions:
 *   boolean, muted: string[], sound: boolean, contrast: "normal" | "more", size: number, coach:
 *   boolean}} Settings
 */

/** @type {Settings} */
const DEFAULTS = {
  memory: true,
  motion: "auto",
  pace: "calm",
  reactions: true,
  muted: [],
  sound: false,
  contrast: "normal",
  size: 100,
  coach: true,
};
const STORAGE_KEY = "settings";

/** @returns {Settings} */
function stored() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "{}") };
  } catch {
    return DEFAULTS;
  }
}

export const settings = signal(stored());

/** @param {Partial<Settings>} changes */
export function changeSettings(changes) {
  settings.value = { ...settings.value, ...changes };
  localStorage.setItem(STORAGE_KEY, JSON.stringify(settings.value));
}

addEventListener("storage", (event) => event.key === STORAGE_KEY && (settings.value = stored()));

const reduced = matchMedia("(prefers-reduced-motion: reduce)");
const prefersReduced = signal(reduced.matches);
reduced.addEventListener("change", () => (prefersReduced.value = reduced.matches));

/** "full" or "less"; the setting "auto" follows the device. */
export const motion = computed(() =>
  settings.value.motion === "auto"
    ? prefersReduced.value
      ? "less"
      : "full"
    : settings.value.motion,
);

/** The settings that boards receive. */
export const boardSettings = computed(() => ({ ...settings.value, motion: motion.value }));

effect(() => {
  const root = document.documentElement;
  root.dataset.motion = motion.value;
  root.dataset.contrast = settings.value.contrast;
  root.style.fontSize = `${settings.value.size}%`;
});

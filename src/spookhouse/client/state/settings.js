// What this device is set to. Kept in the browser, told to nobody.
import { computed, effect, signal } from "../lib.js";

/**
 * @typedef {{memory: boolean, motion: "auto" | "full" | "less", pace: "calm" | "quick", reactions:
 *   boolean, muted: string[], sound: boolean, contrast: "normal" | "more", size: number, coach:
 *   boolean}} Settings
 */

/** @type {Settings} */
const USUAL = {
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
const PLACE = "settings";

/** @returns {Settings} */
function kept() {
  try {
    return { ...USUAL, ...JSON.parse(localStorage.getItem(PLACE) ?? "{}") };
  } catch {
    return USUAL;
  }
}

export const settings = signal(kept());

/** @param {Partial<Settings>} changes */
export function set(changes) {
  settings.value = { ...settings.value, ...changes };
  localStorage.setItem(PLACE, JSON.stringify(settings.value));
}

addEventListener("storage", (event) => event.key === PLACE && (settings.value = kept()));

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const wantsCalm = signal(calm.matches);
calm.addEventListener("change", () => (wantsCalm.value = calm.matches));

/** "full" or "less", after the device's own wish. */
export const motion = computed(() =>
  settings.value.motion === "auto" ? (wantsCalm.value ? "less" : "full") : settings.value.motion,
);

/** The settings as boards get them. */
export const forBoards = computed(() => ({ ...settings.value, motion: motion.value }));

effect(() => {
  const root = document.documentElement;
  root.dataset.motion = motion.value;
  root.dataset.contrast = settings.value.contrast;
  root.style.fontSize = `${settings.value.size}%`;
});

// Sounds, made here and now with WebAudio: nothing is loaded, and nothing is heard until somebody
// asks for it.
import { settings } from "../state/settings.js";

/** @type {AudioContext | null} */
let context = null;

/** @returns {AudioContext | null} */
function ready() {
  if (!settings.value.sound || !("AudioContext" in globalThis)) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context;
}

/**
 * A tone that swells and fades.
 * @param {AudioContext} air
 * @param {OscillatorType} kind
 * @param {[number, number][]} pitches hertz by seconds
 * @param {number} loud
 * @param {number} [from]
 */
function tone(air, kind, pitches, loud, from = 0) {
  const start = air.currentTime + from;
  const end = start + pitches[pitches.length - 1][1];
  const voice = air.createOscillator(),
    volume = air.createGain();
  voice.type = kind;
  pitches.forEach(([hertz, at], number) =>
    number
      ? voice.frequency.exponentialRampToValueAtTime(hertz, start + at)
      : voice.frequency.setValueAtTime(hertz, start),
  );
  volume.gain.setValueAtTime(0.0001, start);
  volume.gain.exponentialRampToValueAtTime(loud, start + Math.min(0.08, (end - start) / 3));
  volume.gain.exponentialRampToValueAtTime(0.0001, end);
  voice.connect(volume).connect(air.destination);
  voice.start(start);
  voice.stop(end + 0.02);
  return voice;
}

/**
 * Wind: noise through a filter that opens and closes.
 * @param {AudioContext} air
 * @param {number} seconds
 * @param {number} loud
 */
function wind(air, seconds, loud) {
  const noise = air.createBuffer(1, air.sampleRate * seconds, air.sampleRate);
  const data = noise.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
  const source = air.createBufferSource();
  const filter = air.createBiquadFilter();
  const volume = air.createGain();
  const now = air.currentTime;
  source.buffer = noise;
  filter.type = "bandpass";
  filter.Q.value = 6;
  filter.frequency.setValueAtTime(300, now);
  filter.frequency.exponentialRampToValueAtTime(1400, now + seconds / 2);
  filter.frequency.exponentialRampToValueAtTime(200, now + seconds);
  volume.gain.setValueAtTime(0.0001, now);
  volume.gain.exponentialRampToValueAtTime(loud, now + seconds / 3);
  volume.gain.exponentialRampToValueAtTime(0.0001, now + seconds);
  source.connect(filter).connect(volume).connect(air.destination);
  source.start();
}

/** @type {Record<string, (air: AudioContext) => void>} */
const SOUNDS = {
  tick: (air) =>
    void tone(
      air,
      "triangle",
      [
        [520, 0],
        [180, 0.09],
      ],
      0.12,
    ),
  turn: (air) =>
    [659, 880].forEach((hertz, at) =>
      tone(
        air,
        "sine",
        [
          [hertz, 0],
          [hertz, 0.35],
        ],
        0.1,
        at * 0.12,
      ),
    ),
  chime: (air) =>
    [0, 1, 2].forEach((at) =>
      tone(
        air,
        "sine",
        [
          [392, 0],
          [388, 1.4],
        ],
        0.12,
        at * 0.7,
      ),
    ),
  win: (air) =>
    [523, 659, 784, 1047].forEach((hertz, at) =>
      tone(
        air,
        "triangle",
        [
          [hertz, 0],
          [hertz, 0.5],
        ],
        0.1,
        at * 0.13,
      ),
    ),
  lose: (air) =>
    [392, 370, 330].forEach((hertz, at) =>
      tone(
        air,
        "triangle",
        [
          [hertz, 0],
          [hertz * 0.97, 0.5],
        ],
        0.09,
        at * 0.22,
      ),
    ),
  howl(air) {
    // a terrifying ghost
    wind(air, 4, 0.35);
    for (const [off, kind] of /** @type {[number, OscillatorType][]} */ ([
      [1, "sawtooth"],
      [1.012, "sawtooth"],
      [0.5, "sine"],
    ])) {
      const voice = tone(
        air,
        kind,
        [
          [130 * off, 0],
          [620 * off, 1.1],
          [540 * off, 1.9],
          [880 * off, 2.4],
          [90 * off, 4],
        ],
        off === 0.5 ? 0.2 : 0.09,
      );
      const shiver = air.createOscillator();
      const depth = air.createGain();
      shiver.frequency.value = 6.5;
      depth.gain.value = 22;
      shiver.connect(depth).connect(voice.frequency);
      shiver.start();
      shiver.stop(air.currentTime + 4);
    }
  },
};

/**
 * Let something be heard.
 * @param {string} name
 */
export function sound(name) {
  const air = ready();
  if (air) SOUNDS[name]?.(air);
}

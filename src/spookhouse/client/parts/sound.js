// Sounds, synthesized with WebAudio: no file is loaded. They are off until somebody turns them on.
import { settings } from "../state/settings.js";

/** @type {AudioContext | null} */
let context = null;

/** @returns {AudioContext | null} */
function audioContext() {
  if (!settings.value.sound || !("AudioContext" in globalThis)) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context;
}

/**
 * Play a tone that swells and fades.
 * @param {AudioContext} audio
 * @param {OscillatorType} kind
 * @param {[number, number][]} pitches pairs of hertz and seconds
 * @param {number} loud
 * @param {number} [delay] seconds
 */
function tone(audio, kind, pitches, loud, delay = 0) {
  const start = audio.currentTime + delay;
  const end = start + pitches[pitches.length - 1][1];
  const voice = audio.createOscillator(),
    volume = audio.createGain();
  voice.type = kind;
  pitches.forEach(([hertz, at], number) =>
    number
      ? voice.frequency.exponentialRampToValueAtTime(hertz, start + at)
      : voice.frequency.setValueAtTime(hertz, start),
  );
  volume.gain.setValueAtTime(0.0001, start);
  volume.gain.exponentialRampToValueAtTime(loud, start + Math.min(0.08, (end - start) / 3));
  volume.gain.exponentialRampToValueAtTime(0.0001, end);
  voice.connect(volume).connect(audio.destination);
  voice.start(start);
  voice.stop(end + 0.02);
  return voice;
}

/**
 * Play wind: noise through a filter that opens and closes.
 * @param {AudioContext} audio
 * @param {number} seconds
 * @param {number} loud
 */
function wind(audio, seconds, loud) {
  const noise = audio.createBuffer(1, audio.sampleRate * seconds, audio.sampleRate);
  const data = noise.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
  const source = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  const volume = audio.createGain();
  const now = audio.currentTime;
  source.buffer = noise;
  filter.type = "bandpass";
  filter.Q.value = 6;
  filter.frequency.setValueAtTime(300, now);
  filter.frequency.exponentialRampToValueAtTime(1400, now + seconds / 2);
  filter.frequency.exponentialRampToValueAtTime(200, now + seconds);
  volume.gain.setValueAtTime(0.0001, now);
  volume.gain.exponentialRampToValueAtTime(loud, now + seconds / 3);
  volume.gain.exponentialRampToValueAtTime(0.0001, now + seconds);
  source.connect(filter).connect(volume).connect(audio.destination);
  source.start();
}

/** @type {Record<string, (audio: AudioContext) => void>} */
const SOUNDS = {
  tick: (audio) =>
    void tone(
      audio,
      "triangle",
      [
        [520, 0],
        [180, 0.09],
      ],
      0.12,
    ),
  turn: (audio) =>
    [659, 880].forEach((hertz, at) =>
      tone(
        audio,
        "sine",
        [
          [hertz, 0],
          [hertz, 0.35],
        ],
        0.1,
        at * 0.12,
      ),
    ),
  chime: (audio) =>
    [0, 1, 2].forEach((at) =>
      tone(
        audio,
        "sine",
        [
          [392, 0],
          [388, 1.4],
        ],
        0.12,
        at * 0.7,
      ),
    ),
  win: (audio) =>
    [523, 659, 784, 1047].forEach((hertz, at) =>
      tone(
        audio,
        "triangle",
        [
          [hertz, 0],
          [hertz, 0.5],
        ],
        0.1,
        at * 0.13,
      ),
    ),
  lose: (audio) =>
    [392, 370, 330].forEach((hertz, at) =>
      tone(
        audio,
        "triangle",
        [
          [hertz, 0],
          [hertz * 0.97, 0.5],
        ],
        0.09,
        at * 0.22,
      ),
    ),
  howl(audio) {
    // a terrifying ghost
    wind(audio, 4, 0.35);
    for (const [off, kind] of /** @type {[number, OscillatorType][]} */ ([
      [1, "sawtooth"],
      [1.012, "sawtooth"],
      [0.5, "sine"],
    ])) {
      const voice = tone(
        audio,
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
      const shiver = audio.createOscillator();
      const depth = audio.createGain();
      shiver.frequency.value = 6.5;
      depth.gain.value = 22;
      shiver.connect(depth).connect(voice.frequency);
      shiver.start();
      shiver.stop(audio.currentTime + 4);
    }
  },
};

/**
 * Play a sound, if sounds are on.
 * @param {string} name
 */
export function sound(name) {
  const audio = audioContext();
  if (audio) SOUNDS[name]?.(audio);
}

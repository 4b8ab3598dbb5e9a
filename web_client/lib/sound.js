/**
 * Sounds of the game, synthesised, so that no file is loaded. Browsers allow sound only after the first click, tap or
 * key; until then `play` is silent.
 */

import { load, save } from "./storage.js";

/** @typedef {"stone" | "win" | "lose" | "notify"} Sound */

/** @type {AudioContext | null} */
let context = null;

/** @returns {boolean} */
export const muted = () => load("muted", false);

/** @param {boolean} value */
export const setMuted = (value) => save("muted", value);

/** @param {Sound} sound */
export function play(sound) {
  if (muted() || typeof AudioContext === "undefined" || navigator.userActivation?.hasBeenActive === false) return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  const now = context.currentTime + 0.005;
  if (sound === "stone") knock(context, now);
  else for (const [delay, pitch] of TUNES[sound]) note(context, now + delay, pitch);
}

/** Notes as [seconds after the start, hertz]. */
const TUNES = {
  win: [
    [0, 523.25],
    [0.13, 659.25],
    [0.26, 783.99],
  ],
  lose: [
    [0, 392],
    [0.18, 329.63],
  ],
  notify: [
    [0, 659.25],
    [0.1, 880],
  ],
};

/**
 * Synthesise slate on wood: a burst of noise for the contact, and two quickly decaying tones for the body of the board.
 *
 * @param {AudioContext} audio
 * @param {number} when
 */
function knock(audio, when) {
  const click = audio.createBufferSource();
  click.buffer = noise(audio);
  const band = audio.createBiquadFilter();
  band.type = "bandpass";
  band.frequency.value = 2400;
  band.Q.value = 0.9;
  click.connect(band).connect(fading(audio, when, 0.35, 0.035));
  click.start(when);
  tone(audio, when, 310, "sine", 0.3, 0.09);
  tone(audio, when, 870, "triangle", 0.12, 0.05);
}

/** @param {AudioContext} audio @param {number} when @param {number} pitch */
function note(audio, when, pitch) {
  tone(audio, when, pitch, "sine", 0.12, 0.5);
  tone(audio, when, pitch * 2, "sine", 0.03, 0.3);
}

/**
 * @param {AudioContext} audio
 * @param {number} when
 * @param {number} pitch
 * @param {OscillatorType} shape
 * @param {number} loudness
 * @param {number} seconds
 */
function tone(audio, when, pitch, shape, loudness, seconds) {
  const source = audio.createOscillator();
  source.type = shape;
  source.frequency.value = pitch;
  source.connect(fading(audio, when, loudness, seconds));
  source.start(when);
  source.stop(when + seconds + 0.02);
}

/**
 * @param {AudioContext} audio
 * @param {number} when
 * @param {number} loudness
 * @param {number} seconds
 * @returns {GainNode}
 */
function fading(audio, when, loudness, seconds) {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.0001, when);
  gain.gain.exponentialRampToValueAtTime(loudness, when + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.0001, when + seconds);
  gain.connect(audio.destination);
  return gain;
}

/** @param {AudioContext} audio @returns {AudioBuffer}  50 ms long */
function noise(audio) {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate / 20), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index++) samples[index] = Math.random() * 2 - 1;
  return buffer;
}

// Sounds and speech, both off until they are wished for: short tones made here, and the browser's own voice.

import { settings } from "./page.js";

export const SOUNDS = "crossboard-sounds";
export const SPEECH = "crossboard-speech";
const TONES = { ply: [440, 0.07], refused: [160, 0.18], over: [660, 0.35] }; // Hz, seconds
const LOUD = 0.08;

let audio = null;

export const isOn = (what) => settings.get(what) === "1";

/** A sound of TONES, if sounds are on. */
export function sound(name) {
  if (!isOn(SOUNDS)) return;
  audio ||= new AudioContext();
  const [tone, gain] = [audio.createOscillator(), audio.createGain()];
  const [pitch, length] = TONES[name];
  tone.frequency.value = pitch;
  gain.gain.setValueAtTime(LOUD, audio.currentTime);
  gain.gain.exponentialRampToValueAtTime(0.0001, audio.currentTime + length);
  tone.connect(gain).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + length);
}

/** Say it aloud, if speech is on and the browser has a voice. */
export function speak(words) {
  if (!isOn(SPEECH) || !words || !window.speechSynthesis) return;
  speechSynthesis.cancel();
  const said = new SpeechSynthesisUtterance(words);
  said.lang = "en";
  speechSynthesis.speak(said);
}

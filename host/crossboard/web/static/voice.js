// Sounds and speech: short tones made here, and the browser's own voice. Speech is off until it is wished for, and so are sounds, but
// on a phone, which one holds in one's hand: there they are on from the first tap. (A hall's wall makes none.)

import { LANGUAGE } from "./language.js";
import { settings } from "./page.js";

export const SOUNDS = "crossboard-sounds";
export const SPEECH = "crossboard-speech";
const HELD = matchMedia("(pointer: coarse)");
/** What is heard: notes one after the other, each with its Hz and seconds. */
const TONES = {
  ply: [[440, 0.07]],
  capture: [[330, 0.06], [220, 0.12]],
  refused: [[160, 0.18]],
  over: [[523, 0.14], [659, 0.14], [784, 0.3]],
  low: [[880, 0.09], [880, 0.09]],
};
const LOUD = 0.08;

let audio = null;

export const isOn = (what) => (settings.get(what) ?? (what === SOUNDS && HELD.matches ? "1" : "")) === "1";

/** A browser makes sounds once somebody has touched the page. */
function open() {
  audio ||= new AudioContext();
  if (audio.state === "suspended") audio.resume();
}

addEventListener("pointerdown", () => isOn(SOUNDS) && open(), { once: true, capture: true });

/** A sound of TONES, if sounds are on. */
export function sound(name) {
  if (!isOn(SOUNDS) || navigator.userActivation?.hasBeenActive === false) return; // else they would all be heard with the first touch
  open();
  let at = audio.currentTime;
  for (const [pitch, length] of TONES[name]) {
    const [tone, gain] = [audio.createOscillator(), audio.createGain()];
    tone.frequency.value = pitch;
    gain.gain.setValueAtTime(LOUD, at);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
    tone.connect(gain).connect(audio.destination);
    tone.start(at);
    tone.stop(at + length);
    at += length;
  }
}

/** Say it aloud, if speech is on and the browser has a voice. */
export function speak(words) {
  if (!isOn(SPEECH) || !words || !window.speechSynthesis) return;
  speechSynthesis.cancel();
  const said = new SpeechSynthesisUtterance(words);
  said.lang = LANGUAGE;
  speechSynthesis.speak(said);
}

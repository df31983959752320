/** Synthesized sounds: a gong when it is my turn, ticks for cards and trains. */
import { settings } from "./settings.svelte";

let context: AudioContext | null = null;

function tone(frequency: number, start: number, length: number, strength: number): void {
  if (!context) return;
  const voice = context.createOscillator();
  const volume = context.createGain();
  const at = context.currentTime + start;
  voice.type = "sine";
  voice.frequency.value = frequency;
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(strength, at + 0.012);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + length);
  voice.connect(volume).connect(context.destination);
  voice.start(at);
  voice.stop(at + length);
}

/** Browsers allow sound only after the user has interacted with the page. */
function ready(): boolean {
  if (!settings.chosen.sound || !navigator.userActivation?.hasBeenActive) return false;
  context ??= new AudioContext();
  return true;
}

export const sound = {
  turn(): void {
    if (!ready()) return;
    [523.25, 659.25, 783.99].forEach((pitch, n) => tone(pitch, n * 0.16, 0.9, 0.07));
  },
  card(): void {
    if (ready()) tone(1400, 0, 0.05, 0.03);
  },
  claim(pieces: number): void {
    if (!ready()) return;
    for (let piece = 0; piece < pieces; piece++) tone(240 + piece * 22, piece * 0.09, 0.14, 0.06);
  },
  end(): void {
    if (!ready()) return;
    [392, 523.25, 659.25, 783.99].forEach((pitch, n) => tone(pitch, n * 0.14, 1.2, 0.06));
  },
};

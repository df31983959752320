/** SHA-256 of a text of plain letters, for pages without a secure context, where the browser's own is missing. */

const PRIMES = Array.from({ length: 312 }, (_, n) => n).filter((n) => n > 1 && !Array.from({ length: n }, (_, m) => m).some((m) => m > 1 && n % m === 0)).slice(0, 64);
const fraction = (root: number) => ((root - Math.floor(root)) * 2 ** 32) | 0;
const FIRST = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));

const turn = (word: number, by: number) => (word >>> by) | (word << (32 - by));

/** The text with its end mark and its length, as words of 32 bits. */
function padded(text: string): number[] {
  const bytes = [...new TextEncoder().encode(text), 0x80];
  while (bytes.length % 64 !== 56) bytes.push(0);
  const words = Array.from({ length: bytes.length / 4 }, (_, n) => bytes.slice(4 * n, 4 * n + 4).reduce((word, byte) => (word << 8) | byte, 0));
  return [...words, 0, 8 * text.length];
}

function schedule(block: number[]): number[] {
  const words = [...block];
  for (let n = 16; n < 64; n++) {
    const [a, b] = [words[n - 15]!, words[n - 2]!];
    const low = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3);
    const high = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
    words.push((words[n - 16]! + low + words[n - 7]! + high) | 0);
  }
  return words;
}

function mix(state: number[], block: number[]): number[] {
  let [a, b, c, d, e, f, g, h] = state as [number, number, number, number, number, number, number, number];
  schedule(block).forEach((word, n) => {
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[n]! + word) | 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  });
  return [a, b, c, d, e, f, g, h].map((word, n) => (word + state[n]!) | 0);
}

/** The hash in hexadecimal digits. */
export function sha256(text: string): string {
  const words = padded(text);
  let state = FIRST;
  for (let n = 0; n < words.length; n += 16) state = mix(state, words.slice(n, n + 16));
  return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

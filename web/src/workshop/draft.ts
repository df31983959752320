/** The draft in this browser: a closed tab loses nothing, and the last steps can still be undone. */
import type { Region } from "../protocol";
import type { Kept } from "./history";
import { asSketch, type Sketch } from "./sketch";

/** A board and its region: the unit of undo. */
export interface State {
  sketch: Sketch;
  region: Region;
}

export interface Draft extends State {
  /** Whether options follow the size of the map. */
  fitting: boolean;
  /** When it was last changed, in milliseconds since 1970. */
  at: number;
}

const STORE = "semafor.workshop";
const STEPS = "semafor.workshop.steps";
/** Characters; a browser stores about five million. */
const ROOM = 1_500_000;

function stored<T>(key: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") as T | null;
  } catch {
    return null;
  }
}

function keep(key: string, text: string): boolean {
  try {
    localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** The draft of this browser; null if there is none that can be read. */
export function loadDraft(): Draft | null {
  const found = stored<Draft>(STORE);
  return found?.sketch && found.region ? { ...found, sketch: asSketch(found.sketch) } : null;
}

/** Store it; returns false if the browser has no room. */
export function keepDraft(draft: Draft): boolean {
  return keep(STORE, JSON.stringify(draft));
}

interface Steps extends Kept<State> {
  /** The draft to which they belong. */
  at: number;
}

/** The undo steps of a draft; none if they belong to another. */
export function loadSteps(at: number): Kept<State> {
  const found = stored<Steps>(STEPS);
  const sound = found?.at === at && Array.isArray(found.past) && Array.isArray(found.future);
  return sound ? { past: found.past, future: found.future } : { past: [], future: [] };
}

/** Store the undo steps of a draft, as many as fit. */
export function keepSteps(at: number, nearest: (steps: number) => Kept<State>): void {
  for (let steps = 64; steps >= 1; steps = Math.floor(steps / 2)) {
    const text = JSON.stringify({ at, ...nearest(steps) } satisfies Steps);
    if (text.length <= ROOM && keep(STEPS, text)) return;
  }
  localStorage.removeItem(STEPS);
}

/** What is being drawn, kept in this browser: a closed tab loses nothing. */
import type { Region } from "../protocol";
import { asSketch, type Sketch } from "./sketch";

export interface Draft {
  sketch: Sketch;
  region: Region;
  /** Whether options follow the size of the map. */
  fitting: boolean;
  /** When it was last changed, in milliseconds since 1970. */
  at: number;
}

const STORE = "semafor.workshop";

/** The draft of this browser; null where there is none that can be read. */
export function loadDraft(): Draft | null {
  try {
    const found = JSON.parse(localStorage.getItem(STORE) ?? "null") as Draft | null;
    return found?.sketch && found.region ? { ...found, sketch: asSketch(found.sketch) } : null;
  } catch {
    return null;
  }
}

/** Keep it; false where the browser has no room. */
export function keepDraft(draft: Draft): boolean {
  try {
    localStorage.setItem(STORE, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

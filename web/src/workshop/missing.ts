/** What an unfinished board still lacks, as opposed to what is wrong. */
import type { Remark } from "../protocol";
import { isCardGame } from "./cardGame";
import type { Sketch } from "./sketch";
import type { WorkshopKey } from "./words";

/** Faults that every unfinished board has. */
const MISSING = new Set(["no-places", "no-routes", "idle-pieces", "not-connected", "too-few-tickets"].map((code) => `fault.${code}`));
const FEWEST_PLACES = 2;

export const isMissing = (fault: Remark): boolean => MISSING.has(fault.told.words);

/** What to do next, and how many. */
export interface Step {
  key: WorkshopKey & `next_${string}`;
  n: number;
}

/** The first thing that a board lacks, in the order of drawing; null if it lacks nothing. */
export function nextStep(sketch: Sketch, missing: Remark[]): Step | null {
  const find = (code: string) => missing.find((fault) => fault.told.words === `fault.${code}`);
  const places = FEWEST_PLACES - sketch.places.length;
  if (missing.length && places > 0) return { key: sketch.places.length ? "next_more_places" : "next_places", n: places };
  if (!isCardGame(sketch) && missing.length && !sketch.routes.length) return { key: "next_routes", n: 1 };
  if (find("not-connected")) return { key: "next_join", n: 1 };
  const few = find("too-few-tickets")?.told.details as { n: number; least: number } | undefined;
  if (few) return { key: "next_tickets", n: few.least - few.n };
  return missing.length ? { key: "next_routes", n: 1 } : null;
}

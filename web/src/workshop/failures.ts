/** What went wrong in the workshop, in the chosen language. */
import { asProblem, tellCode, tellProblem } from "../lib/problem";
import { TooLarge } from "./files";
import { NothingToImport } from "./importing";
import { w } from "./words";

export function tellFailure(error: unknown): string {
  if (error instanceof NothingToImport) return w("nothing_found");
  return error instanceof TooLarge ? tellCode("too-large") : tellProblem(asProblem(error));
}

/** Error messages of the workshop. */
import { asProblem, tellCode, tellProblem } from "../lib/problem";
import { NotText, TooLarge } from "./files";
import { MOST_PLACES } from "./sketch";
import { w } from "./words";

export class NothingToImport extends Error {}
export class TooManyPlaces extends Error {
  constructor(readonly places: number) {
    super();
  }
}

export function tellFailure(error: unknown): string {
  if (error instanceof NothingToImport) return w("nothing_found");
  if (error instanceof TooManyPlaces) return w("too_many_places", { n: error.places, most: MOST_PLACES });
  if (error instanceof NotText) return w("not_text");
  return error instanceof TooLarge ? tellCode("too-large") : tellProblem(asProblem(error));
}

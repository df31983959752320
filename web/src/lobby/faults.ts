/** The faults of a board file, as listed in the server's refusal. */
import type { Problem } from "../protocol";
import type { Details, Phrase } from "../lib/i18n/say";

export interface Fault {
  /** The line of the file, if known. */
  line?: number;
  /** The entry: `routes[17] palermo–smyrna, length`. */
  where?: string;
  problem: Phrase;
  expected: Phrase;
}

/** The listed faults, and how many more there are. */
export function faultsOf(problem: Problem): { faults: Fault[]; more: number } {
  const details: Details = problem.details ?? {};
  const told = (details["faults"] ?? []) as { details: Fault }[];
  return { faults: told.map((fault) => fault.details), more: Number(details["more"] ?? 0) };
}

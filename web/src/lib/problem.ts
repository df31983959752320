/** Refusals in the chosen language. */
import type { Problem } from "../protocol";
import { Refused } from "./api";
import { say, type Naming, type Phrase } from "./i18n/say";
import { settings } from "./settings.svelte";

/** A refusal: its code, the details of its message, and the server's own sentence. */
export type Told = Pick<Problem, "code" | "sentence" | "details">;

/** Why something was refused, in the chosen language; the server's sentence if there is no message. */
export function tellProblem({ code, sentence, details }: Told, naming?: Naming): string {
  return say(settings.language, `refusal.${code}`, details, naming) ?? sentence;
}

/** The message of a code without details. */
export function tellCode(code: string): string {
  return tellProblem({ code, sentence: code });
}

/** A phrase of the catalogue in the chosen language. */
export function tellPhrase({ words, details }: Phrase): string {
  return say(settings.language, words, details) ?? "";
}

/** Any error as a problem that can be described. */
export function asProblem(error: unknown): Problem {
  return error instanceof Refused ? error.problem : { code: "failed", sentence: String(error), rule: null };
}

/** Refusals in the player's language. */
import type { Problem } from "../protocol";
import { Refused } from "./api";
import { say, type Naming, type Phrase } from "./i18n/say";
import { settings } from "./settings.svelte";

/** What is told of a refusal: its code with the details that its words need, and the server's own sentence. */
export type Told = Pick<Problem, "code" | "sentence" | "details">;

/** Why something was refused, in the chosen language; the server's sentence where we have no words. */
export function tellProblem({ code, sentence, details }: Told, naming?: Naming): string {
  return say(settings.language, `refusal.${code}`, details, naming) ?? sentence;
}

/** The words of a code alone. */
export function tellCode(code: string): string {
  return tellProblem({ code, sentence: code });
}

/** A phrase of the catalogue in the chosen language. */
export function tellPhrase({ words, details }: Phrase): string {
  return say(settings.language, words, details) ?? "";
}

/** Whatever went wrong, as a problem that can be told. */
export function asProblem(error: unknown): Problem {
  return error instanceof Refused ? error.problem : { code: "failed", sentence: String(error), rule: null };
}

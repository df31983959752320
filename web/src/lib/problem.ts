/** Refusals in the player's language. */
import type { Problem } from "../protocol";
import { Refused } from "./api";
import { tOr } from "./i18n";

/** Numbers that stand alone in a sentence, not those in a name such as `New York/1`. */
function numbersIn(sentence: string): string[] {
  return sentence.match(/(?<=\s)\d+(?=[\s.,])/g) ?? [];
}

/** Why something was refused, in the chosen language, with the numbers of the server's sentence where we have words for them. */
export function tellProblem({ code, sentence }: { code: string; sentence: string }): string {
  const plain = tOr(`error_${code}`, sentence);
  const [n, m] = numbersIn(sentence);
  if (n === undefined) return plain;
  const exact = tOr(`error_${code}_n`, plain, m === undefined ? { n } : { n, m });
  return /\{\w+\}/.test(exact) ? plain : exact;
}

/** Whatever went wrong, as a problem that can be told. */
export function asProblem(error: unknown): Problem {
  return error instanceof Refused ? error.problem : { code: "unclear", sentence: String(error), rule: null };
}

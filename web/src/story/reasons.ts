/** Messages of reasons, loaded with the analysis. */
import reasons from "../lib/i18n/reasons.json";
import { addMessages, say, type Phrase } from "../lib/i18n/say";
import { settings } from "../lib/settings.svelte";
import { namingOf, type Speaker } from "../lib/tell";

addMessages(reasons);

/** A reason as a sentence. */
export function tellReason(reason: Phrase, speaker: Speaker): string {
  return say(settings.language, reason.words, reason.details ?? {}, namingOf(speaker)) ?? "";
}

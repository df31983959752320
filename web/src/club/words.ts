/** Messages of the club's pages. */
import { messagesOf, type KeyOf } from "../lib/i18n";
import club from "../lib/i18n/club.json";
import { addMessages } from "../lib/i18n/say";
import { settings } from "../lib/settings.svelte";

addMessages(club);

/** A message of the club in the chosen language. */
export const c = messagesOf<KeyOf<typeof club, "club">>("club");

/** A date in the chosen language. */
export function day(seconds: number): string {
  return new Date(seconds * 1000).toLocaleDateString(settings.language, { dateStyle: "medium" });
}

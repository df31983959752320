/** Messages of the workshop. */
import { messagesOf, type KeyOf } from "../lib/i18n";
import { addMessages } from "../lib/i18n/say";
import workshop from "../lib/i18n/workshop.json";

addMessages(workshop);

export type WorkshopKey = KeyOf<typeof workshop, "workshop">;

/** A message of the workshop in the chosen language. */
export const w = messagesOf<WorkshopKey>("workshop");

/** A message without placeholders in both languages, for names. */
export function inBoth(key: WorkshopKey): { en: string; pl: string } {
  return { en: workshop.en[`workshop.${key}`], pl: workshop.pl[`workshop.${key}`] };
}

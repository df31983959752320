/** The words of the club's pages, fetched with them: whoever only plays does without. */
import { fillWords, type Values, type Words } from "../lib/i18n";
import { club as en } from "../lib/i18n/en.club";
import { club as pl } from "../lib/i18n/pl.club";
import { settings } from "../lib/settings.svelte";

export type ClubKey = keyof typeof en;

const DICTIONARIES: Record<"en" | "pl", Record<ClubKey, Words>> = { en, pl };

/** A message of the club in the chosen language. */
export function c(key: ClubKey, values: Values = {}): string {
  return fillWords(settings.language, DICTIONARIES[settings.language][key], values);
}

/** A day as the language writes it. */
export function day(seconds: number): string {
  return new Date(seconds * 1000).toLocaleDateString(settings.language, { dateStyle: "medium" });
}

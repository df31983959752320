/** The words of the workshop, fetched with it. */
import { fillWords, type Values } from "../lib/i18n";
import { workshop as en } from "../lib/i18n/en.workshop";
import { workshop as pl } from "../lib/i18n/pl.workshop";
import { settings } from "../lib/settings.svelte";

export type WorkshopKey = keyof typeof en;

/** A message of the workshop in the chosen language. */
export function w(key: WorkshopKey, values: Values = {}): string {
  return fillWords(settings.language, (settings.language === "pl" ? pl : en)[key], values);
}

/** A message without gaps in both languages, for names. */
export function inBoth(key: WorkshopKey): { en: string; pl: string } {
  return { en: fillWords("en", en[key]), pl: fillWords("pl", pl[key]) };
}

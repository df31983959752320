/** Every word of the interface, in the language that is chosen now. */
import type { Language } from "../protocol";
import { settings } from "../settings.svelte";
import { en } from "./en";
import { changeIn, numeralIn, shareIn } from "./numbers";
import { pl } from "./pl";

export type Key = keyof typeof en;
/** A sentence with `{names}`, or one for each plural form, chosen by `n`. */
export type Words = string | Partial<Record<Intl.LDMLPluralRule, string>>;
export type Values = Record<string, string | number>;

const DICTIONARIES: Record<Language, Record<string, Words>> = { en, pl };
const PLURALS = { en: new Intl.PluralRules("en"), pl: new Intl.PluralRules("pl") };

/** A message in a language, its gaps filled. */
export function translate(language: Language, key: string, values: Values = {}): string {
  return fillWords(language, DICTIONARIES[language][key] ?? en[key as Key] ?? key, values);
}

/** Words with their gaps filled, in the plural form that `n` asks for. */
export function fillWords(language: Language, words: Words, values: Values = {}): string {
  const form = typeof words === "string" ? words : pluralForm(language, words, Number(values["n"] ?? 0));
  return form.replace(/\{(\w+)\}/g, (gap, name: string) => {
    const value = values[name] ?? gap;
    return typeof value === "number" ? numeralIn(language, value) : value;
  });
}

function pluralForm(language: Language, words: Exclude<Words, string>, n: number): string {
  return words[PLURALS[language].select(n)] ?? words.other ?? words.many ?? "";
}

/** A message in the chosen language. */
export function t(key: Key, values: Values = {}): string {
  return translate(settings.language, key, values);
}

/** A message by a key made at run time; the fallback where the dictionary has none. */
export function tOr(key: string, fallback: string, values: Values = {}): string {
  return key in DICTIONARIES[settings.language] ? translate(settings.language, key, values) : fallback;
}

/** A number in the chosen language. */
export const numeral = (value: number): string => numeralIn(settings.language, value);

/** A share of one in percent. */
export const percent = (share: number): string => shareIn(settings.language, share);

/** What was gained or lost, in percent. */
export const signed = (share: number): string => changeIn(settings.language, share);

/** A list as the language writes it: `a, b or c`. */
export function orList(parts: string[]): string {
  return new Intl.ListFormat(settings.language, { type: "disjunction" }).format(parts);
}

export function andList(parts: string[]): string {
  return new Intl.ListFormat(settings.language, { type: "conjunction" }).format(parts);
}

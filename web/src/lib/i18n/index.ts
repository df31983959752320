/** Messages of the interface in the chosen language. */
import { settings } from "../settings.svelte";
import { changeIn, numeralIn, shareIn } from "./numbers";
import { hasMessage, addMessages, say } from "./say";
import ui from "./ui.json";

addMessages(ui);

/** The keys of a section of a file of messages, without the section's name. */
export type KeyOf<File extends { en: object }, Section extends string> = keyof File["en"] extends infer Name
  ? Name extends `${Section}.${infer Key}` ? Key : never
  : never;
export type Key = KeyOf<typeof ui, "ui">;
export type Values = Record<string, string | number>;

/** Return a function that gives the messages of a section in the chosen language. */
export function messagesOf<K extends string>(section: string): (key: K, values?: Values) => string {
  return (key, values = {}) => say(settings.language, `${section}.${key}`, values) ?? key;
}

/** A message of the interface in the chosen language. */
export const t = messagesOf<Key>("ui");

/** A message whose key is composed at run time; the fallback if there is none. */
export function tOr(key: string, fallback: string, values: Values = {}): string {
  return hasMessage(`ui.${key}`) ? t(key as Key, values) : fallback;
}

/** A number in the chosen language. */
export const numeral = (value: number): string => numeralIn(settings.language, value);

/** A fraction as a percentage. */
export const percent = (share: number): string => shareIn(settings.language, share);

/** A change as a signed percentage. */
export const signed = (share: number): string => changeIn(settings.language, share);

/** A list in the chosen language: `a, b or c`. */
export function orList(parts: string[]): string {
  return new Intl.ListFormat(settings.language, { type: "disjunction" }).format(parts);
}

export function andList(parts: string[]): string {
  return new Intl.ListFormat(settings.language, { type: "conjunction" }).format(parts);
}

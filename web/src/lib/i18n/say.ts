/** Messages of the catalogue (`src/semafor/words`) with placeholders filled, as in `semafor/words/say.py`. */
import type { Language } from "../protocol";
import catalogue from "./catalogue.json";
import { numeralIn } from "./numbers";

/** A text, number, name, card, payment, list of these, or a phrase; its key says which. */
export type Detail = unknown;
export type Details = Record<string, Detail>;

/** A key of the catalogue with its details. */
export interface Phrase {
  words: string;
  details?: Details;
}

/** Names of the things of a game. */
export interface Naming {
  /** Which card word is used for wild cards: `wild`, `locomotive` or `bicycle`. */
  wild: string;
  seat(number: number): string;
  thing(kind: Thing, name: string): string;
}

export type Thing = "route" | "place" | "ticket" | "festival";

interface Variant {
  conditions: string[];
  text: string;
}

const CARDS = new Set(["card", "cards", "colours", "rack_card", "wild"]);
const THINGS: Record<string, Thing> = { route: "route", place: "place", ticket: "ticket", tickets: "ticket", festival: "festival" };
const SEATS = new Set(["seat", "victim"]);
/** Numbers that are written without group separators, as in files and commands. */
const PLAIN_NUMBERS = new Set(["line", "port", "seed", "value", "given", "lowest", "highest", "lat", "lon", "west", "south", "east", "north"]);
const GAP = /\{(\w+)(?:\.(\w+)(?::(\w+))?|((?:\|[^{}|]*)+))?\}/g;
const PLURALS = { en: new Intl.PluralRules("en"), pl: new Intl.PluralRules("pl") };
const FORMS: Record<Language, Intl.LDMLPluralRule[]> = { en: ["one", "other"], pl: ["one", "few", "many"] };
const VARIANTS: Record<Language, Map<string, Variant[]>> = { en: new Map(), pl: new Map() };

/** Add the messages of a file. */
export function addMessages(file: Record<Language, Record<string, string>>): void {
  learnLanguage(VARIANTS.en, file.en);
  learnLanguage(VARIANTS.pl, file.pl);
}

function learnLanguage(known: Map<string, Variant[]>, texts: Record<string, string>): void {
  for (const [name, text] of Object.entries(texts)) {
    const [key = "", ...conditions] = name.split("/");
    known.set(key, [...(known.get(key) ?? []), { conditions, text }].sort((a, b) => b.conditions.length - a.conditions.length));
  }
}

addMessages(catalogue);

function holds(condition: string, details: Details): boolean {
  const [name = "", wanted] = condition.split("=");
  const value = details[name];
  return wanted === undefined ? value !== undefined && value !== null && value !== false : String(value) === wanted;
}

function findText(language: Language, key: string, details: Details): string | undefined {
  return VARIANTS[language].get(key)?.find((variant) => variant.conditions.every((one) => holds(one, details)))?.text;
}

const PLAIN: Naming = { wild: "locomotive", seat: String, thing: (_kind, name) => name };

/** Whether there is a message with this key. */
export const hasMessage = (key: string): boolean => VARIANTS.en.has(key);

/** The message of a key in a language; null if the catalogue has none. */
export function say(language: Language, key: string, details: Details = {}, naming: Naming = PLAIN): string | null {
  const text = findText(language, key, details);
  return text === undefined ? null : fill(language, text, details, naming);
}

/** A text with its placeholders filled. */
export function fill(language: Language, text: string, details: Details, naming: Naming = PLAIN): string {
  return new Filler(language, details, naming).fill(text);
}

/** Fills the placeholders of one message. */
class Filler {
  constructor(private readonly language: Language, private readonly details: Details, private readonly naming: Naming) {}

  fill(text: string): string {
    return text.replace(GAP, (_gap, name: string, form?: string, number?: string, plural?: string) => {
      const value = name === "wild" ? this.naming.wild : this.details[name];
      if (plural) return plural.split("|")[1 + this.plural(Number(value))] ?? "";
      return this.one(name, value, form, number ? Number(this.details[number]) : undefined);
    });
  }

  /** The index of the plural form; fractions use the last one. */
  private plural(number: number): number {
    const forms = FORMS[this.language];
    const found = forms.indexOf(PLURALS[this.language].select(number));
    return found < 0 ? forms.length - 1 : found;
  }

  private one(name: string, value: Detail, form?: string, number?: number): string {
    if (Array.isArray(value)) return this.listed(name, value, form);
    if (value && typeof value === "object") return this.composed(value as Details);
    if (form) return this.word(name, String(value), form, number);
    if (typeof value === "number") return this.number(name, value);
    const thing = THINGS[name];
    return thing ? this.naming.thing(thing, String(value)) : String(value);
  }

  private number(name: string, value: number): string {
    if (SEATS.has(name)) return this.naming.seat(value);
    return PLAIN_NUMBERS.has(name) ? String(value) : numeralIn(this.language, value);
  }

  private listed(name: string, values: Detail[], form?: string): string {
    if (form === "counted") {
      const counts = new Map<string, number>();
      for (const card of values) counts.set(String(card), (counts.get(String(card)) ?? 0) + 1);
      return [...counts].map(([card, n]) => this.word(name, card, form, n)).join(", ");
    }
    const between = (form && findText(this.language, `list.${form}`, {})) || ", ";
    return values.map((value) => this.one(name, value)).join(between);
  }

  /** A phrase within a phrase, a name in both languages, or the cards of a payment. */
  private composed(value: Details): string {
    if (typeof value["words"] === "string") return say(this.language, value["words"], (value["details"] ?? {}) as Details, this.naming) ?? "";
    if (this.language in value) return String(value[this.language]);
    const cards: [string, number][] = [[String(value["colour"]), Number(value["plain"])], ["wild", Number(value["wild"])]];
    return cards.flatMap(([card, n]) => (n ? [this.word("card", card, "counted", n)] : [])).join(", ");
  }

  private word(name: string, value: string, form: string, number?: number): string {
    const kind = CARDS.has(name) ? "card" : name;
    const word = kind === "card" && value === "wild" ? this.naming.wild : value;
    const details = number === undefined ? this.details : { ...this.details, n: number };
    return say(this.language, `${kind}.${form}.${word}`, details, this.naming) ?? (number === undefined ? word : `${number} ${word}`);
  }
}

/** Sentences of the catalogue that Python and the client share (`src/semafor/words`), with their gaps filled. */
import type { Language } from "../protocol";
import catalogue from "./catalogue.json";
import { numeralIn } from "./numbers";

/** A text, number, name, card, payment, list of these, or a phrase; its key says which. */
export type Detail = unknown;
export type Details = Record<string, Detail>;

/** Words of the catalogue with their details. */
export interface Phrase {
  words: string;
  details?: Details;
}

/** How the things of a game are called in a sentence. */
export interface Naming {
  /** The word for wild cards: `locomotive` or `bicycle`. */
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
const GAP = /\{(\w+)(?:\.(\w+)(?::(\w+))?|((?:\|[^{}|]*)+))?\}/g;
const PLURALS = { en: new Intl.PluralRules("en"), pl: new Intl.PluralRules("pl") };
const FORMS: Record<Language, Intl.LDMLPluralRule[]> = { en: ["one", "other"], pl: ["one", "few", "many"] };
const VARIANTS: Record<Language, Map<string, Variant[]>> = { en: new Map(), pl: new Map() };

/** Learn the words of a file of the catalogue. */
export function learnWords(file: Record<Language, Record<string, string>>): void {
  learnLanguage(VARIANTS.en, file.en);
  learnLanguage(VARIANTS.pl, file.pl);
}

function learnLanguage(known: Map<string, Variant[]>, texts: Record<string, string>): void {
  for (const [name, text] of Object.entries(texts)) {
    const [key = "", ...conditions] = name.split("/");
    known.set(key, [...(known.get(key) ?? []), { conditions, text }].sort((a, b) => b.conditions.length - a.conditions.length));
  }
}

learnWords(catalogue);

function holds(condition: string, details: Details): boolean {
  const [name = "", wanted] = condition.split("=");
  const value = details[name];
  return wanted === undefined ? value !== undefined && value !== null && value !== false : String(value) === wanted;
}

function findText(language: Language, key: string, details: Details): string | undefined {
  return VARIANTS[language].get(key)?.find((variant) => variant.conditions.every((one) => holds(one, details)))?.text;
}

const PLAIN: Naming = { wild: "locomotive", seat: String, thing: (_kind, name) => name };

/** The words of a key in a language; null where the catalogue has none. */
export function say(language: Language, key: string, details: Details = {}, naming: Naming = PLAIN): string | null {
  const text = findText(language, key, details);
  if (text === undefined) return null;
  return new Speech(language, details, naming).fill(text);
}

/** One sentence in the making. */
class Speech {
  constructor(private readonly language: Language, private readonly details: Details, private readonly naming: Naming) {}

  fill(text: string): string {
    return text.replace(GAP, (_gap, name: string, form?: string, number?: string, plural?: string) => {
      const value = name === "wild" ? this.naming.wild : this.details[name];
      if (plural) return plural.split("|")[1 + this.plural(Number(value))] ?? "";
      return this.one(name, value, form, number ? Number(this.details[number]) : undefined);
    });
  }

  private plural(number: number): number {
    return Math.max(0, FORMS[this.language].indexOf(PLURALS[this.language].select(number)));
  }

  private one(name: string, value: Detail, form?: string, number?: number): string {
    if (Array.isArray(value)) return this.listed(name, value, form);
    if (value && typeof value === "object") return this.composed(value as Details);
    if (form) return this.word(name, String(value), form, number);
    if (SEATS.has(name)) return this.naming.seat(Number(value));
    if (typeof value === "number") return numeralIn(this.language, value);
    const thing = THINGS[name];
    return thing ? this.naming.thing(thing, String(value)) : String(value);
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

/** Numbers in a language: 1.75 and 1,75; groups of digits from five digits on. */
import type { Language } from "../protocol";

function formats(options: Intl.NumberFormatOptions): Record<Language, Intl.NumberFormat> {
  return { en: new Intl.NumberFormat("en", options), pl: new Intl.NumberFormat("pl", options) };
}

const NUMERALS = formats({ maximumFractionDigits: 2, useGrouping: "min2" });
const SHARES = formats({ style: "percent", maximumFractionDigits: 0 });
const CHANGES = formats({ style: "percent", maximumFractionDigits: 0, signDisplay: "exceptZero" });

const withMinus = (text: string): string => text.replace("-", "−");

export const numeralIn = (language: Language, value: number): string => withMinus(NUMERALS[language].format(value));

/** A fraction as a percentage. */
export const shareIn = (language: Language, share: number): string => SHARES[language].format(share);

/** The same with its sign. */
export const changeIn = (language: Language, share: number): string => withMinus(CHANGES[language].format(share));

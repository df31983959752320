import { expect, test } from "vitest";
import type { Words } from "../lib/i18n";
import { en } from "./words.en";
import { pl } from "./words.pl";

const forms = (words: Words) => (typeof words === "string" ? [words] : Object.values(words));
const gaps = (words: Words) => [...new Set(forms(words).flatMap((form) => form.match(/\{\w+\}/g) ?? []))].sort();

test.each(Object.keys(en) as (keyof typeof en)[])("%s has the same gaps in both languages", (key) => {
  expect(gaps(pl[key])).toEqual(gaps(en[key]));
});

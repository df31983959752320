import { expect, test } from "vitest";
import { en } from "./en";
import type { Words } from "./index";
import { pl } from "./pl";

const forms = (words: Words) => (typeof words === "string" ? [words] : Object.values(words));
const gaps = (words: Words) => [...new Set(forms(words).flatMap((form) => form.match(/\{\w+\}/g) ?? []))].sort();

test.each(Object.keys(en) as (keyof typeof en)[])("%s has the same gaps in both languages", (key) => {
  expect(gaps(pl[key])).toEqual(gaps(en[key]));
});

test("Polish plurals have all the forms of the language", () => {
  for (const words of Object.values(pl) as Words[])
    if (typeof words !== "string" && Object.keys(words).length > 2) expect(Object.keys(words).sort()).toEqual(["few", "many", "one", "other"]);
});

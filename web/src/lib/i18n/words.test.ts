import { expect, test } from "vitest";
import { en as first } from "./en";
import { workshop as enWorkshop } from "./en.workshop";
import type { Words } from "./index";
import { pl as firstPl } from "./pl";
import { workshop as plWorkshop } from "./pl.workshop";

/** Those of the first load, and those that come with the workshop. */
const en: Record<string, Words> = { ...first, ...enWorkshop };
const pl: Record<string, Words> = { ...firstPl, ...plWorkshop };

const forms = (words: Words) => (typeof words === "string" ? [words] : Object.values(words));
const gaps = (words: Words) => [...new Set(forms(words).flatMap((form) => form.match(/\{\w+\}/g) ?? []))].sort();

test.each(Object.keys(en))("%s has the same gaps in both languages", (key) => {
  expect(gaps(pl[key] ?? "")).toEqual(gaps(en[key] ?? ""));
});

test("Polish plurals have all the forms of the language", () => {
  for (const words of Object.values(pl))
    if (typeof words !== "string" && Object.keys(words).length > 2) expect(Object.keys(words).sort()).toEqual(["few", "many", "one", "other"]);
});

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { en as enFirst } from "./en";
import { club as enClub } from "./en.club";
import { notices as enNotices } from "./en.notices";
import { workshop as enWorkshop } from "./en.workshop";
import type { Words } from "./index";
import { pl as plFirst } from "./pl";
import { club as plClub } from "./pl.club";
import { notices as plNotices } from "./pl.notices";
import { workshop as plWorkshop } from "./pl.workshop";

type Dictionary = Record<string, Words>;
const SOURCES = join(import.meta.dirname, "../..");

/** Those of the first load, and those that come with the club's pages, its service worker and the workshop; and where they are said. */
const DICTIONARIES: [string, Dictionary, Dictionary, string][] = [
  ["first", enFirst, plFirst, ""],
  ["club", enClub, plClub, "club"],
  ["notices", enNotices, plNotices, "club"],
  ["workshop", enWorkshop, plWorkshop, "workshop"],
];

const forms = (words: Words) => (typeof words === "string" ? [words] : Object.values(words));
const gaps = (words: Words = "") => [...new Set(forms(words).flatMap((form) => form.match(/\{\w+\}/g) ?? []))].sort();

/** All that a folder of the client says, without the dictionaries themselves. */
function source(folder: string): string {
  const files = readdirSync(join(SOURCES, folder), { recursive: true, encoding: "utf8" });
  const said = files.filter((file) => /\.(ts|svelte)$/.test(file) && !/\.test\.ts$|(^|\/)(en|pl)(\.\w+)?\.ts$|\.d\.ts$/.test(file));
  return said.map((file) => readFileSync(join(SOURCES, folder, file), "utf8")).join("\n");
}

/** What is quoted, and patterns of what is put together: `level_${one}`. */
function asked(text: string): { quoted: Set<string>; made: RegExp[] } {
  const quoted = new Set([...text.matchAll(/["'`](\w+)["'`]/g)].map(([, key]) => key ?? ""));
  const templates = [...text.matchAll(/`([a-z]\w*)\$\{[^`]*?\}(\w*)`/g)];
  return { quoted, made: templates.map(([, start, end]) => new RegExp(`^${start}\\w+${end}$`)) };
}

test.each(DICTIONARIES)("%s: both languages have the same keys and gaps", (_, en, pl) => {
  expect(Object.keys(pl).sort()).toEqual(Object.keys(en).sort());
  for (const key of Object.keys(en)) expect(gaps(pl[key]), key).toEqual(gaps(en[key]));
});

test.each(DICTIONARIES)("%s: Polish plurals have all the forms of the language", (_, en, pl) => {
  for (const [key, words] of Object.entries(pl))
    if (typeof words !== "string" && Object.keys(words).length > 2) expect(Object.keys(words).sort(), key).toEqual(["few", "many", "one", "other"]);
});

test.each(DICTIONARIES)("%s: every key is said somewhere", (_, en, pl, folder) => {
  const { quoted, made } = asked(source(folder));
  expect(Object.keys(en).filter((key) => !quoted.has(key) && !made.some((pattern) => pattern.test(key)))).toEqual([]);
});

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import club from "./club.json";
import notices from "./notices.json";
import ui from "./ui.json";
import workshop from "./workshop.json";

const SOURCES = join(import.meta.dirname, "../..");

/** Sections that only the client shows, and the folder that uses them. */
const SECTIONS: [string, object, string][] = [
  ["ui", ui.en, ""],
  ["club", club.en, "club"],
  ["notices", notices.en, "club"],
  ["workshop", workshop.en, "workshop"],
];

function source(folder: string): string {
  const files = readdirSync(join(SOURCES, folder), { recursive: true, encoding: "utf8" });
  const read = files.filter((file) => /\.(ts|svelte)$/.test(file) && !/\.test\.ts$|\.d\.ts$/.test(file));
  return read.map((file) => readFileSync(join(SOURCES, folder, file), "utf8")).join("\n");
}

/** Quoted keys, and patterns of composed keys: `level_${one}`. */
function used(text: string): { quoted: Set<string>; made: RegExp[] } {
  const quoted = new Set([...text.matchAll(/["'`](?:notices\.)?(\w+)["'`]/g)].map(([, key]) => key ?? ""));
  const templates = [...text.matchAll(/`([a-z]\w*)\$\{[^`]*?\}(\w*)`/g)];
  return { quoted, made: templates.map(([, start, end]) => new RegExp(`^${start}\\w+${end}$`)) };
}

test.each(SECTIONS)("%s: every key is used", (section, texts, folder) => {
  const { quoted, made } = used(source(folder));
  const keys = Object.keys(texts).map((key) => key.slice(section.length + 1));
  expect(keys.filter((key) => !quoted.has(key) && !made.some((pattern) => pattern.test(key)))).toEqual([]);
});

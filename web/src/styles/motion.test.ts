import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const SOURCE = fileURLToPath(new URL("..", import.meta.url));
const files = readdirSync(SOURCE, { recursive: true, encoding: "utf8" }).filter((name) => /\.(svelte|css)$/.test(name));
const MOVING = /\btransform:[^;}]*/g;

/** The movements in a file's keyframes and states. */
function movements(text: string): string[] {
  const frames = text.match(/@keyframes[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g) ?? [];
  const pointed = text.match(/[^{}]*:(?:hover|active)[^{}]*\{[^{}]*\}/g) ?? [];
  return [...frames, ...pointed].flatMap((rule) => rule.match(MOVING) ?? []);
}

test("there are movements to check", () => {
  expect(files.flatMap((name) => movements(readFileSync(join(SOURCE, name), "utf8"))).length).toBeGreaterThan(8);
});

test.each(files)("%s moves nothing when motion is reduced", (name) => {
  for (const movement of movements(readFileSync(join(SOURCE, name), "utf8"))) expect(movement).toContain("var(--motion)");
});

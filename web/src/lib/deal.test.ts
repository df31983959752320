import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { newPart, promiseOf } from "./deal";

test("a number is committed to by its SHA-256", () => {
  const part = newPart();
  expect(part).toMatch(/^[0-9a-f]{32}$/);
  expect(promiseOf(part)).toBe(createHash("sha256").update(part).digest("hex"));
});

import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { sha256 } from "./sha256";

test("the hash is that of everybody else", () => {
  for (const text of ["", "abc", "0".repeat(32), "a".repeat(55), "a".repeat(56), "a".repeat(200)]) {
    expect(sha256(text)).toBe(createHash("sha256").update(text).digest("hex"));
  }
});

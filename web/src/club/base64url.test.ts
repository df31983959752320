import { expect, test } from "vitest";
import { bytesOf, textOf } from "./base64url";

test.each([[[]], [[0]], [[255, 254]], [[251, 255, 191, 0]]])("bytes %j survive the round trip", (bytes) => {
  const text = textOf(Uint8Array.from(bytes).buffer);
  expect(text).toMatch(/^[\w-]*$/);
  expect([...bytesOf(text)]).toEqual(bytes);
});

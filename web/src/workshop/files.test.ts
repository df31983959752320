import { expect, test } from "vitest";
import { decode, NotText } from "./files";

test("UTF-8 is read, and UTF-16 with a byte order mark", () => {
  expect(decode(new TextEncoder().encode("Łódź"))).toBe("Łódź");
  expect(decode(new Uint8Array([0xff, 0xfe, 0x41, 0x01]))).toBe("Ł");
  expect(decode(new Uint8Array([0xfe, 0xff, 0x01, 0x41]))).toBe("Ł");
});

test("other encodings and binary files are refused", () => {
  for (const bytes of [[0xa3, 0xf3, 0x64, 0x9f], [0x41, 0, 0x42], [0xff, 0xfe, 0x00, 0xd8]]) expect(() => decode(new Uint8Array(bytes))).toThrow(NotText);
});

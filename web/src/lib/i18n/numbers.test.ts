import { expect, test } from "vitest";
import { changeIn, numeralIn, shareIn } from "./numbers";
import { say } from "./say";

test("each language has its decimal sign and groups digits from five on", () => {
  expect(numeralIn("en", 1.75)).toBe("1.75");
  expect(numeralIn("pl", 1.75)).toBe("1,75");
  expect(numeralIn("pl", 1734)).toBe("1734");
  expect(numeralIn("en", 10000)).toBe("10,000");
  expect(numeralIn("en", -7)).toBe("−7");
});

test("fractions are shown as percentages", () => {
  expect(shareIn("en", 0.704)).toBe("70%");
  expect(changeIn("en", -0.04)).toBe("−4%");
  expect(changeIn("pl", 0.125)).toBe("+13%");
});

test("messages of the catalogue format their numbers the same way", () => {
  expect(say("pl", "seat.seat", { n: 1.5 })).toBe("Miejsce 1,5");
});

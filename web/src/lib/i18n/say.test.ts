import { expect, test } from "vitest";
import vectors from "../../../../tests/words/vectors.json";
import type { Language } from "../protocol";
import { fill, say, type Naming } from "./say";

const berlin: Naming = { wild: "bicycle", seat: (seat) => ["Ann", "Bob"][seat] ?? "", thing: (_kind, name) => name.replace("-", " – ") };
const plain: Naming = { ...berlin, thing: (_kind, name) => name };

test.each(vectors)("placeholders are filled as in Python: $language $expected", ({ language, text, details, expected }) => {
  expect(fill(language as Language, text, details, plain)).toBe(expected);
});

test.each([
  [1, "Masz 1 czerwoną kartę, a nie 7."],
  [3, "Masz 3 czerwone karty, a nie 7."],
  [5, "Masz 5 czerwonych kart, a nie 7."],
  [22, "Masz 22 czerwone karty, a nie 7."],
])("Polish inflects a card with its number: %i", (have, words) => {
  expect(say("pl", "refusal.cards-missing", { card: "red", have, needed: 7 })).toBe(words);
});

test("an event is described with names, cards and points", () => {
  const claimed = { seat: 1, route: "Zoo-Mitte", payment: { colour: "blue", plain: 2, wild: 1 }, points: 4 };
  expect(say("en", "event.claimed", claimed, berlin)).toBe("Bob claimed Zoo – Mitte with 2 blue, 1 bicycle: 4 points.");
  expect(say("pl", "event.claimed", claimed, berlin)).toBe("Bob zajmuje Zoo – Mitte (2 niebieskie, 1 rower): 4 punkty.");
});

test("the most specific variant is used", () => {
  expect(say("en", "event.drew", { seat: 0 }, berlin)).toBe("Ann drew a card from the deck.");
  expect(say("en", "event.drew", { seat: 0, card: "wild" }, berlin)).toBe("Ann drew a bicycle from the deck.");
  expect(say("en", "event.drew", { seat: 0, card: "red", market: 3 }, berlin)).toBe("Ann took a red card.");
  expect(say("en", "event.turned-up", { cards: ["red", "wild", "red"] }, berlin)).toBe("Turned up: 2 red, 1 bicycle.");
});

test("unknown keys have no message", () => {
  expect(say("en", "refusal.nonsense")).toBeNull();
});

import { expect, test } from "vitest";
import { newId, pauseAfter } from "./connection";

test("the pause grows and has an end", () => {
  const pauses = [0, 1, 2, 5, 30].map((attempts) => pauseAfter(attempts, 0.5));
  expect(pauses).toEqual([...pauses].sort((one, two) => one - two));
  expect(pauses[0]).toBe(300);
  expect(pauses.at(-1)).toBe(8000);
});

test("ids are new each time and fit the protocol", () => {
  expect(newId()).toMatch(/^[A-Za-z0-9_.:-]{1,64}$/);
  expect(newId()).not.toBe(newId());
});

import { expect, test } from "vitest";
import { together } from "./suggest";

const way = (ticket: string, routes: string[], missing = routes, possible = true) => ({
  ticket, done: false, possible, routes, missing, borrowed: [], stations: [], pieces: missing.length * 2, cards: {},
});
const length = (route: string) => ({ a: 1, b: 2, c: 4 })[route] ?? 0;

test("a shared route counts once, and an own one not at all", () => {
  expect(together([way("A-C", ["a", "b"]), way("B-D", ["b", "c"])], length)).toEqual({ spaces: 7, shared: 1 });
  expect(together([way("A-C", ["a", "b"], ["b"])], length)).toEqual({ spaces: 2, shared: 0 });
});

test("without a known path there is nothing to say", () => {
  expect(together([way("A-C", ["a"]), undefined], length)).toBeNull();
  expect(together([way("A-C", [], [], false)], length)).toBeNull();
});

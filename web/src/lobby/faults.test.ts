import { expect, test } from "vitest";
import { parseFaults } from "./faults";

const SENTENCE = `the board file: 14 faults
  line 36, routes[3] alexanderplatz–moritzplatz, length: 99 is out of range; expected a number from 1 to 9
  tickets: there are too few; expected at least 8
  this is not TOML: Expected '=' (at line 2, column 5); expected a TOML file like the built-in ones
… and 11 more`;

test("a fault has its line, its place, what is wrong and what would be right", () => {
  expect(parseFaults(SENTENCE).faults[0]).toEqual({
    line: 36,
    where: "routes[3] alexanderplatz–moritzplatz, length",
    problem: "99 is out of range",
    expected: "a number from 1 to 9",
  });
});

test("a fault without a line has its place, one of the TOML reader its line, and the rest is counted", () => {
  const { faults, more } = parseFaults(SENTENCE);
  expect(faults.map((fault) => fault.line)).toEqual([36, null, 2]);
  expect(faults[1]?.where).toBe("tickets");
  expect(more).toBe(11);
});

test("a sentence of one line has no list", () => {
  expect(parseFaults("Something else.")).toEqual({ faults: [], more: 0 });
});

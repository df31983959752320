import { expect, test, vi } from "vitest";
import "../lib/i18n/faults";
import { tellPhrase } from "../lib/problem";
import { faultsOf } from "./faults";

const chosen = vi.hoisted(() => ({ language: "en" }));
vi.mock("../lib/settings.svelte", () => ({ settings: chosen }));

const range = { value: 99, lowest: 1, highest: 9 };
const REFUSAL = {
  code: "bad-board",
  sentence: "This file is not a board yet: …",
  rule: null,
  details: {
    faults: [
      {
        words: "told.fault",
        details: {
          line: 36,
          where: "routes[3] alexanderplatz–moritzplatz, length",
          problem: { words: "fault.out-of-range", details: range },
          expected: { words: "expected.out-of-range", details: range },
        },
      },
    ],
    more: 11,
  },
};

test("a fault has its line, its entry, what is wrong and what is expected, in the chosen language", () => {
  const { faults, more } = faultsOf(REFUSAL);
  const [fault] = faults;
  expect([fault?.line, fault?.where, more]).toEqual([36, "routes[3] alexanderplatz–moritzplatz, length", 11]);
  const told = () => [fault?.problem, fault?.expected].map((phrase) => tellPhrase(phrase ?? { words: "" }));
  chosen.language = "en";
  expect(told()).toEqual(["99 is out of range", "a number from 1 to 9"]);
  chosen.language = "pl";
  expect(told()).toEqual(["99 jest poza zakresem", "liczba od 1 do 9"]);
});

test("other refusals have no list", () => {
  expect(faultsOf({ code: "too-large", sentence: "Too large.", rule: null })).toEqual({ faults: [], more: 0 });
});

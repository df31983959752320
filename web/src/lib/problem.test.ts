import { expect, test, vi } from "vitest";
import { Refused } from "./api";
import { asProblem, tellProblem } from "./problem";

const chosen = vi.hoisted(() => ({ language: "en" }));
vi.mock("./settings.svelte", () => ({ settings: chosen }));

const refusal = (code: string, sentence: string) => ({ code, sentence, rule: null });

test("a refusal says what is missing, in the chosen language", () => {
  const ferry = refusal("too-few-wilds", "This ferry needs 1 more wild card(s).");
  chosen.language = "en";
  expect(tellProblem(ferry)).toBe("This ferry needs 1 more locomotive.");
  chosen.language = "pl";
  expect(tellProblem(ferry)).toBe("Ten prom wymaga jeszcze 1 lokomotywy.");
});

test("numbers in names do not count", () => {
  chosen.language = "en";
  expect(tellProblem(refusal("too-few-pieces", "Chicago-New York/1 needs 4 pieces, you have 3."))).toBe(
    "This route needs 4 pieces; you have 3.",
  );
});

test("without the numbers the plain words are told, without words the server's", () => {
  expect(tellProblem(refusal("row-not-larger", "A single card cannot outnumber a row in a siding."))).toBe(
    "Your row must be larger than the one that lies there.",
  );
  expect(tellProblem(refusal("new-code", "Something new."))).toBe("Something new.");
});

test("whatever goes wrong can be told", () => {
  expect(asProblem(new Refused(refusal("players", "No.")))).toEqual(refusal("players", "No."));
  expect(asProblem(new Error("oh")).sentence).toContain("oh");
});

import { expect, test, vi } from "vitest";
import { Refused } from "./api";
import { asProblem, tellProblem } from "./problem";

const chosen = vi.hoisted(() => ({ language: "en" }));
vi.mock("./settings.svelte", () => ({ settings: chosen }));

const refusal = (code: string, sentence: string, details = {}) => ({ code, sentence, rule: null, details });

test("a refusal says what is missing, in the chosen language", () => {
  const ferry = refusal("too-few-wilds", "This ferry still needs 1 wild card.", { n: 1 });
  chosen.language = "en";
  expect(tellProblem(ferry)).toBe("This ferry still needs 1 locomotive.");
  chosen.language = "pl";
  expect(tellProblem(ferry)).toBe("Ten prom wymaga jeszcze 1 lokomotywy.");
});

test("names are those of the board", () => {
  const taken = refusal("route-taken", "Warszawa-Wien is already taken.", { route: "Warszawa-Wien" });
  chosen.language = "pl";
  expect(tellProblem(taken, { wild: "locomotive", seat: String, thing: (kind, name) => `${kind} ${name}` })).toBe(
    "Połączenie route Warszawa-Wien jest już zajęte.",
  );
});

test("without a message, the server's sentence is shown", () => {
  expect(tellProblem(refusal("new-code", "Something new."))).toBe("Something new.");
});

test("every error can be described", () => {
  expect(asProblem(new Refused(refusal("players", "No.")))).toEqual(refusal("players", "No."));
  expect(asProblem(new Error("oh")).sentence).toContain("oh");
});

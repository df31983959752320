import { expect, test } from "vitest";
import type { Festival } from "../protocol";
import { setPoints, setsTaken } from "./festivals";
import type { GameEvent } from "./protocol";

const festival = { id: "fallas", points: [1, 3, 6] } as unknown as Festival;

test.each([[0, 0], [1, 1], [3, 6], [5, 6]])("%d cards of a festival are worth %d", (cards, points) => {
  expect(setPoints(festival, cards)).toBe(points);
});

test("everyone's sets follow from cards taken face up", () => {
  const events = [
    { event: "festival-taken", seat: 0, festival: "fallas", cards: 2 },
    { event: "festival-taken", seat: 1, festival: "fallas", cards: 1 },
    { event: "festival-taken", seat: 0, festival: "fallas", cards: 1 },
  ] as unknown as GameEvent[];
  expect(setsTaken(events, [0])).toEqual(new Map([["fallas", 3]]));
});

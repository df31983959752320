import { expect, test } from "vitest";
import { recentActions } from "./recentActions";
import type { GameEvent } from "./protocol";

const events = [
  { event: "turn-began", seat: 1 },
  { event: "drew", seat: 1, card: "red", market: 2 },
  { event: "drew", seat: 1 },
  { event: "claimed", seat: 2, route: "A-B", payment: { colour: "red", plain: 2, wild: 0 }, points: 2 },
  { event: "kept", seat: 2, number: 2 },
  { event: "robbed", seat: 2, victim: 1, colour: "red", plain: 2, wild: 0 },
  { event: "drew", seat: 0, card: "blue" },
] as unknown as GameEvent[];

test("actions of the others are grouped by player, without mine", () => {
  expect(recentActions(events, 0)).toEqual([
    { seat: 1, routes: [], stations: [], cards: 2, tickets: 0, rows: 0, robbed: [] },
    { seat: 2, routes: ["A-B"], stations: [], cards: 0, tickets: 2, rows: 0, robbed: [1] },
  ]);
});

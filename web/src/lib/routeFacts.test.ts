import { expect, test } from "vitest";
import type { BoardPage, View } from "../protocol";
import { BoardNames } from "./names";
import { barOf, nearest } from "./routeFacts";

const page = {
  board: {
    board: "toy", options: { one_strand_with: [2], pieces: { train: 10 } }, places: [], tickets: [],
    routes: [
      { a: "x", b: "y", length: 3, colour: "blue" },
      { a: "x", b: "y", length: 3, colour: "red" },
      { a: "y", b: "z", length: 4, colour: "grey", ferry: 2 },
      { a: "x", b: "z", length: 6, colour: "grey" },
    ],
  },
  route_names: ["X-Y/blue", "X-Y/red", "Y-Z", "X-Z"], ticket_names: [],
} as unknown as BoardPage;
const names = new BoardNames(page);

function view(hand: Record<string, number>, routes: Record<string, number> = {}, train = 10): View {
  return { players: 2, routes, seats: [{ pieces: { train } }, { pieces: { train } }], own: { hand, rack: {} } } as unknown as View;
}

test.each([
  ["somebody owns it", "X-Y/blue", view({ blue: 3 }, { "X-Y/blue": 1 }), { kind: "owned", seat: 1, rule: "BASE-12" }],
  ["I own its twin", "X-Y/blue", view({ blue: 3 }, { "X-Y/red": 0 }), { kind: "own-strand", rule: "BASE-14" }],
  ["with two players the twin is closed", "X-Y/blue", view({ blue: 3 }, { "X-Y/red": 1 }), { kind: "closed-strand", rule: "BASE-14" }],
  ["too few wagons", "X-Y/blue", view({ blue: 3 }, {}, 2), { kind: "pieces", have: 2, need: 3, rule: "BASE-12" }],
  ["too few cards", "X-Y/blue", view({ blue: 1, wild: 1, red: 5 }), { kind: "cards", short: 1, rule: "BASE-10" }],
  ["too few locomotives for a ferry", "Y-Z", view({ green: 4, wild: 1 }), { kind: "wilds", short: 1, rule: "BASE-15" }],
  ["nothing", "Y-Z", view({ green: 2, wild: 2 }), null],
])("what stands against a claim: %s", (_, route, seen, bar) => {
  expect(barOf(names, route, seen, 0)).toEqual(bar);
});

test("the nearest payment of a grey route is the colour in which least is missing", () => {
  const route = names.route("X-Z")!;
  expect(nearest(names, route, view({ blue: 3, red: 2, wild: 1 }))).toEqual({ colour: "blue", plain: 3, wild: 1, short: 2, wilds: 0 });
});

import { expect, test } from "vitest";
import { REGIONS, contains, regionAround } from "./region";
import { emptySketch } from "./sketch";
import { shortestPath, suggestColour, suggestLength } from "./suggest";

test("a length is what fits between two positions, from one to eight", () => {
  const from = { x: 0, y: 0 };
  expect([10, 71, 117, 162, 2000].map((x) => suggestLength(from, { x, y: 0 }))).toEqual([1, 1, 2, 3, 8]);
});

test("colours take turns, the rarest first", () => {
  let sketch = emptySketch({ en: "T", pl: "T" });
  const used = new Set<string>();
  for (let n = 0; n < 9; n++) {
    const colour = suggestColour(sketch);
    used.add(colour);
    sketch = { ...sketch, routes: [...sketch.routes, { a: "a", b: "b", length: 2, colour }] };
  }
  expect(used.size).toBe(9);
});

test("the shortest path counts cards, and there may be none", () => {
  const routes = [
    { a: "a", b: "b", length: 1, cards: 4, kind: "subway" as const, colour: "grey" as const },
    { a: "b", b: "c", length: 2, colour: "grey" as const },
    { a: "c", b: "a", length: 5, colour: "grey" as const },
  ];
  expect([shortestPath(routes, "a", "c"), shortestPath(routes, "a", "b"), shortestPath(routes, "a", "z")]).toEqual([5, 4, null]);
});

test("a region contains its places, also across the date line", () => {
  const places = [{ lat: -18, lon: 178 }, { lat: -14, lon: -171 }];
  const region = regionAround(places);
  expect(region.east - region.west).toBeLessThan(30);
  expect(places.every((place) => contains(region, place))).toBe(true);
  expect(contains(region, { lat: -18, lon: 0 })).toBe(false);
  expect(contains(REGIONS.europe, { lat: 52, lon: 21 })).toBe(true);
});

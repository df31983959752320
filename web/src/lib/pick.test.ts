import { expect, test } from "vitest";
import type { Geometry } from "../protocol";
import { boxAround, pick } from "./pick";

const space = (x: number, y: number, angle = 0) => ({ x, y, angle });
const geometry = {
  width: 1000, height: 600, place_radius: 9.5,
  places: [{ id: "a", x: 100, y: 100, junction: false }, { id: "b", x: 300, y: 100, junction: false }],
  routes: [
    { kind: "train", line: "", length: 42, width: 15, spaces: [space(150, 100), space(200, 100)] },
    { kind: "train", line: "", length: 42, width: 15, spaces: [space(150, 118), space(200, 118)] },
  ],
} as unknown as Geometry;

test("a space under the pointer is its route", () => {
  expect(pick(geometry, 160, 101, 9)).toEqual({ kind: "route", route: 0 });
  expect(pick(geometry, 160, 117, 9)).toEqual({ kind: "route", route: 1 });
});

test("a place wins over the routes that begin there", () => {
  expect(pick(geometry, 102, 101, 9)).toEqual({ kind: "place", place: "a" });
});

test("between two strands the one that can be claimed wins", () => {
  expect(pick(geometry, 160, 109, 20, (route) => route === 1)).toEqual({ kind: "route", route: 1 });
  expect(pick(geometry, 160, 109, 20, (route) => route === 0)).toEqual({ kind: "route", route: 0 });
});

test("far from everything there is nothing", () => {
  expect(pick(geometry, 700, 400, 20)).toBeNull();
});

test("a box around routes holds all their spaces", () => {
  expect(boxAround(geometry, [0], [], 10)).toEqual({ x: 140, y: 90, width: 70, height: 20 });
});

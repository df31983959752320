import { expect, test } from "vitest";
import type { Geometry } from "../protocol";
import { boxAround, pick, tap } from "./pick";

const space = (x: number, y: number, angle = 0) => ({ x, y, angle });
const geometry = {
  width: 1000, height: 600, place_radius: 9.5,
  places: [{ id: "a", x: 100, y: 100, junction: false }, { id: "b", x: 300, y: 100, junction: false }],
  routes: [
    { kind: "train", line: "", length: 42, width: 15, spaces: [space(150, 100), space(200, 100)] },
    { kind: "train", line: "", length: 42, width: 15, spaces: [space(150, 118), space(200, 118)] },
  ],
} as unknown as Geometry;

test("a space under the pointer selects its route", () => {
  expect(pick(geometry, 160, 101, 9)).toEqual({ kind: "route", route: 0 });
  expect(pick(geometry, 160, 117, 9)).toEqual({ kind: "route", route: 1 });
});

test("a place has precedence over the routes that start there", () => {
  expect(pick(geometry, 102, 101, 9)).toEqual({ kind: "place", place: "a" });
});

test("the claimable one of two strands has precedence", () => {
  expect(pick(geometry, 160, 109, 20, (route) => route === 1)).toEqual({ kind: "route", route: 1 });
  expect(pick(geometry, 160, 109, 20, (route) => route === 0)).toEqual({ kind: "route", route: 0 });
});

test("nothing is selected far from everything", () => {
  expect(pick(geometry, 700, 400, 20)).toBeNull();
});

const offered = (...routes: number[]) => (route: number) => routes.includes(route);
/** A phone: one screen pixel is four board units. */
const PHONE = 4;

test("a tap on a phone selects the claimable one of two strands", () => {
  expect(tap(geometry, 160, 100, PHONE, offered(1))).toEqual({ kind: "route", route: 1 });
  expect(tap(geometry, 175, 118, PHONE, offered(0))).toEqual({ kind: "route", route: 0 });
});

test("if two strands are equally near, both are offered, the nearer first", () => {
  expect(tap(geometry, 175, 130, PHONE, offered(0, 1))).toEqual({ kind: "routes", routes: [1, 0] });
});

test("at high zoom a tap distinguishes two strands", () => {
  expect(tap(geometry, 175, 120, 0.5, offered(0, 1))).toEqual({ kind: "route", route: 1 });
});

test("a route clearly under the finger has precedence over a claimable one further away", () => {
  expect(tap(geometry, 175, 100, 1, offered(1))).toEqual({ kind: "route", route: 0 });
});

test("a tap on a place selects it; a tap far from everything selects nothing", () => {
  expect(tap(geometry, 101, 100, 1, offered(0))).toEqual({ kind: "place", place: "a" });
  expect(tap(geometry, 700, 400, PHONE, offered(0))).toBeNull();
});

test("a box around routes contains all their spaces", () => {
  expect(boxAround(geometry, [0], [], 10)).toEqual({ x: 140, y: 90, width: 70, height: 20 });
});

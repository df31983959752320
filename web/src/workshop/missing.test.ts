import { expect, test } from "vitest";
import type { Remark } from "../protocol";
import { emptyCardGame } from "./cardGame";
import { isMissing, nextStep } from "./missing";
import { addPlace, addRoute, emptySketch, type Sketch } from "./sketch";

const TITLE = { en: "New", pl: "Nowa" };
const fault = (code: string, details: Record<string, unknown> = {}): Remark =>
  ({ path: [], told: { words: `fault.${code}`, details }, better: { words: `expected.${code}`, details } }) as Remark;
const TICKETS = fault("too-few-tickets", { n: 2, players: 2, least: 6 });
const EMPTY = [fault("no-places"), TICKETS, fault("idle-pieces", { kind: "train" }), fault("no-routes")];

function withPlaces(sketch: Sketch, n: number): Sketch {
  for (let at = 0; at < n; at++) sketch = addPlace(sketch, { lat: 50, lon: 10 + at });
  return sketch;
}

test("an empty map has no faults", () => {
  expect(EMPTY.every(isMissing)).toBe(true);
  expect(isMissing(fault("bad-name"))).toBe(false);
});

test("steps come in the order of drawing", () => {
  const sketch = emptySketch(TITLE);
  expect(nextStep(sketch, EMPTY)).toEqual({ key: "next_places", n: 2 });
  expect(nextStep(withPlaces(sketch, 1), EMPTY.slice(1))).toEqual({ key: "next_more_places", n: 1 });
  const places = withPlaces(sketch, 3);
  expect(nextStep(places, EMPTY.slice(1))).toEqual({ key: "next_routes", n: 1 });
  const [a, b] = places.places.map((place) => place.id);
  const joined = addRoute(places, a!, b!, 2);
  expect(nextStep(joined, [fault("not-connected"), TICKETS])).toEqual({ key: "next_join", n: 1 });
  expect(nextStep(joined, [TICKETS])).toEqual({ key: "next_tickets", n: 4 });
  expect(nextStep(joined, [])).toBeNull();
});

test("unused trains are a matter of routes", () => {
  const places = withPlaces(emptySketch(TITLE), 2);
  const [a, b] = places.places.map((place) => place.id);
  expect(nextStep(addRoute(places, a!, b!, 2), [fault("idle-pieces", { kind: "bus" })])).toEqual({ key: "next_routes", n: 1 });
});

test("the Card Game needs no routes", () => {
  const sketch = withPlaces(emptyCardGame(TITLE), 2);
  expect(nextStep(sketch, [TICKETS])).toEqual({ key: "next_tickets", n: 4 });
});

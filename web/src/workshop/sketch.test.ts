import { expect, test } from "vitest";
import { addPlace, addRoute, addTicket, asSketch, changePlace, changeRoute, changeSort, emptySketch, removePlace, removeRoute, type Sketch } from "./sketch";
import { fitted } from "./derivedOptions";

const named = (en: string) => ({ en, pl: en });

function square(): Sketch {
  let sketch = emptySketch(named("Test"));
  for (const [name, lat, lon] of [["Łódź", 51, 19], ["Poznań", 52, 17], ["Toruń", 53, 18], ["Lublin", 51, 22]] as const)
    sketch = addPlace(sketch, { lat, lon }, named(name));
  for (const [a, b, n] of [["lodz", "poznan", 3], ["poznan", "torun", 2], ["torun", "lodz", 2], ["lodz", "lublin", 4]] as const)
    sketch = addRoute(sketch, a, b, n);
  return sketch;
}

test("an id is the name without accents and unique", () => {
  const twice = addPlace(square(), { lat: 0, lon: 0 }, named("Łódź"));
  expect(twice.places.map((place) => place.id)).toEqual(["lodz", "poznan", "torun", "lublin", "lodz-b"]);
});

test("a new name renames the ends of routes and tickets", () => {
  const sketch = changePlace(addTicket(square(), "lodz", "torun"), 0, { name: named("Kutno") });
  expect(sketch.places[0]?.id).toBe("kutno");
  expect(sketch.routes.map((route) => [route.a, route.b])).toContainEqual(["kutno", "poznan"]);
  expect(sketch.tickets[0]).toMatchObject({ a: "kutno", b: "torun" });
});

test("a name in one language is used for both until the other is given", () => {
  let sketch = addPlace(emptySketch(named("Test")), { lat: 0, lon: 0 });
  const rename = (change: Partial<{ en: string; pl: string }>) => {
    sketch = changePlace(sketch, 0, { name: { ...sketch.places[0]!.name, ...change } });
    return sketch.places[0]?.name;
  };
  expect(rename({ en: "Warsaw" })).toEqual({ en: "Warsaw", pl: "Warsaw" });
  expect(rename({ pl: "Warszawa" })).toEqual({ en: "Warsaw", pl: "Warszawa" });
  expect(rename({ en: "Varsovia" })).toEqual({ en: "Varsovia", pl: "Warszawa" });
});

test("removing a place removes its routes and tickets", () => {
  const sketch = removePlace(addTicket(square(), "lodz", "torun"), 0);
  expect([sketch.places.length, sketch.routes.length, sketch.tickets.length]).toEqual([3, 1, 0]);
});

test("a second strand equals the first except for its colour, and there are at most three", () => {
  let sketch = addRoute(square(), "poznan", "lodz", 9);
  expect(sketch.routes.slice(0, 2).map((route) => route.length)).toEqual([3, 3]);
  expect(sketch.routes[0]?.colour).not.toBe(sketch.routes[1]?.colour);
  sketch = changeRoute(sketch, 1, { length: 5 });
  expect(sketch.routes[0]?.length).toBe(5);
  sketch = addRoute(addRoute(sketch, "lodz", "poznan", 1), "lodz", "poznan", 1);
  expect(sketch.routes.length).toBe(6);
});

test("ferries and tunnels switch their options on and off", () => {
  let sketch = changeSort(square(), 0, "ferry");
  expect([sketch.routes[0]?.ferry, sketch.options.ferries, sketch.rules]).toEqual([1, true, ["BASE", "EUR"]]);
  sketch = changeSort(sketch, 0, "tunnel");
  expect([sketch.routes[0]?.ferry, sketch.routes[0]?.tunnel, sketch.options.ferries, sketch.options.tunnels]).toEqual([undefined, 3, undefined, true]);
});

test("a subway has one space, its own points and pieces; a train has as many spaces as cards", () => {
  let sketch = changeRoute(square(), 0, { kind: "subway" });
  expect(sketch.routes[0]).toMatchObject({ kind: "subway", length: 1, cards: 3 });
  expect(Object.keys(sketch.options.pieces).sort()).toEqual(["subway", "train"]);
  expect(sketch.route_points["subway"]).toEqual({ "3": 4 });
  sketch = changeRoute(sketch, 0, { kind: "train" });
  expect(sketch.routes[0]).toMatchObject({ kind: "train", length: 3 });
  expect(Object.keys(sketch.route_points)).toEqual(["train"]);
});

test("without routes there is no points table", () => {
  let sketch = square();
  while (sketch.routes.length) sketch = removeRoute(sketch, 0);
  expect(sketch.route_points).toEqual({});
});

test("options fit the size of the map", () => {
  let sketch = square();
  for (const [a, b] of [["lodz", "torun"], ["poznan", "lublin"], ["torun", "lublin"], ["lodz", "poznan"]] as const) sketch = addTicket(sketch, a, b);
  const { players, pieces, start_tickets: start } = fitted(sketch).options;
  expect([players, pieces["train"], start.count]).toEqual([[2], 6, 2]);
});

test("a ticket is worth its shortest path, and is added once", () => {
  const sketch = addTicket(addTicket(square(), "poznan", "lublin"), "lublin", "poznan");
  expect(sketch.tickets).toEqual([{ a: "poznan", b: "lublin", points: 7 }]);
});

test("missing parts of a file are filled in", () => {
  expect(asSketch({ places: [] }).routes).toEqual([]);
  expect(asSketch({ places: 7, routes: [null, 3], tickets: "x" } as never)).toMatchObject({ places: [], routes: [], tickets: [] });
  expect(asSketch({ sketch: undefined }).sketch).toBeUndefined();
});

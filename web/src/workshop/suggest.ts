/** Default values: a length by distance, a rare colour, points by the shortest path. */
import type { Route } from "../protocol";
import { costOf } from "./derivedOptions";
import type { Colour, Sketch } from "./sketch";

/** Picture units, as in `picture/tokens.py`. */
const SPACE = 42 + 3.6;
const ENDS = 2 * 14.5 - 3.6;
export const LONGEST = 8;
const MOST_POINTS = 99;
/** The weight of a grey route compared with coloured ones. */
const GREY_WEIGHT = 1.5;
/** Factor for a ticket without a path: bends make it longer than the direct distance. */
const DETOUR = 1.15;

export interface Spot {
  x: number;
  y: number;
}

/** How many spaces fit between two positions of the map. */
export function suggestLength(one: Spot, two: Spot): number {
  const fits = Math.round((Math.hypot(one.x - two.x, one.y - two.y) - ENDS) / SPACE);
  return Math.min(LONGEST, Math.max(1, fits));
}

/** The colour with the fewest spaces so far that no parallel strand has. */
export function suggestColour(sketch: Sketch, beside: number[] = []): Colour {
  const deck = Object.keys(sketch.options.cards).filter((card) => card !== "wild") as Colour[];
  const used = new Map<Colour, number>([...deck, "grey" as Colour].map((colour) => [colour, 0]));
  for (const route of sketch.routes) used.set(route.colour, (used.get(route.colour) ?? 0) + costOf(route));
  used.set("grey", (used.get("grey") ?? 0) / GREY_WEIGHT);
  const taken = new Set(beside.map((n) => sketch.routes[n]?.colour));
  const free = [...used].filter(([colour]) => !taken.has(colour) || colour === "grey");
  return free.sort((one, two) => one[1] - two[1])[0]?.[0] ?? "grey";
}

/** The cards of the cheapest path between two places; null if there is none. */
export function shortestPath(routes: Route[], a: string, b: string): number | null {
  const dear = new Map<string, number>([[a, 0]]);
  const done = new Set<string>();
  for (;;) {
    const next = [...dear].filter(([place]) => !done.has(place)).sort((one, two) => one[1] - two[1])[0];
    if (!next) return null;
    const [here, sum] = next;
    if (here === b) return sum;
    done.add(here);
    for (const route of routes) {
      const other = route.a === here ? route.b : route.b === here ? route.a : null;
      if (other !== null) dear.set(other, Math.min(dear.get(other) ?? Infinity, sum + costOf(route)));
    }
  }
}

/** The value of a ticket: the cards of its shortest path, or an estimate by distance. */
export function suggestPoints(sketch: Sketch, a: string, b: string): number {
  const way = shortestPath(sketch.routes, a, b) ?? guess(sketch, a, b);
  return Math.min(MOST_POINTS, Math.max(1, way));
}

/** Without a path: as many spaces per degree as the existing routes have. */
function guess(sketch: Sketch, a: string, b: string): number {
  const spot = new Map(sketch.places.map((place) => [place.id, place]));
  const degrees = (one: string, two: string) => {
    const [from, to] = [spot.get(one), spot.get(two)];
    return from && to ? Math.hypot(from.lat - to.lat, (from.lon - to.lon) * Math.cos((from.lat * Math.PI) / 180)) : 0;
  };
  const far = sketch.routes.reduce((sum, route) => sum + degrees(route.a, route.b), 0);
  const spaces = sketch.routes.reduce((sum, route) => sum + costOf(route), 0);
  return far ? Math.round((DETOUR * degrees(a, b) * spaces) / far) : 1;
}

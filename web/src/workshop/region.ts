/** Regions of the world to draw a board on. */
import type { Place, Region } from "../protocol";
import { wrapped, type Degrees } from "./grid";

const box = (west: number, south: number, east: number, north: number): Region => ({ west, south, east, north });

/** Regions offered for a new map; the empty one is open sea. */
export const REGIONS = {
  europe: box(-11, 35, 41, 61),
  poland: box(13.5, 48.8, 24.5, 55.2),
  british_isles: box(-11, 49.5, 3, 59.5),
  iberia: box(-10.2, 35.6, 4.5, 44.2),
  italy: box(6, 36, 19, 47.5),
  scandinavia: box(4, 54, 32, 71),
  north_america: box(-126, 22, -64, 52),
  south_america: box(-83, -56, -33, 13),
  africa: box(-19, -36, 53, 38),
  near_east: box(24, 11, 64, 43),
  india: box(66, 5, 98, 37),
  east_asia: box(96, 15, 147, 54),
  japan: box(128, 30, 147, 46),
  australia: box(112, -45, 180, -9),
  world: box(-135, -52, 160, 70),
  empty: box(-35, -5, -20, 5),
} as const satisfies Record<string, Region>;
export type RegionName = keyof typeof REGIONS;

/** Share of the extent that is added on each side. */
const MARGIN = 0.14;
/** Degrees that are added at least. */
const LEAST_MARGIN = 0.02;
const MOST_NORTHERN = 85;

/** A region that contains all places, with a margin. */
export function regionAround(places: Degrees[]): Region {
  const first = places[0];
  if (!first) return REGIONS.europe;
  // Places on both sides of the date line stay together.
  const lons = places.map((place) => first.lon + wrapped(place.lon - first.lon));
  const lats = places.map((place) => place.lat);
  const [west, east] = widened(Math.min(...lons), Math.max(...lons), 1 / Math.max(0.1, Math.cos((first.lat * Math.PI) / 180)));
  const [south, north] = widened(Math.min(...lats), Math.max(...lats), 1);
  return box(wrapped(west), Math.max(-MOST_NORTHERN, south), wrapped(west) + (east - west), Math.min(MOST_NORTHERN, north));
}

function widened(low: number, high: number, stretch: number): [number, number] {
  const room = Math.max(MARGIN * (high - low), LEAST_MARGIN * stretch);
  return [low - room, high + room];
}

/** Whether a place lies in the region. */
export function contains(region: Region, place: Degrees): boolean {
  const east = region.west + wrapped(place.lon - region.west - 180) + 180;
  return place.lat >= region.south && place.lat <= region.north && east <= region.east + 1e-9;
}

export function containsAll(region: Region, places: Place[]): boolean {
  return places.every((place) => contains(region, place));
}

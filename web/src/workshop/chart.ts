/** From degrees to the sheet and back, as `picture/ground/projection.py` has it; and regions of the world. */
import type { Chart, Place, Region } from "../protocol";
import type { Spot } from "./suggest";

export interface Degrees {
  lat: number;
  lon: number;
}

/** Nearer to the poles a conformal cone runs away. */
const POLE = 84;
const radians = (degrees: number) => (degrees * Math.PI) / 180;
const degrees = (angle: number) => (angle * 180) / Math.PI;
const turned = (lon: number) => ((((lon + 180) % 360) + 360) % 360) - 180;

/** How far a point follows the places that were moved apart, as `picture/ground/land_sheets.py` has it. */
function pulled({ bend }: Chart, at: Spot): Spot {
  const moved = { x: 0, y: 0 };
  for (const { x, y, dx, dy } of bend?.pulls ?? []) {
    const far = ((at.x - x) ** 2 + (at.y - y) ** 2) / bend!.reach ** 2;
    const share = 0.6 * Math.exp(-far / 2) + 0.4 * Math.exp(-far / 18);
    moved.x += share * dx;
    moved.y += share * dy;
  }
  return moved;
}

const BACK = 24;

/** The point that was carried here. */
function unbent(chart: Chart, spot: Spot): Spot {
  let from = spot;
  for (let n = 0; chart.bend && n < BACK; n++) {
    const moved = pulled(chart, from);
    from = { x: spot.x - moved.x, y: spot.y - moved.y };
  }
  return from;
}

export function toSheet(chart: Chart, at: Degrees): Spot {
  const flat = projected(chart, at);
  const moved = pulled(chart, flat);
  return { x: flat.x + moved.x, y: flat.y + moved.y };
}

function projected(chart: Chart, at: Degrees): Spot {
  const lon = radians(turned(at.lon - chart.meridian));
  const lat = radians(Math.min(POLE, Math.max(-POLE, at.lat)));
  const stretched = Math.asinh(Math.tan(lat));
  let [x, y] = [lon, -stretched];
  if (chart.cone) {
    const radius = Math.exp(-chart.cone * stretched) / chart.cone;
    [x, y] = [radius * Math.sin(chart.cone * lon), radius * Math.cos(chart.cone * lon)];
  }
  return { x: x * chart.factor + chart.x, y: y * chart.factor + chart.y };
}

export function toDegrees(chart: Chart, spot: Spot): Degrees {
  const flat = unbent(chart, spot);
  const [x, y] = [(flat.x - chart.x) / chart.factor, (flat.y - chart.y) / chart.factor];
  let [lon, stretched] = [x, -y];
  if (chart.cone) {
    const side = Math.sign(chart.cone);
    lon = Math.atan2(side * x, side * y) / chart.cone;
    stretched = -Math.log(Math.abs(chart.cone) * Math.hypot(x, y)) / chart.cone;
  }
  return { lat: degrees(Math.atan(Math.sinh(stretched))), lon: turned(degrees(lon) + chart.meridian) };
}

/** Where a spot of one sheet lies on another, and how much larger things are there. */
export function carried(from: Chart, to: Chart, spot: Spot): { at: Spot; scale: number } {
  const [at, beside] = [spot, { x: spot.x + 10, y: spot.y }].map((one) => toSheet(to, toDegrees(from, one))) as [Spot, Spot];
  return { at, scale: Math.hypot(beside.x - at.x, beside.y - at.y) / 10 };
}

const box = (west: number, south: number, east: number, north: number): Region => ({ west, south, east, north });

/** Sheets to begin on; the empty one lies on the open sea, where no coast is in the way. */
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

const MARGIN = 0.14;
const SMALLEST = 0.02;
const HIGHEST = 85;

/** A sheet that holds all places with some room around them. */
export function regionAround(places: Degrees[]): Region {
  const first = places[0];
  if (!first) return REGIONS.europe;
  // Across the date line, all on one side.
  const lons = places.map((place) => first.lon + turned(place.lon - first.lon));
  const lats = places.map((place) => place.lat);
  const [west, east] = widened(Math.min(...lons), Math.max(...lons), 1 / Math.max(0.1, Math.cos(radians(first.lat))));
  const [south, north] = widened(Math.min(...lats), Math.max(...lats), 1);
  return box(turned(west), Math.max(-HIGHEST, south), turned(west) + (east - west), Math.min(HIGHEST, north));
}

function widened(low: number, high: number, stretch: number): [number, number] {
  const room = Math.max(MARGIN * (high - low), SMALLEST * stretch);
  return [low - room, high + room];
}

/** Whether a place lies on the sheet. */
export function holds(region: Region, place: Degrees): boolean {
  const east = region.west + turned(place.lon - region.west - 180) + 180;
  return place.lat >= region.south && place.lat <= region.north && east <= region.east + 1e-9;
}

export function allHeld(region: Region, places: Place[]): boolean {
  return places.every((place) => holds(region, place));
}

/** Picture units of a sheet with so many places, as `picture/region.py` has them. */
const LONG_SIDES: [number, number][] = [[30, 1750], [16, 1450], [8, 1200], [0, 950]];

/** About where things lie on a sheet that the server has not drawn yet. */
export function scaleOf(region: Region, places: number): (at: Degrees) => Spot {
  const middle = Math.cos(radians((region.south + region.north) / 2));
  const units = LONG_SIDES.find(([least]) => places >= least)?.[1] ?? 950;
  const unit = units / Math.max((region.east - region.west) * middle, region.north - region.south);
  return (at) => ({ x: turned(at.lon - region.west) * middle * unit, y: -at.lat * unit });
}

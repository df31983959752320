/** Import of places from CSV, and of places and lines from GeoJSON. */
import Papa from "papaparse";
import type { Name } from "../protocol";
import type { Degrees } from "./chart";

export interface ImportedPlace extends Degrees {
  name: Name;
}

/** The content of a file: places, pairs of connected places (by index), and the number of unreadable rows. */
export interface Imported {
  places: ImportedPlace[];
  lines: [number, number][];
  skipped: number;
}

export class NothingToImport extends Error {}
export class TooManyPlaces extends Error {
  constructor(readonly places: number) {
    super();
  }
}

const HEADERS = {
  en: ["name", "name_en", "place", "city", "town", "nazwa", "miasto", "title"],
  pl: ["name_pl", "polish", "pl", "nazwa_pl"],
  lat: ["lat", "latitude", "y", "szerokość", "szerokosc"],
  lon: ["lon", "lng", "long", "longitude", "x", "długość", "dlugosc"],
};
const MOST_LETTERS = 40;
/** The most places of a board, as in `boards/limits.py`. */
export const MOST_PLACES = 64;
/** Lines that end within this share of the whole extent from a place end at that place. */
const NEAR = 0.01;

/** Import a file of either format; GeoJSON starts with a brace. */
export function importPlaces(text: string): Imported {
  const found = text.trimStart().startsWith("{") ? fromGeoJson(text) : fromCsv(text);
  if (!found.places.length) throw new NothingToImport();
  if (found.places.length > MOST_PLACES) throw new TooManyPlaces(found.places.length);
  return found;
}

/** A name as the notation of games allows it: no digits, hyphens, slashes or commas. */
export function cleanName(text: string): string {
  return text.replace(/[-–/,]+/g, " ").replace(/[0-9]+/g, "").replace(/\s+/g, " ").trim().slice(0, MOST_LETTERS).trim();
}

const onGlobe = (at: Degrees) => Number.isFinite(at.lat) && Number.isFinite(at.lon) && Math.abs(at.lat) <= 90 && Math.abs(at.lon) <= 180;

/** The rows of a CSV file without empty lines and comments. */
function rowsOf(text: string, delimiter: string): string[][] {
  const { data } = Papa.parse<string[]>(text, { delimiter, comments: "#", skipEmptyLines: "greedy" });
  return data.map((row) => row.map((cell) => cell.trim()));
}

interface Columns {
  en: number;
  pl: number;
  lat: number;
  lon: number;
}

/** Which column is which, by the names in the first line; without them name, latitude, longitude, Polish name. */
function columnsOf(head: string[]): Columns | null {
  const find = (names: string[]) => head.findIndex((cell) => names.includes(cell.toLowerCase()));
  const found = { en: find(HEADERS.en), pl: find(HEADERS.pl), lat: find(HEADERS.lat), lon: find(HEADERS.lon) };
  return found.lat >= 0 && found.lon >= 0 ? found : null;
}

const number = (text: string | undefined) => (text ? Number(text.replace(",", ".")) : NaN);

export function fromCsv(text: string): Imported {
  const table = text.replace(/^\uFEFF/, "").trimStart();
  const first = table.slice(0, table.search(/[\r\n]|$/));
  const separator = ["\t", ";", ","].find((sign) => first.includes(sign)) ?? ",";
  const rows = rowsOf(table, separator);
  const named = columnsOf(rows[0] ?? []);
  const columns = named ?? { en: 0, lat: 1, lon: 2, pl: 3 };
  const places: ImportedPlace[] = [];
  let skipped = 0;
  for (const row of named ? rows.slice(1) : rows) {
    const en = cleanName(row[columns.en] ?? "");
    const at = { lat: number(row[columns.lat]), lon: number(row[columns.lon]) };
    if (en && onGlobe(at)) places.push({ name: { en, pl: cleanName(row[columns.pl] ?? "") || en }, ...at });
    else skipped++;
  }
  return { places, lines: [], skipped };
}

interface Feature {
  geometry?: { type?: string; coordinates?: unknown } | null;
  properties?: Record<string, unknown> | null;
}

function nameOf(feature: Feature, fallback: string): Name {
  const said = (key: string) => (typeof feature.properties?.[key] === "string" ? cleanName(feature.properties[key] as string) : "");
  const en = said("name:en") || said("name_en") || said("name") || said("title") || fallback;
  return { en, pl: said("name:pl") || said("name_pl") || said("name") || en };
}

function degreesOf(point: unknown): Degrees | null {
  if (!Array.isArray(point)) return null;
  const at = { lon: Number(point[0]), lat: Number(point[1]) };
  return onGlobe(at) ? at : null;
}

/** All features; a bare geometry is a feature without a name. */
function featuresOf(tree: unknown): Feature[] {
  const root = tree as { type?: string; features?: unknown; geometry?: unknown; coordinates?: unknown };
  if (Array.isArray(root?.features)) return root.features.map((one) => (one ?? {}) as Feature);
  if (root?.coordinates) return [{ geometry: root } as Feature];
  return root?.geometry ? [root as Feature] : [];
}

/** The lines of a feature, each as its two ends. */
function endsOf(feature: Feature): [Degrees, Degrees][] {
  const { type, coordinates } = feature.geometry ?? {};
  const lines = type === "LineString" ? [coordinates] : type === "MultiLineString" && Array.isArray(coordinates) ? coordinates : [];
  return lines.flatMap((line) => {
    const points = Array.isArray(line) ? line : [];
    const [from, to] = [degreesOf(points[0]), degreesOf(points.at(-1))];
    return from && to ? [[from, to] as [Degrees, Degrees]] : [];
  });
}

export function fromGeoJson(text: string): Imported {
  let tree: unknown;
  try {
    tree = JSON.parse(text);
  } catch {
    throw new NothingToImport();
  }
  const features = featuresOf(tree);
  const places: ImportedPlace[] = [];
  for (const feature of features) {
    const at = feature.geometry?.type === "Point" ? degreesOf(feature.geometry.coordinates) : null;
    if (at) places.push({ name: nameOf(feature, letters(places.length)), ...at });
  }
  const ways = features.flatMap(endsOf);
  const reach = NEAR * extent([...places, ...ways.flat()]);
  const lines = ways.map(([from, to]): [number, number] => [nearest(places, from, reach), nearest(places, to, reach)]);
  const read = features.filter((feature) => ["Point", "LineString", "MultiLineString"].includes(feature.geometry?.type ?? "")).length;
  return { places, lines: lines.filter(([from, to]) => from !== to), skipped: features.length - read };
}

const letters = (n: number): string => `Place ${n >= 26 ? String.fromCharCode(64 + Math.floor(n / 26)) : ""}${String.fromCharCode(65 + (n % 26))}`;

function extent(points: Degrees[]): number {
  let [south, north, west, east] = [90, -90, 180, -180];
  for (const { lat, lon } of points) [south, north, west, east] = [Math.min(south, lat), Math.max(north, lat), Math.min(west, lon), Math.max(east, lon)];
  return points.length ? Math.max(north - south, east - west) : 0;
}

/** The number of the place where a line ends; where none is near, a new one. */
function nearest(places: ImportedPlace[], at: Degrees, reach: number): number {
  let best = -1;
  let apart = Infinity;
  places.forEach((place, n) => {
    const far = Math.hypot(place.lat - at.lat, place.lon - at.lon);
    if (far < apart) [best, apart] = [n, far];
  });
  if (best >= 0 && apart <= reach) return best;
  const en = letters(places.length);
  return places.push({ name: { en, pl: en.replace("Place", "Miejsce") }, ...at }) - 1;
}

/** The larger cities of the world, for suggestions. */
import type { Name, Region } from "../protocol";
import { api } from "../lib/api";
import type { Degrees } from "./grid";
import { plain } from "./ids";
import { contains } from "./region";

export interface City extends Degrees {
  name: Name;
  /** ISO code of two letters. */
  country: string;
}

const FEWEST = 2;
const MOST = 6;

/** A name in the form used for searching. */
export const folded = (text: string): string => plain(text).replace(/[-–']/g, " ").trim();

export function readCities(text: string): City[] {
  return text.trim().split("\n").map((line) => {
    const [en = "", pl = "", lat = "", lon = "", country = ""] = line.split(",");
    return { name: { en, pl: pl || en }, lat: Number(lat), lon: Number(lon), country };
  });
}

/** Cities whose names start with a text: those in the region first, then by size. */
export function citiesLike(cities: City[], typed: string, region: Region): City[] {
  const wanted = folded(typed);
  if (wanted.length < FEWEST) return [];
  const found = cities.filter(({ name }) => folded(name.en).startsWith(wanted) || folded(name.pl).startsWith(wanted));
  const [here, elsewhere] = [found.filter((city) => contains(region, city)), found.filter((city) => !contains(region, city))];
  return [...here, ...elsewhere].slice(0, MOST);
}

let fetched: Promise<City[]> | null = null;

/** The gazetteer, requested once; empty if the server is away, and then requested again. */
export function allCities(): Promise<City[]> {
  const promised = fetched ?? api.gazetteer().then(({ cities }) => readCities(cities), () => {
    fetched = null;
    return [];
  });
  fetched = promised;
  return promised;
}

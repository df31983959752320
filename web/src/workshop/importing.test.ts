import { expect, test } from "vitest";
import { fromCsv, fromGeoJson, importPlaces, NothingToImport, TooManyPlaces } from "./importing";

test("columns are found by their names, in any order and with any separator", () => {
  const { places, skipped } = fromCsv('\uFEFFlon;lat;name;name_pl\n21,01;52,23;Warsaw;Warszawa\n19.04;50.06;"Kraków";\nx;y;Nowhere;\n');
  expect(places).toEqual([
    { name: { en: "Warsaw", pl: "Warszawa" }, lat: 52.23, lon: 21.01 },
    { name: { en: "Kraków", pl: "Kraków" }, lat: 50.06, lon: 19.04 },
  ]);
  expect(skipped).toBe(1);
});

test("without names the columns are name, latitude, longitude", () => {
  expect(fromCsv("Bielsko-Biała,49.82,19.04").places).toEqual([{ name: { en: "Bielsko Biała", pl: "Bielsko Biała" }, lat: 49.82, lon: 19.04 }]);
});

const point = (name: string, lon: number, lat: number) => ({ type: "Feature", properties: { name }, geometry: { type: "Point", coordinates: [lon, lat] } });
const line = (...coordinates: number[][]) => ({ type: "Feature", properties: {}, geometry: { type: "LineString", coordinates } });

test("lines join the places at their ends, and make places where there are none", () => {
  const features = [point("A", 0, 0), point("B", 10, 0), line([0.01, 0.01], [4, 2], [10, 0]), line([10, 0], [10, 8]), { type: "Feature", geometry: { type: "Polygon" } }];
  const { places, lines, skipped } = fromGeoJson(JSON.stringify({ type: "FeatureCollection", features }));
  expect(places.map((place) => place.name.en)).toEqual(["A", "B", "Place C"]);
  expect(lines).toEqual([[0, 1], [1, 2]]);
  expect(skipped).toBe(1);
});

test("a fourth column without a name is the Polish name", () => {
  expect(fromCsv("Wien,48.2,16.37,Wiedeń\nBrno,49.2,16.6,379000").places.map((place) => place.name)).toEqual([
    { en: "Wien", pl: "Wiedeń" }, { en: "Brno", pl: "Brno" },
  ]);
});

test("quotes hold separators, line ends and quotes", () => {
  const { places, skipped } = fromCsv('"Castle\nHill, north",50,20\r\n"The ""Gate""",51,21\r\n');
  expect(places.map((place) => place.name.en)).toEqual(["Castle Hill north", 'The "Gate"']);
  expect(skipped).toBe(0);
});

test("GeoJSON of any shape is read as far as it goes", () => {
  const odd = [null, 5, { geometry: null }, { geometry: { type: "MultiLineString", coordinates: 7 } }, { geometry: { type: "LineString", coordinates: "x" } }, point("A", 1, 2)];
  expect(fromGeoJson(JSON.stringify({ type: "FeatureCollection", features: odd })).places.map((place) => place.name.en)).toEqual(["A"]);
  expect(importPlaces('{"type":"Point","coordinates":[19,51]}').places).toEqual([{ name: { en: "Place A", pl: "Place A" }, lat: 51, lon: 19 }]);
});

test("more places than a board has room for are refused, however many", () => {
  const rows = (n: number) => Array.from({ length: n }, (_, at) => `A,${at % 80},${at % 170}`).join("\n");
  expect(importPlaces(rows(64)).places).toHaveLength(64);
  expect(() => importPlaces(rows(65))).toThrow(TooManyPlaces);
  const features = Array.from({ length: 150_000 }, (_, at) => point("A", at % 170, at % 80));
  expect(() => importPlaces(JSON.stringify({ features }))).toThrow(TooManyPlaces);
});

test("a file without places is refused", () => {
  for (const text of ["", "{", '{"type":"FeatureCollection","features":[]}', "a,b,c"]) expect(() => importPlaces(text)).toThrow(NothingToImport);
});

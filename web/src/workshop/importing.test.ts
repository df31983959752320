import { expect, test } from "vitest";
import { fromCsv, fromGeoJson, importPlaces, NothingToImport } from "./importing";

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

test("a file without places is refused", () => {
  for (const text of ["", "{", '{"type":"FeatureCollection","features":[]}', "a,b,c"]) expect(() => importPlaces(text)).toThrow(NothingToImport);
});

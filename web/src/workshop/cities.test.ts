import { expect, test } from "vitest";
import { citiesLike, folded, readCities } from "./cities";

const cities = readCities("London,Londyn,51.51,-0.13,GB\nLisbon,Lizbona,38.73,-9.15,PT\nLondon,,42.98,-81.23,CA\nŁódź,,51.77,19.46,PL\nRostov on Don,Rostów nad Donem,47.24,39.71,RU\n");
const europe = { west: -11, south: 35, east: 41, north: 61 };
const canada = { west: -100, south: 40, east: -60, north: 55 };
const names = (typed: string, region = europe) => citiesLike(cities, typed, region).map((city) => `${city.name.en} ${city.country}`);

test("a city is found by the first letters of either name, with or without accents", () => {
  expect(names("Lis")).toEqual(["Lisbon PT"]);
  expect(names("lizb")).toEqual(["Lisbon PT"]);
  expect(names("lod")).toEqual(["Łódź PL"]);
  expect(names("rostov on")).toEqual(["Rostov on Don RU"]);
  expect(names("L")).toEqual([]);
  expect(folded("Żyła-Ł")).toBe("zyla l");
});

test("those in the region come first", () => {
  expect(names("London")).toEqual(["London GB", "London CA"]);
  expect(names("London", canada)).toEqual(["London CA", "London GB"]);
});

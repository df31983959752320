import { expect, test } from "vitest";
import { addFestival, changeFestival, drafted, removeFestival, setDraft, setTeams } from "./mechanics";
import { addPlace, asSketch, emptySketch, type Sketch } from "./sketch";

const named = (en: string) => ({ en, pl: en });

function two(): Sketch {
  const sketch = addPlace(emptySketch(named("Test")), { lat: 0, lon: 0 }, named("Here"));
  return addPlace(sketch, { lat: 1, lon: 1 }, named("There"));
}

test("teams play with four and six players", () => {
  const sketch = setTeams({ ...two(), options: { ...two().options, players: [2, 3, 4, 5] } }, true);
  expect([sketch.options.teams, sketch.options.players, sketch.rules]).toEqual([true, [4], ["BASE", "ASI"]]);
  expect(setTeams(sketch, false).options.teams).toBeUndefined();
});

test("a draft deals the starting tickets, and its card is in the deck for every number of players", () => {
  const start = { count: 5, keep: 3, rejected: "bottom", long: 1 } as const;
  const sketch = setDraft({ ...two(), options: { ...two().options, players: [2, 3], start_tickets: start } }, true);
  expect(sketch.options.draft).toEqual({ count: 5, keep: 3, second_at: { 2: [2, 3], 3: [2, 3] } });
  expect(sketch.options.start_tickets.long).toBeUndefined();
  const grown = drafted({ ...sketch.options, players: [3, 4], start_tickets: { ...sketch.options.start_tickets, keep: 2 } });
  expect(grown.draft).toEqual({ count: 5, keep: 2, second_at: { 3: [2, 3], 4: [2, 3] } });
  expect(setDraft(sketch, false).options.draft).toBeUndefined();
});

test("festivals come with their option, have points for every card, and can be removed", () => {
  let sketch = addFestival(two(), "here");
  expect([sketch.options.festivals, sketch.festivals?.[0]?.points]).toEqual([true, [2, 4, 6]]);
  expect(addFestival(sketch, "here").festivals).toHaveLength(1);
  sketch = changeFestival(sketch, 0, { cards: 5 });
  expect(sketch.festivals?.[0]?.points).toEqual([2, 4, 6, 9, 13]);
  sketch = changeFestival(sketch, 0, { cards: 2 });
  expect(sketch.festivals?.[0]?.points).toEqual([2, 4]);
  sketch = removeFestival(sketch, 0);
  expect([sketch.options.festivals, sketch.festivals]).toEqual([undefined, []]);
});

test("options of a file are used as they are; missing ones are off", () => {
  const { longest_bonus: _, last_round_at: __, ...options } = two().options;
  const opened = asSketch({ ...two(), options, version: 3, big_cities: [{ place: "here", points: 8 }] });
  expect(opened.options).toEqual(options);
  expect([opened.version, opened.big_cities]).toEqual([3, [{ place: "here", points: 8 }]]);
});

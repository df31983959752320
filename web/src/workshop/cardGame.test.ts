import { expect, test } from "vitest";
import { addCardTicket, changeCardGame, emptyCardGame, pointsByNeeds, setCardGamePlayers, setBigCity, setNeed } from "./cardGame";
import { fitted, settled } from "./derivedOptions";
import { addPlace, asSketch, changePlace, removePlace } from "./sketch";

const game = ["Alder", "Birch", "Cedar"].reduce((sketch, name, n) => addPlace(sketch, { lat: n, lon: n }, { en: name, pl: name }), emptyCardGame({ en: "Cards", pl: "Karty" }));

test("a Card Game has neither routes nor trains", () => {
  for (const sketch of [game, settled(game), fitted(game), asSketch(game)]) {
    expect(sketch.options.pieces).toEqual({});
    expect(sketch.rules).toEqual(["CRD"]);
    expect(sketch.route_points).toEqual({});
    expect(sketch.options.players).toEqual([2, 3, 4]);
  }
});

test("tickets require cards, and their points follow until they are set", () => {
  let sketch = addCardTicket(addCardTicket(game, "alder", "birch"), "alder", "birch");
  expect(sketch.tickets.map((ticket) => ticket.needs)).toEqual([{ red: 1 }, { orange: 1 }]);
  sketch = setNeed(sketch, 0, "blue", 2);
  expect(sketch.tickets[0]).toEqual({ a: "alder", b: "birch", points: 13, needs: { red: 1, blue: 2 } });
  sketch = setNeed({ ...sketch, tickets: [{ ...sketch.tickets[0]!, points: 30 }] }, 0, "red", 0);
  expect(sketch.tickets[0]).toEqual({ a: "alder", b: "birch", points: 30, needs: { blue: 2 } });
  expect(pointsByNeeds({ red: 60 })).toBe(99);
});

test("big cities follow their places", () => {
  let sketch = setBigCity(setBigCity(game, "alder", 12), "birch", 8);
  sketch = changePlace(sketch, 0, { name: { en: "Ash", pl: "Jesion" } });
  expect(sketch.big_cities).toEqual([{ place: "ash", points: 12 }, { place: "birch", points: 8 }]);
  expect(removePlace(sketch, 1).big_cities).toEqual([{ place: "ash", points: 12 }]);
  expect(setBigCity(sketch, "ash", null).big_cities).toEqual([{ place: "birch", points: 8 }]);
});

test("rules of removed player counts are removed, too", () => {
  const sketch = setCardGamePlayers(changeCardGame(game, { halves_with: [3, 4] }), [2, 3]);
  expect(sketch.options.players).toEqual([2, 3]);
  expect(sketch.options.card_game?.halves_with).toEqual([3]);
});

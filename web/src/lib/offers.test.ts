import { expect, test } from "vitest";
import type { OfferedMove } from "../protocol";
import { bounds, cardsOf, countsKey, offerWith, placedCards, sortOffers } from "./offers";

const claim = (colour: string, plain: number, wild: number, rack = 0): OfferedMove => ({
  text: `claim A-B ${plain} ${colour} ${wild} wild ${rack}`,
  move: { move: "claim", route: "A-B", payment: { colour, plain, wild, rack_plain: rack } },
});

test("the payment with fewest wild cards is first, in the colour with most cards left", () => {
  const offers = sortOffers([claim("red", 2, 1), claim("blue", 3, 0), claim("green", 3, 0)], { blue: 3, green: 5, red: 2 });
  expect(offers.claims.get("A-B")?.map((offer) => offer.move.payment.colour)).toEqual(["green", "blue", "red"]);
});

test("the shared rack is used only if the hand cannot pay", () => {
  const offers = sortOffers([claim("red", 3, 0, 2), claim("red", 3, 0, 0)], { red: 3 });
  expect(offers.claims.get("A-B")?.[0]?.move.payment.rack_plain).toBe(0);
});

test("draws are sorted by market position", () => {
  const offers = sortOffers(
    [{ text: "draw deck", move: { move: "draw", market: null } }, { text: "draw market 3", move: { move: "draw", market: 3 } }], {},
  );
  expect(offers.deck).toBe("draw deck");
  expect([...offers.market]).toEqual([[3, "draw market 3"]]);
});

test("only an offered selection of tickets can be kept", () => {
  const keep = (...tickets: string[]) => ({ text: tickets.join(), move: { move: "keep" as const, tickets } });
  const offers = [keep("A-B"), keep("A-B", "C-D")];
  expect(offerWith(offers, new Set(["A-B", "C-D"]))?.text).toBe("A-B,C-D");
  expect(offerWith(offers, new Set(["C-D"]))).toBeNull();
  expect(bounds(offers)).toEqual([1, 2]);
});

test("plain cards of a payment come first", () => {
  expect(cardsOf({ colour: "red", plain: 2, wild: 1 })).toEqual(["red", "red", "wild"]);
});

test("a placement is found by its cards in any order", () => {
  const row = placedCards({ move: "place", colour: "red", plain: 2, wild: 1 });
  expect(countsKey(row)).toBe(countsKey({ wild: 1, blue: 0, red: 2 }));
});

import { expect, test } from "vitest";
import type { OfferedMove } from "../protocol";
import { bounds, cardsOf, countsKey, offerWith, placedCards, sortOffers } from "./offers";

const claim = (colour: string, plain: number, wild: number, rack = 0): OfferedMove => ({
  text: `claim A-B ${plain} ${colour} ${wild} wild ${rack}`,
  move: { move: "claim", route: "A-B", payment: { colour, plain, wild, rack_plain: rack } },
});

test("the payment with fewest wilds stands first, of the colour of which most is left", () => {
  const offers = sortOffers([claim("red", 2, 1), claim("blue", 3, 0), claim("green", 3, 0)], { blue: 3, green: 5, red: 2 });
  expect(offers.claims.get("A-B")?.map((offer) => offer.move.payment.colour)).toEqual(["green", "blue", "red"]);
});

test("the shared rack is spared where the hand can pay", () => {
  const offers = sortOffers([claim("red", 3, 0, 2), claim("red", 3, 0, 0)], { red: 3 });
  expect(offers.claims.get("A-B")?.[0]?.move.payment.rack_plain).toBe(0);
});

test("draws are sorted by place of the market", () => {
  const offers = sortOffers(
    [{ text: "draw deck", move: { move: "draw", market: null } }, { text: "draw market 3", move: { move: "draw", market: 3 } }], {},
  );
  expect(offers.deck).toBe("draw deck");
  expect([...offers.market]).toEqual([[3, "draw market 3"]]);
});

test("only an offered choice of tickets can be kept", () => {
  const keep = (...tickets: string[]) => ({ text: tickets.join(), move: { move: "keep" as const, tickets } });
  const offers = [keep("A-B"), keep("A-B", "C-D")];
  expect(offerWith(offers, new Set(["A-B", "C-D"]))?.text).toBe("A-B,C-D");
  expect(offerWith(offers, new Set(["C-D"]))).toBeNull();
  expect(bounds(offers)).toEqual([1, 2]);
});

test("cards of a payment are laid down plain ones first", () => {
  expect(cardsOf({ colour: "red", plain: 2, wild: 1 })).toEqual(["red", "red", "wild"]);
});

test("a placing is found by its cards, in whatever order they were chosen", () => {
  const row = placedCards({ move: "place", colour: "red", plain: 2, wild: 1 });
  expect(countsKey(row)).toBe(countsKey({ wild: 1, blue: 0, red: 2 }));
});

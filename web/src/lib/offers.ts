/** The offered moves, grouped by kind; this module knows no rules. */
import type { OfferedMove, Payment } from "../protocol";
import type { Colour, Move, MoveOf, OfferOf } from "./protocol";

export interface Offers {
  market: Map<number, string>;
  deck: string | null;
  tickets: string | null;
  claims: Map<string, OfferOf<"claim">[]>;
  builds: Map<string, OfferOf<"build">[]>;
  pay: OfferOf<"pay">[];
  refuse: string | null;
  keep: OfferOf<"keep">[];
  pick: OfferOf<"pick">[];
  rack: OfferOf<"rack">[];
  share: OfferOf<"share">[];
  put: OfferOf<"put">[];
  festival: OfferOf<"festival">[];
  stop: string | null;
  rows: OfferOf<"place">[];
  threes: OfferOf<"place-three">[];
  complete: OfferOf<"complete">[];
  done: string | null;
  pass: string | null;
  any: boolean;
}

function of<K extends Move["move"]>(moves: OfferedMove[], kind: K): OfferOf<K>[] {
  return moves.filter((offer) => offer.move.move === kind) as OfferOf<K>[];
}

function grouped<T>(offers: T[], key: (offer: T) => string): Map<string, T[]> {
  const found = new Map<string, T[]>();
  for (const offer of offers) found.set(key(offer), [...(found.get(key(offer)) ?? []), offer]);
  return found;
}

/** Offers by kind; the payments of each group in display order. */
export function sortOffers(moves: OfferedMove[], hand: Record<Colour, number>): Offers {
  const draws = of(moves, "draw");
  const text = (offers: { text: string }[]) => offers[0]?.text ?? null;
  const paid = <T extends { move: { payment: Payment } }>(offers: T[]) => sortPayments(offers, hand);
  const groups = <T extends { move: { payment: Payment } }>(found: Map<string, T[]>) =>
    new Map([...found].map(([name, offers]) => [name, paid(offers)] as const));
  return {
    market: new Map(draws.flatMap((d): [number, string][] => (d.move.market ? [[d.move.market, d.text]] : []))),
    deck: text(draws.filter((draw) => !draw.move.market)),
    tickets: text(of(moves, "draw-tickets")),
    claims: groups(grouped(of(moves, "claim"), (offer) => offer.move.route)),
    builds: groups(grouped(of(moves, "build"), (offer) => offer.move.place)),
    pay: paid(of(moves, "pay")),
    refuse: text(of(moves, "refuse")),
    keep: of(moves, "keep"),
    pick: of(moves, "pick"),
    rack: of(moves, "rack"),
    share: of(moves, "share"),
    put: of(moves, "put"),
    festival: of(moves, "festival"),
    stop: text(of(moves, "stop")),
    rows: of(moves, "place"),
    threes: of(moves, "place-three"),
    complete: of(moves, "complete"),
    done: text(of(moves, "done")),
    pass: text(of(moves, "pass")),
    any: moves.length > 0,
  };
}

/** Fewest wild cards first, then fewest from the shared rack, then the colour with most cards left. */
export function sortPayments<T extends { move: { payment: Payment } }>(
  offers: T[],
  hand: Record<Colour, number>,
): T[] {
  const rank = ({ move: { payment } }: T): number[] => [
    payment.wild,
    (payment.rack_plain ?? 0) + (payment.rack_wild ?? 0),
    payment.plain - (hand[payment.colour] ?? 0),
  ];
  return [...offers].sort((one, two) => compare(rank(one), rank(two)));
}

function compare(one: number[], two: number[]): number {
  for (const [index, value] of one.entries()) {
    const difference = value - (two[index] ?? 0);
    if (difference) return difference;
  }
  return 0;
}

/** The cards of a payment one by one, plain ones first. */
export function cardsOf(payment: Payment): Colour[] {
  return [...Array<Colour>(payment.plain).fill(payment.colour), ...Array<Colour>(payment.wild).fill("wild")];
}

/** The offer that keeps or shares exactly these tickets, if there is one. */
export function offerWith<T extends { move: { tickets: string[] } }>(offers: T[], chosen: Set<string>): T | null {
  return (
    offers.find(({ move }) => move.tickets.length === chosen.size && move.tickets.every((t) => chosen.has(t))) ?? null
  );
}

/** The smallest and largest number of tickets in the offers. */
export function bounds(offers: { move: { tickets: string[] } }[]): [number, number] {
  const sizes = offers.map((offer) => offer.move.tickets.length);
  return [Math.min(...sizes), Math.max(...sizes)];
}

/** Cards of a placement by colour, as a canonical text. */
export function countsKey(counts: Record<Colour, number>): string {
  return Object.keys(counts).filter((card) => counts[card]).sort().map((card) => `${card}${counts[card]}`).join();
}

/** The cards that an offered placement takes from the hand. */
export function placedCards(move: MoveOf<"place"> | MoveOf<"place-three">): Record<Colour, number> {
  if (move.move === "place-three") return Object.fromEntries(move.colours.map((colour) => [colour, 1]));
  return { [move.colour]: move.plain, ...(move.wild ? { wild: move.wild } : {}) };
}

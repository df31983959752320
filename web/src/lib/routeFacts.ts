/** What speaks for and against claiming a route, from what a seat sees: the facts, each with the rule behind it. */
import type { Route, View } from "../protocol";
import type { BoardNames } from "./names";
import type { Colour } from "./protocol";

/** Why a route is out of reach, the first reason that holds. */
export type Bar =
  | { kind: "owned"; seat: number; rule: string }
  | { kind: "own-strand"; rule: string }
  | { kind: "closed-strand"; rule: string }
  | { kind: "pieces"; have: number; need: number; rule: string }
  | { kind: "cards"; short: number; rule: string }
  | { kind: "wilds"; short: number; rule: string };

/** The cards that come nearest to paying for a route. */
export interface Nearest {
  colour: Colour;
  plain: number;
  wild: number;
  /** Cards that are still missing, and how many of them must be wild. */
  short: number;
  wilds: number;
}

const COLOURS: Colour[] = ["red", "orange", "yellow", "green", "blue", "violet", "black", "white"];

/** Cards that a seat can pay with: its own and its team's. */
function purse(view: View): Record<Colour, number> {
  const cards: Record<Colour, number> = { ...view.own?.hand };
  for (const [card, n] of Object.entries(view.own?.rack ?? {})) cards[card] = (cards[card] ?? 0) + n;
  return cards;
}

function nearestOf(cost: number, ferry: number, colour: Colour, cards: Record<Colour, number>): Nearest {
  const plain = Math.min(cards[colour] ?? 0, cost - ferry);
  const wanted = cost - plain;
  const wild = Math.min(cards["wild"] ?? 0, wanted);
  return { colour, plain, wild, short: wanted - wild, wilds: Math.max(0, ferry - wild) };
}

/** The colour in which least is missing; of equal ones, that with more plain cards. */
export function nearest(names: BoardNames, route: Route, view: View): Nearest {
  const cards = purse(view);
  const colours = route.colour === "grey" ? COLOURS : [route.colour];
  const all = colours.map((colour) => nearestOf(names.cost(route), route.ferry ?? 0, colour, cards));
  return all.sort((one, two) => one.short - two.short || two.plain - one.plain)[0]!;
}

function twins(names: BoardNames, route: Route): string[] {
  const routes = names.page.board.routes ?? [];
  const same = (one: Route) => (one.a === route.a && one.b === route.b) || (one.a === route.b && one.b === route.a);
  return names.page.route_names.filter((_, n) => routes[n] && same(routes[n]));
}

/** BASE-14: the other strands of a double or triple route. */
function strandBar(names: BoardNames, route: Route, view: View, seat: number | null): Bar | null {
  const strands = twins(names, route);
  const owners = strands.flatMap((name) => (view.routes[name] === undefined ? [] : [view.routes[name]!]));
  if (seat !== null && owners.includes(seat)) return { kind: "own-strand", rule: "BASE-14" };
  const few = (names.page.board.options.one_strand_with ?? []).includes(view.players) && !route.always_open;
  const limit = few ? Math.max(1, strands.length - 1) : strands.length;
  return owners.length >= limit ? { kind: "closed-strand", rule: "BASE-14" } : null;
}

function cardsBar(names: BoardNames, route: Route, view: View): Bar | null {
  const { short, wilds } = nearest(names, route, view);
  if (wilds > 0 && wilds === short) return { kind: "wilds", short, rule: "BASE-15" };
  return short ? { kind: "cards", short, rule: route.colour === "grey" ? "BASE-11" : "BASE-10" } : null;
}

/** Why a seat cannot claim a route, or null where nothing but the turn stands against it. */
export function barOf(names: BoardNames, id: string, view: View, seat: number | null): Bar | null {
  const route = names.route(id);
  if (!route) return null;
  const owner = view.routes[id];
  if (owner !== undefined) return { kind: "owned", seat: owner, rule: "BASE-12" };
  const strand = strandBar(names, route, view, seat);
  if (strand || seat === null) return strand;
  const have = view.seats[seat]?.pieces[route.kind ?? "train"] ?? 0;
  if (have < route.length) return { kind: "pieces", have, need: route.length, rule: "BASE-12" };
  return cardsBar(names, route, view);
}

/** An unfinished board as an immutable value: every change returns a new one. */
import type { Board, Name, Place, Route, Ticket } from "../protocol";
import { newId, slug } from "./ids";
import { fitted, settled } from "./derivedOptions";
import { suggestColour, suggestPoints } from "./suggest";

export type Colour = Route["colour"];
export type Kind = NonNullable<Route["kind"]>;
export type Sketch = Board & { routes: Route[]; route_points: Record<string, Record<string, number>> };

/** What strands between the same two places share; only their colours may differ. */
const ALIKE = ["length", "kind", "cards", "ferry", "tunnel", "always_open"] as const;
export const MOST_STRANDS = 3;
export const MOST_PLACES = 64;

/** An empty board. */
export function emptySketch(title: Name): Sketch {
  return fitted({
    board: slug(title.en) || "board",
    title,
    rules: ["BASE"],
    provenance: { places: "", routes: "", tickets: "", other: "" },
    sketch: true,
    options: {
      players: [2], pieces: { train: 12 }, hand: 4,
      cards: { red: 12, orange: 12, yellow: 12, green: 12, blue: 12, violet: 12, black: 12, white: 12, wild: 14 },
      start_tickets: { count: 3, keep: 2, rejected: "bottom" }, draw_tickets: { count: 3, keep: 1 },
      ties: ["tickets"], last_round_at: 2, longest_bonus: 10,
    },
    places: [], routes: [], tickets: [], route_points: {},
  });
}

/** The entries of a list; a file may contain anything. */
const listOf = <T extends object>(value: T[] | undefined): T[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === "object" && one !== null) : [];

/** A file or shared board as a sketch, with missing parts filled in. */
export function asSketch(tree: Partial<Board>): Sketch {
  const empty = emptySketch({ en: "Board", pl: "Plansza" });
  const lists = { places: listOf(tree.places), routes: listOf(tree.routes), tickets: listOf(tree.tickets) };
  // Options that a file leaves out are off; only required ones are filled in.
  const { longest_bonus: _, last_round_at: __, one_strand_with: ___, ...needed } = empty.options;
  return { ...empty, sketch: tree.sketch, ...tree, ...lists, options: { ...(tree.options ? needed : empty.options), ...tree.options }, route_points: tree.route_points ?? {} };
}

const together = (one: { a: string; b: string }, two: { a: string; b: string }) =>
  (one.a === two.a && one.b === two.b) || (one.a === two.b && one.b === two.a);

/** The indexes of the strands parallel to a route, including itself. */
export function strandsOf(sketch: Sketch, route: { a: string; b: string }): number[] {
  return sketch.routes.flatMap((other, n) => (together(other, route) ? [n] : []));
}

export function placeOf(sketch: Sketch, id: string): Place | undefined {
  return sketch.places.find((place) => place.id === id);
}

/** A letter for a place without a name: A … Z, AA … */
function letter(n: number): string {
  return (n >= 26 ? letter(Math.floor(n / 26) - 1) : "") + String.fromCharCode(65 + (n % 26));
}

/** A name that no place has. */
export function freeName(sketch: Sketch): Name {
  const taken = new Set(sketch.places.flatMap((place) => [place.name.en, place.name.pl]));
  for (let n = 0; ; n++) {
    const name = { en: `Place ${letter(n)}`, pl: `Miejsce ${letter(n)}` };
    if (!taken.has(name.en) && !taken.has(name.pl)) return name;
  }
}

const MADE_UP = /^(Place|Miejsce) [A-Z]+$/;

/** The Polish name follows the English one until it is given, and the other way round for a generated name. */
function followed(before: Name, after: Name): Name {
  const unsaid = before.pl === before.en || MADE_UP.test(before.pl);
  if (after.en !== before.en && after.pl === before.pl && unsaid) return { en: after.en, pl: after.en };
  return after.pl !== before.pl && after.en === before.en && MADE_UP.test(before.en) ? { en: after.pl, pl: after.pl } : after;
}

const round = (degrees: number) => Math.round(degrees * 1e4) / 1e4;

export function addPlace(sketch: Sketch, at: { lat: number; lon: number }, name: Name = freeName(sketch)): Sketch {
  const id = newId(name.en, sketch.places.map((place) => place.id));
  return { ...sketch, places: [...sketch.places, { id, name, lat: round(at.lat), lon: round(at.lon) }] };
}

function replace<T>(list: T[], index: number, change: Partial<T>): T[] {
  return list.map((one, n) => (n === index ? { ...one, ...change } : one));
}

export function movePlace(sketch: Sketch, index: number, at: { lat: number; lon: number }): Sketch {
  return { ...sketch, places: replace(sketch.places, index, { lat: round(at.lat), lon: round(at.lon) }) };
}

/** Change a place; its id follows its English name if it was made from it. */
export function changePlace(sketch: Sketch, index: number, change: Partial<Place>): Sketch {
  const before = sketch.places[index];
  if (!before) return sketch;
  const named = change.name ? { ...change, name: followed(before.name, change.name) } : change;
  const changed = { ...sketch, places: replace(sketch.places, index, named) };
  const name = named.name?.en;
  const follows = before.id === slug(before.name.en) || before.id.startsWith(`${slug(before.name.en)}-`);
  if (name === undefined || name === before.name.en || !follows) return changed;
  const others = sketch.places.filter((_, n) => n !== index).map((place) => place.id);
  return renumber(changed, index, before.id, newId(name, others));
}

function renumber(sketch: Sketch, index: number, old: string, id: string): Sketch {
  if (old === id) return sketch;
  const ends = <T extends { a: string; b: string }>(one: T): T =>
    one.a === old || one.b === old ? { ...one, a: one.a === old ? id : one.a, b: one.b === old ? id : one.b } : one;
  const festivals = sketch.festivals?.map((one) => ({ ...one, places: one.places.map((place) => (place === old ? id : place)) }));
  const big_cities = sketch.big_cities?.map((one) => (one.place === old ? { ...one, place: id } : one));
  return {
    ...sketch, places: replace(sketch.places, index, { id }), routes: sketch.routes.map(ends), tickets: sketch.tickets.map(ends),
    ...(festivals ? { festivals } : {}), ...(big_cities ? { big_cities } : {}),
  };
}

/** Remove a place with its routes and tickets. */
export function removePlace(sketch: Sketch, index: number): Sketch {
  const gone = sketch.places[index]?.id;
  const stays = (one: { a: string; b: string }) => one.a !== gone && one.b !== gone;
  const festivals = sketch.festivals?.map((one) => ({ ...one, places: one.places.filter((place) => place !== gone) }));
  const big_cities = sketch.big_cities?.filter((one) => one.place !== gone);
  return settled({
    ...sketch, places: sketch.places.filter((_, n) => n !== index), routes: sketch.routes.filter(stays), tickets: sketch.tickets.filter(stays),
    ...(festivals ? { festivals } : {}), ...(big_cities ? { big_cities } : {}),
  });
}

/** Add a route, or one more strand next to existing ones; strands are adjacent in the file. */
export function addRoute(sketch: Sketch, a: string, b: string, length: number): Sketch {
  if (a === b || !placeOf(sketch, a) || !placeOf(sketch, b)) return sketch;
  const beside = strandsOf(sketch, { a, b });
  if (beside.length >= MOST_STRANDS) return sketch;
  const first = sketch.routes[beside[0] ?? -1];
  const route: Route = { ...(first ?? { a, b, length }), colour: suggestColour(sketch, beside) };
  const at = beside.length ? beside.at(-1)! + 1 : sketch.routes.length;
  return settled({ ...sketch, routes: [...sketch.routes.slice(0, at), route, ...sketch.routes.slice(at)] });
}

/** Change a route, and the parallel strands as far as they must be equal. */
export function changeRoute(sketch: Sketch, index: number, change: Partial<Route>): Sketch {
  const route = sketch.routes[index];
  if (!route) return sketch;
  const shared = Object.fromEntries(ALIKE.filter((key) => key in change).map((key) => [key, change[key]])) as Partial<Route>;
  const beside = Object.keys(shared).length ? strandsOf(sketch, route) : [];
  return settled({
    ...sketch, routes: sketch.routes.map((one, n) => (n === index ? sound({ ...one, ...change }) : beside.includes(n) ? sound({ ...one, ...shared }) : one)),
  });
}

/** A valid route: a subway has one space and a number of cards, and a ferry is no tunnel. */
function sound(route: Route): Route {
  const { cards, ferry, tunnel, ...rest } = route;
  const kind = route.kind ?? "train";
  if (kind === "subway") return { ...rest, kind, length: 1, cards: cards || Math.min(4, route.length) };
  const length = cards ? cards : route.length;
  return {
    ...rest, length,
    ...(ferry ? { ferry: Math.min(ferry, length) } : tunnel ? { tunnel } : {}),
  };
}

/** Make a route a ferry, a tunnel or plain. */
export function changeSort(sketch: Sketch, index: number, sort: "plain" | "tunnel" | "ferry"): Sketch {
  return changeRoute(sketch, index, { ferry: sort === "ferry" ? 1 : 0, tunnel: sort === "tunnel" ? 3 : 0 });
}

export function removeRoute(sketch: Sketch, index: number): Sketch {
  return settled({ ...sketch, routes: sketch.routes.filter((_, n) => n !== index) });
}

export function addTicket(sketch: Sketch, a: string, b: string): Sketch {
  const there = sketch.tickets.some((ticket) => together(ticket, { a, b }));
  if (a === b || there || !placeOf(sketch, a) || !placeOf(sketch, b)) return sketch;
  return { ...sketch, tickets: [...sketch.tickets, { a, b, points: suggestPoints(sketch, a, b) }] };
}

export function changeTicket(sketch: Sketch, index: number, change: Partial<Ticket>): Sketch {
  return { ...sketch, tickets: replace(sketch.tickets, index, change) };
}

/** Set every ticket to the value of its shortest path. */
export function valueTickets(sketch: Sketch): Sketch {
  return { ...sketch, tickets: sketch.tickets.map((ticket) => ({ ...ticket, points: suggestPoints(sketch, ticket.a, ticket.b) })) };
}

export function removeTicket(sketch: Sketch, index: number): Sketch {
  return { ...sketch, tickets: sketch.tickets.filter((_, n) => n !== index) };
}

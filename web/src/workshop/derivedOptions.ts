/** Properties that follow from a map: points, trains, families of rules, and options that fit its size. */
import type { Options, Route } from "../protocol";
import type { Sketch } from "./sketch";

const POINTS = [1, 2, 4, 7, 10, 15, 18, 21];
/** Least number of places, and the most players for it. */
const TABLES: [number, number][] = [[20, 5], [12, 4], [8, 3], [0, 2]];
/** The share of all spaces that are claimed before the game ends. */
const COVERED = 0.75;
const MOST_PIECES = 45;
const USUAL_PIECES = 20;

export const costOf = (route: Route) => route.cards || route.length;
const kindOf = (route: Route) => route.kind ?? "train";

/** The sketch with everything that follows from its routes. */
export function settled(sketch: Sketch): Sketch {
  if (sketch.options.card_game) return withoutRoutes(sketch);
  const kinds = [...new Set(sketch.routes.map(kindOf))];
  const options: Options = { ...sketch.options, pieces: piecesFor(sketch, kinds) };
  setFlag(options, "ferries", sketch.routes.some((route) => route.ferry));
  setFlag(options, "tunnels", sketch.routes.some((route) => route.tunnel));
  return { ...sketch, options, route_points: pointsFor(sketch, kinds), rules: rulesFor(sketch, options, kinds) };
}

/** The Card Game has no board and nothing that depends on one. */
function withoutRoutes(sketch: Sketch): Sketch {
  const rules = sketch.rules.includes("CRD") ? sketch.rules : ["CRD"];
  return { ...sketch, routes: [], route_points: {}, rules, options: { ...sketch.options, pieces: {} } };
}

function setFlag(options: Options, name: "ferries" | "tunnels", on: boolean): void {
  // A board may allow tunnels before it has one.
  if (on) options[name] = true;
  else delete options[name];
}

function piecesFor(sketch: Sketch, kinds: string[]): Record<string, number> {
  const before = sketch.options.pieces;
  if (!kinds.length) return Object.keys(before).length ? before : { train: USUAL_PIECES };
  return Object.fromEntries(kinds.map((kind) => [kind, before[kind] ?? USUAL_PIECES]));
}

function pointsFor(sketch: Sketch, kinds: string[]): Record<string, Record<string, number>> {
  return Object.fromEntries(kinds.map((kind) => {
    const costs = [...new Set(sketch.routes.filter((route) => kindOf(route) === kind).map(costOf))].sort((one, two) => one - two);
    const known = sketch.route_points[kind] ?? {};
    return [kind, { ...known, ...Object.fromEntries(costs.map((n) => [String(n), known[String(n)] ?? POINTS[n - 1] ?? 0])) }];
  }));
}

function rulesFor(sketch: Sketch, options: Options, kinds: string[]): string[] {
  const found = new Set(sketch.rules.length ? sketch.rules : ["BASE"]);
  if (options.ferries || options.tunnels || options.stations) found.add("EUR");
  if (kinds.some((kind) => kind !== "train")) found.add("BER");
  if (options.festivals || options.draft) found.add("IBE");
  if (options.teams) found.add("ASI");
  return [...found];
}

/** The sketch with players, trains and starting tickets that suit its size. */
export function fitted(sketch: Sketch): Sketch {
  if (sketch.options.card_game) return settled(sketch);
  const most = TABLES.find(([places]) => sketch.places.length >= places)?.[1] ?? 2;
  const players = Array.from({ length: most - 1 }, (_, n) => n + 2);
  const count = Math.max(1, Math.min(3, Math.floor(sketch.tickets.length / most)));
  const pieces = fitPieces(sketch, most);
  const options: Options = {
    ...sketch.options, players, pieces,
    start_tickets: { ...sketch.options.start_tickets, count, keep: Math.max(1, count - 1) },
    draw_tickets: { count, keep: 1 },
    last_round_at: Math.min(2, ...Object.values(pieces).map((n) => n - 1)),
  };
  const doubled = new Set(sketch.routes.map((route) => [route.a, route.b].sort().join("/"))).size < sketch.routes.length;
  options.one_strand_with = doubled ? players.filter((n) => n <= 3) : [];
  return settled({ ...sketch, options });
}

function fitPieces(sketch: Sketch, players: number): Record<string, number> {
  const kinds = [...new Set(sketch.routes.map(kindOf))];
  if (!kinds.length) return { train: USUAL_PIECES };
  return Object.fromEntries(kinds.map((kind) => {
    const routes = sketch.routes.filter((route) => kindOf(route) === kind);
    const spaces = routes.reduce((sum, route) => sum + route.length, 0);
    const longest = Math.max(...routes.map((route) => route.length));
    return [kind, Math.min(MOST_PIECES, Math.max(longest + 2, Math.round((COVERED * spaces) / players)))];
  }));
}

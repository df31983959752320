/** Mechanics that a board may have besides its routes: switched on with numbers that fit, and off again. */
import type { Festival, Options } from "../protocol";
import { newId } from "./ids";
import { settled } from "./settling";
import { placeOf, type Sketch } from "./sketch";

/** One table of points for all festivals, cut at the number of their cards. */
const FESTIVAL_POINTS = [2, 4, 6, 9, 13, 17, 22, 27, 32, 37, 42, 47, 52, 57, 62];
const FESTIVAL_CARDS = 3;
export const MOST_FESTIVALS = 20;
const TEAMS = [4, 6];
/** Where in the deck the second draft waits. */
const LATER: [number, number] = [2, 3];

const withOptions = (sketch: Sketch, options: Options, more: Partial<Sketch> = {}): Sketch => settled({ ...sketch, ...more, options });

/** Partners play together: tables of four and six. */
export function setTeams(sketch: Sketch, on: boolean): Sketch {
  const { teams: _, ...rest } = sketch.options;
  if (!on) return withOptions(sketch, rest);
  const players = rest.players.filter((n) => TEAMS.includes(n));
  const one_strand_with = (rest.one_strand_with ?? []).filter((n) => players.includes(n));
  return withOptions(sketch, { ...rest, teams: true, players: players.length ? players : [4], one_strand_with });
}

/** Tickets are passed on, at the start and once more: as many as are dealt at the start. */
export function setDraft(sketch: Sketch, on: boolean): Sketch {
  const { draft: _, ...rest } = sketch.options;
  if (!on) return withOptions(sketch, rest);
  const { long: __, ...start } = rest.start_tickets;
  const count = Math.max(2, start.count);
  const keep = Math.min(start.keep, count);
  return withOptions(sketch, drafted({ ...rest, start_tickets: { ...start, count, keep }, draft: { count, keep, second_at: {} } }));
}

type Parts = Record<string, [number, number]>;

/** Where the draft card lies at each table: how many parts of how many down. */
export const secondAt = (options: Options): Parts => (options.draft?.second_at ?? {}) as unknown as Parts;

/** Options with the draft card elsewhere at one table. */
export function waitAt(options: Options, players: string, at: [number, number]): Options {
  return withSecond(options, { ...secondAt(options), [players]: at });
}

/** The protocol's types have no pairs. */
function withSecond(options: Options, parts: Parts): Options {
  const { count, keep } = options.start_tickets;
  return { ...options, draft: { count, keep, second_at: parts as unknown as Record<string, never[]> } };
}

/** Options whose draft, if there is one, agrees with the starting tickets and the tables. */
export function drafted(options: Options): Options {
  if (!options.draft) return options;
  const known = secondAt(options);
  return withSecond(options, Object.fromEntries(options.players.map((n) => [String(n), known[String(n)] ?? LATER])));
}

/** A festival at a place that has none. */
export function addFestival(sketch: Sketch, place: string): Sketch {
  const at = placeOf(sketch, place);
  const there = sketch.festivals ?? [];
  if (!at || there.length >= MOST_FESTIVALS || there.some((one) => one.places.includes(place))) return sketch;
  const id = newId(at.name.en, there.map((one) => one.id));
  const festival: Festival = { id, name: at.name, places: [place], cards: FESTIVAL_CARDS, points: FESTIVAL_POINTS.slice(0, FESTIVAL_CARDS) };
  return withOptions(sketch, { ...sketch.options, festivals: true }, { festivals: [...there, festival] });
}

/** Change a festival; as many cards as there are points for. */
export function changeFestival(sketch: Sketch, index: number, change: Partial<Festival>): Sketch {
  const festivals = (sketch.festivals ?? []).map((one, n) => (n === index ? sound({ ...one, ...change }) : one));
  return { ...sketch, festivals };
}

function sound(festival: Festival): Festival {
  const { points, cards } = festival;
  return { ...festival, points: Array.from({ length: cards }, (_, n) => points[n] ?? Math.max(points.at(-1) ?? 0, FESTIVAL_POINTS[n] ?? 0)) };
}

/** Without any festival the game is played without them. */
export function removeFestival(sketch: Sketch, index: number): Sketch {
  const festivals = (sketch.festivals ?? []).filter((_, n) => n !== index);
  const { festivals: _, ...rest } = sketch.options;
  return withOptions(sketch, festivals.length ? sketch.options : rest, { festivals });
}

/** Mechanics of a board besides its routes: switched on with suitable numbers, and off again. */
import type { Festival, Options } from "../protocol";
import { newId } from "./ids";
import { settled } from "./derivedOptions";
import { placeOf, type Sketch } from "./sketch";

/** The points table of festivals, cut at the number of their cards. */
const FESTIVAL_POINTS = [2, 4, 6, 9, 13, 17, 22, 27, 32, 37, 42, 47, 52, 57, 62];
const FESTIVAL_CARDS = 3;
export const MOST_FESTIVALS = 20;
const TEAMS = [4, 6];
/** The position of the second draft in the deck, as a fraction. */
const LATER: [number, number] = [2, 3];

const withOptions = (sketch: Sketch, options: Options, more: Partial<Sketch> = {}): Sketch => settled({ ...sketch, ...more, options });

/** Switch teams on or off; they play with four or six. */
export function setTeams(sketch: Sketch, on: boolean): Sketch {
  const { teams: _, ...rest } = sketch.options;
  if (!on) return withOptions(sketch, rest);
  const players = rest.players.filter((n) => TEAMS.includes(n));
  const one_strand_with = (rest.one_strand_with ?? []).filter((n) => players.includes(n));
  return withOptions(sketch, { ...rest, teams: true, players: players.length ? players : [4], one_strand_with });
}

/** Switch the draft on or off: as many tickets as are dealt at the start, and once more later. */
export function setDraft(sketch: Sketch, on: boolean): Sketch {
  const { draft: _, ...rest } = sketch.options;
  if (!on) return withOptions(sketch, rest);
  const { long: __, ...start } = rest.start_tickets;
  const count = Math.max(2, start.count);
  const keep = Math.min(start.keep, count);
  return withOptions(sketch, drafted({ ...rest, start_tickets: { ...start, count, keep }, draft: { count, keep, second_at: {} } }));
}

type Parts = Record<string, [number, number]>;

/** The position of the draft card for each number of players, as a fraction of the deck. */
export const secondAt = (options: Options): Parts => (options.draft?.second_at ?? {}) as unknown as Parts;

/** Options with another position of the draft card for one number of players. */
export function moveDraftCard(options: Options, players: string, at: [number, number]): Options {
  return withSecond(options, { ...secondAt(options), [players]: at });
}

/** The protocol's types have no pairs. */
function withSecond(options: Options, parts: Parts): Options {
  const { count, keep } = options.start_tickets;
  return { ...options, draft: { count, keep, second_at: parts as unknown as Record<string, never[]> } };
}

/** Options whose draft, if any, agrees with the starting tickets and the numbers of players. */
export function drafted(options: Options): Options {
  if (!options.draft) return options;
  const known = secondAt(options);
  return withSecond(options, Object.fromEntries(options.players.map((n) => [String(n), known[String(n)] ?? LATER])));
}

/** Add a festival at a place that has none. */
export function addFestival(sketch: Sketch, place: string): Sketch {
  const at = placeOf(sketch, place);
  const there = sketch.festivals ?? [];
  if (!at || there.length >= MOST_FESTIVALS || there.some((one) => one.places.includes(place))) return sketch;
  const id = newId(at.name.en, there.map((one) => one.id));
  const festival: Festival = { id, name: at.name, places: [place], cards: FESTIVAL_CARDS, points: FESTIVAL_POINTS.slice(0, FESTIVAL_CARDS) };
  return withOptions(sketch, { ...sketch.options, festivals: true }, { festivals: [...there, festival] });
}

/** Change a festival; it has as many cards as points. */
export function changeFestival(sketch: Sketch, index: number, change: Partial<Festival>): Sketch {
  const festivals = (sketch.festivals ?? []).map((one, n) => (n === index ? sound({ ...one, ...change }) : one));
  return { ...sketch, festivals };
}

function sound(festival: Festival): Festival {
  const { points, cards } = festival;
  return { ...festival, points: Array.from({ length: cards }, (_, n) => points[n] ?? Math.max(points.at(-1) ?? 0, FESTIVAL_POINTS[n] ?? 0)) };
}

/** Without festivals the option is off. */
export function removeFestival(sketch: Sketch, index: number): Sketch {
  const festivals = (sketch.festivals ?? []).filter((_, n) => n !== index);
  const { festivals: _, ...rest } = sketch.options;
  return withOptions(sketch, festivals.length ? sketch.options : rest, { festivals });
}

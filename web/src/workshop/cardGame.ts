/** The Card Game: tickets require cards, big cities give a bonus, and there are no routes. */
import type { Board, CardGame, Name, Ticket } from "../protocol";
import { settled } from "./derivedOptions";
import { emptySketch, placeOf, type Colour, type Sketch } from "./sketch";

/** The value of a ticket by its number of cards. */
const POINTS = [1, 5, 9, 13, 18, 22, 27, 32, 37];
const MOST_POINTS = 99;
export const MOST_BIG_CITIES = 8;
const USUAL_BONUS = 10;
const CARDS = 10;
const WILDS = 16;

export const isCardGame = (sketch: Pick<Board, "options">): boolean => Boolean(sketch.options.card_game);

/** An empty Card Game. */
export function emptyCardGame(title: Name): Sketch {
  const empty = emptySketch(title);
  const cards = Object.fromEntries(Object.keys(empty.options.cards).map((card) => [card, card === "wild" ? WILDS : CARDS]));
  return settled({
    ...empty,
    rules: ["CRD"],
    big_cities: [],
    options: {
      players: [2, 3, 4], pieces: {}, cards, hand: 7,
      start_tickets: { count: 6, keep: 1, rejected: "shuffle" }, draw_tickets: { count: 4, keep: 0 },
      ties: ["tickets", "bonuses"], card_game: { wild_dealt: 1, halves_with: [4], half_hand: 4 },
    },
  });
}

export function changeCardGame(sketch: Sketch, change: Partial<CardGame>): Sketch {
  const game = sketch.options.card_game;
  return game ? { ...sketch, options: { ...sketch.options, card_game: { ...game, ...change } } } : sketch;
}

/** Set the numbers of players; rules for other numbers are removed. */
export function setCardGamePlayers(sketch: Sketch, players: number[]): Sketch {
  const halves_with = sketch.options.card_game?.halves_with.filter((n) => players.includes(n)) ?? [];
  return changeCardGame({ ...sketch, options: { ...sketch.options, players } }, { halves_with });
}

const needed = (needs: Ticket["needs"]) => Object.values(needs ?? {}).reduce((sum: number, n) => sum + n, 0);

/** The value of a ticket by the number of its cards. */
export function pointsByNeeds(needs: Ticket["needs"]): number {
  const cards = needed(needs);
  return Math.min(MOST_POINTS, POINTS[cards] ?? POINTS.at(-1)! + 5 * (cards - POINTS.length + 1));
}

/** Set how many cards of a colour a ticket requires; its points follow unless they were set by hand. */
export function setNeed(sketch: Sketch, index: number, colour: Colour, count: number): Sketch {
  const ticket = sketch.tickets[index];
  if (!ticket) return sketch;
  const { [colour as string]: _, ...others } = (ticket.needs ?? {}) as Record<string, number>;
  const needs = count ? { ...others, [colour]: count } : others;
  const points = ticket.points === pointsByNeeds(ticket.needs) ? pointsByNeeds(needs) : ticket.points;
  return { ...sketch, tickets: sketch.tickets.map((one, n) => (n === index ? { ...one, needs, points } : one)) };
}

/** The colour that the fewest tickets require. */
function rarest(sketch: Sketch): string {
  const colours = Object.keys(sketch.options.cards).filter((card) => card !== "wild");
  const asked = (colour: string) => sketch.tickets.filter((ticket) => (ticket.needs as Record<string, number> | undefined)?.[colour]).length;
  return colours.sort((one, two) => asked(one) - asked(two))[0] ?? "red";
}

/** Add a ticket for one card; two tickets of the same places may require different cards. */
export function addCardTicket(sketch: Sketch, a: string, b: string): Sketch {
  if (a === b || !placeOf(sketch, a) || !placeOf(sketch, b)) return sketch;
  const needs = { [rarest(sketch)]: 1 };
  return { ...sketch, tickets: [...sketch.tickets, { a, b, points: pointsByNeeds(needs), needs }] };
}

/** Set or remove the bonus for most tickets of a place. */
export function setBigCity(sketch: Sketch, place: string, points: number | null): Sketch {
  const there = sketch.big_cities ?? [];
  if (points === null) return { ...sketch, big_cities: there.filter((city) => city.place !== place) };
  if (there.some((city) => city.place === place)) return { ...sketch, big_cities: there.map((city) => (city.place === place ? { place, points } : city)) };
  return there.length < MOST_BIG_CITIES ? { ...sketch, big_cities: [...there, { place, points }] } : sketch;
}

export const bonusOf = (sketch: Sketch, place: string): number | null => sketch.big_cities?.find((city) => city.place === place)?.points ?? null;
export const firstBonus = USUAL_BONUS;

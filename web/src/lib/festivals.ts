/** Sets of festival cards and what they are worth. */
import type { Festival } from "../protocol";
import type { GameEvent } from "./protocol";

/** The points for a number of cards of a festival; cards beyond the table score no more. */
export function setPoints(festival: Festival, cards: number): number {
  return cards ? (festival.points[Math.min(cards, festival.points.length) - 1] ?? 0) : 0;
}

/** How many cards of each festival some seats have taken, from public events. */
export function setsTaken(events: GameEvent[], seats: number[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const event of events)
    if (event.event === "festival-taken" && seats.includes(event.seat)) found.set(event.festival, (found.get(event.festival) ?? 0) + event.cards);
  return found;
}

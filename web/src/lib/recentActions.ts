/** What the other players did since my last move. */
import type { GameEvent } from "./protocol";

export interface PlayerActions {
  seat: number;
  routes: string[];
  stations: string[];
  cards: number;
  tickets: number;
  rows: number;
  /** Players whose rows were discarded. */
  robbed: number[];
}

/** The actions of every other player, in the order of their first action. */
export function recentActions(events: GameEvent[], me: number | null): PlayerActions[] {
  const found = new Map<number, PlayerActions>();
  const of = (seat: number) => {
    const doing = found.get(seat) ?? { seat, routes: [], stations: [], cards: 0, tickets: 0, rows: 0, robbed: [] };
    found.set(seat, doing);
    return doing;
  };
  for (const event of events) {
    if (!("seat" in event) || event.seat === me) continue;
    if (event.event === "claimed") of(event.seat).routes.push(event.route);
    else if (event.event === "station-built") of(event.seat).stations.push(event.place);
    else if (event.event === "drew") of(event.seat).cards += 1;
    else if (event.event === "kept" && event.number) of(event.seat).tickets += event.number;
    else if (event.event === "robbed") of(event.seat).robbed.push(event.victim);
    else if (event.event === "row-placed" || event.event === "three-placed") of(event.seat).rows += 1;
  }
  return [...found.values()];
}

/** What is pointed out on the board; routes by number, places by id. */
export interface Lights {
  /** Can be claimed now. */
  offered: Set<number>;
  /** On the cheapest way of an open ticket. */
  helpful: Set<number>;
  /** The same, where the plan is to be drawn. */
  plan: Set<number>;
  /** Claimed by others since my last move. */
  recent: Set<number>;
  /** The connection of the ticket that is looked at, as far as it is mine. */
  path: Set<number>;
  /** What that connection still misses. */
  missing: Set<number>;
  /** Under the pointer, or being paid for. */
  chosen: Set<number>;
  /** What a lesson speaks of. */
  pointed: Set<number>;
  places: Set<string>;
  /** Ends of my open tickets. */
  mine: Set<string>;
  /** Where a station can be built, while that is being chosen. */
  building: Set<string>;
}

export function noLights(): Lights {
  return {
    offered: new Set(), helpful: new Set(), plan: new Set(), recent: new Set(), path: new Set(), missing: new Set(), chosen: new Set(), pointed: new Set(),
    places: new Set(), mine: new Set(), building: new Set(),
  };
}

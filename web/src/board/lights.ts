/** What is highlighted on the board; routes by index, places by id. */
export interface Lights {
  /** Can be claimed now. */
  offered: Set<number>;
  /** On the cheapest path of an open ticket. */
  helpful: Set<number>;
  /** The same, if the plan is to be drawn. */
  plan: Set<number>;
  /** Claimed by others since my last move. */
  recent: Set<number>;
  /** Claimed routes on the path of the selected ticket. */
  path: Set<number>;
  /** Unclaimed routes on that path. */
  missing: Set<number>;
  /** Under the pointer, or being paid for. */
  chosen: Set<number>;
  /** Routes that a lesson mentions. */
  pointed: Set<number>;
  places: Set<string>;
  /** Ends of my open tickets. */
  mine: Set<string>;
  /** Places for a station, while one is being chosen. */
  building: Set<string>;
}

export function noLights(): Lights {
  return {
    offered: new Set(), helpful: new Set(), plan: new Set(), recent: new Set(), path: new Set(), missing: new Set(), chosen: new Set(), pointed: new Set(),
    places: new Set(), mine: new Set(), building: new Set(),
  };
}

/** Queries of lesson steps about a table: past events, offered moves, highlighted routes. */
import type { Colour, GameEvent } from "../lib/protocol";
import type { OfferedMove } from "../protocol";
import type { Play } from "../table/play.svelte";

export const OPEN_DIALOG = ".decision [data-confirm]:not(:disabled)";
export const DIALOG = [OPEN_DIALOG, ".decision [aria-pressed=false]", ".decision"];

type EventOf<K extends GameEvent["event"]> = Extract<GameEvent, { event: K }>;
type RouteOf = NonNullable<ReturnType<Play["names"]["route"]>>;

/** My events of a kind. */
export function mine<K extends GameEvent["event"]>(play: Play, kind: K): EventOf<K>[] {
  const all = play.sight?.all ?? [];
  return all.filter((one) => one.event === kind && "seat" in one && one.seat === play.seat) as EventOf<K>[];
}

export function has(play: Play, ...kinds: GameEvent["event"][]): boolean {
  return kinds.some((kind) => mine(play, kind).length > 0);
}

/** Whether I have claimed a matching route. */
export function claimed(play: Play, fits: (route: RouteOf) => unknown): boolean {
  return mine(play, "claimed").some((event) => isRoute(play, event.route, fits));
}

export function isRoute(play: Play, name: string, fits: (route: RouteOf) => unknown): boolean {
  const route = play.names.route(name);
  return route !== undefined && Boolean(fits(route));
}

/** Matching routes that I can claim now, those that help a ticket first. */
export function claimable(play: Play, fits: (route: RouteOf) => unknown): string[] {
  const found = [...play.offers.claims.keys()].filter((name) => isRoute(play, name, fits));
  return found.toSorted((one, two) => play.helpedBy(two).length - play.helpedBy(one).length);
}

export function marketSpot(play: Play, card: Colour): string[] {
  const place = (play.view?.market ?? []).indexOf(card);
  return place < 0 ? [] : [`[data-spot=market-${place + 1}]`];
}

/** Whether a move takes a card of this colour from the market. */
export function takes({ move }: OfferedMove, play: Play, card: Colour): boolean {
  return move.move === "draw" && Boolean(move.market) && play.view?.market[move.market! - 1] === card;
}

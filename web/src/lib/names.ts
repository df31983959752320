/** Names of a board's things: English in messages, shown in the player's language. */
import type { BoardPage, Festival, Place, Route, Ticket } from "../protocol";
import type { Language } from "./protocol";

export class BoardNames {
  private readonly routeNumbers: Map<string, number>;
  private readonly ticketNumbers: Map<string, number>;
  private readonly placesById: Map<string, Place>;
  private readonly placesByName: Map<string, Place>;

  constructor(readonly page: BoardPage) {
    this.routeNumbers = new Map(page.route_names.map((name, n) => [name, n]));
    this.ticketNumbers = new Map(page.ticket_names.map((name, n) => [name, n]));
    this.placesById = new Map(page.board.places.map((place) => [place.id, place]));
    this.placesByName = new Map(page.board.places.map((place) => [place.name.en, place]));
  }

  routeNumber(name: string): number {
    return this.routeNumbers.get(name) ?? -1;
  }

  routeId(number: number): string {
    return this.page.route_names[number] ?? "";
  }

  route(name: string): Route | undefined {
    return this.page.board.routes?.[this.routeNumber(name)];
  }

  ticket(name: string): Ticket | undefined {
    return this.page.board.tickets[this.ticketNumbers.get(name) ?? -1];
  }

  festival(id: string): Festival | undefined {
    return this.page.board.festivals?.find((festival) => festival.id === id);
  }

  placeId(english: string): string {
    return this.placesByName.get(english)?.id ?? english;
  }

  /** The English name of a place, as used in moves. */
  placeCall(id: string): string {
    return this.placesById.get(id)?.name.en ?? id;
  }

  isJunction(id: string): boolean {
    return this.placesById.get(id)?.junction ?? false;
  }

  placeName(idOrName: string, language: Language): string {
    const place = this.placesById.get(idOrName) ?? this.placesByName.get(idOrName);
    return place?.name[language] || (place?.name.en ?? idOrName);
  }

  ends(join: { a: string; b: string }, language: Language): string {
    return `${this.placeName(join.a, language)} – ${this.placeName(join.b, language)}`;
  }

  routeName(name: string, language: Language): string {
    const route = this.route(name);
    // Parallel strands of one colour differ only by a number.
    const strand = /\/(\d+)$/.exec(name)?.[1];
    return route ? this.ends(route, language) + (strand ? ` (${strand})` : "") : name;
  }

  ticketName(name: string, language: Language): string {
    const ticket = this.ticket(name);
    return ticket ? this.ends(ticket, language) : name;
  }

  cost(route: Route): number {
    return route.cards || route.length;
  }

  points(route: Route): number {
    const table = this.page.board.route_points?.[route.kind ?? "train"] ?? {};
    return table[String(this.cost(route))] ?? 0;
  }
}

/** What one player sees and can do at a table, derived from the store; the components read from here. */
import type { OfferedMove, SeatCard, View } from "../protocol";
import { noLights, type Lights } from "../board/lights";
import type { BoardNames } from "../lib/names";
import { sortOffers, type Offers } from "../lib/offers";
import { seatName } from "../lib/seatNames";
import type { GameEvent } from "../lib/protocol";
import { settings } from "../lib/settings.svelte";
import type { Seen, TableStore } from "../lib/table.svelte";

/** What the user is about to do, until it is final. */
export type Choice =
  | { kind: "route"; route: string }
  | { kind: "place"; place: string }
  /** Routes hit by one tap. */
  | { kind: "routes"; routes: string[] }
  | { kind: "share" }
  /** Where to build a station. */
  | { kind: "stations" }
  | { kind: "siding" }
  /** A draw to be confirmed. */
  | { kind: "draw"; text: string }
  | null;

/** Milliseconds during which a move can be undone. */
const HELD = 3000;

export class Play {
  readonly store: TableStore;
  readonly names: BoardNames;
  choice = $state.raw<Choice>(null);
  /** The selected ticket. */
  looked = $state<string | null>(null);
  /** Tickets whose places are highlighted because they are being chosen. */
  marked = $state.raw<string[]>([]);
  /** Routes to show, as selected in the score sheet. */
  shown = $state.raw<string[]>([]);
  hovered = $state<string | null>(null);
  /** A place that is focused in a list. */
  pointedPlace = $state<string | null>(null);
  /** Whether the cheapest path of every open ticket is drawn. */
  planning = $state(false);
  /** Routes that a lesson mentions. */
  pointed = $state.raw<string[]>([]);
  /** A lesson may hold a move back before it is sent. */
  holdsBack: ((text: string) => boolean) | null = null;
  /** The seat whose hand is visible on a shared screen. */
  revealed = $state<number | null>(null);
  /** Cards chosen for the siding, by colour. */
  laid = $state.raw<Record<string, number>>({});
  /** A move that is not sent yet. */
  held = $state.raw<{ text: string; timer: ReturnType<typeof setTimeout> } | null>(null);
  private last = $state(0);

  constructor(store: TableStore, names: BoardNames) {
    this.store = store;
    this.names = names;
  }

  private pendingMine = $derived.by((): number | null => {
    const pending = this.store.sights[0]?.view.pending ?? [];
    const mine = this.store.you.filter((seat) => pending.includes(seat));
    return mine.includes(this.last) ? this.last : (mine[0] ?? null);
  });

  /** Which of my seats plays now; null for a spectator. */
  seat = $derived.by((): number | null => {
    if (!this.store.you.length) return null;
    return this.pendingMine ?? (this.store.you.includes(this.last) ? this.last : (this.store.you[0] ?? null));
  });

  curtain = $derived.by(
    () => this.store.you.length > 1 && this.pendingMine !== null && this.revealed !== this.pendingMine,
  );

  /** My cards are hidden: on a shared screen, from a player whose turn it is not. */
  cardsHidden = $derived.by(
    () => this.store.you.length > 1 && !this.store.ending && (this.pendingMine === null || this.revealed !== this.pendingMine),
  );

  sight = $derived.by((): Seen | null => this.store.sight(this.seat));
  view = $derived.by((): View | null => this.sight?.view ?? null);
  own = $derived(this.view?.own ?? null);

  offers = $derived.by((): Offers => {
    const mine = !this.curtain && this.store.sending === null && this.held === null;
    return sortOffers(mine ? (this.sight?.moves ?? []) : [], this.own?.hand ?? {});
  });

  myTurn = $derived((this.sight?.moves.length ?? 0) > 0);

  seatCard(seat: number): SeatCard | undefined {
    return this.store.table?.seats.find((one) => one.seat === seat);
  }

  title = $derived.by((): string => this.store.table?.title[settings.language] ?? "");

  person = (seat: number): string => seatName(this.seatCard(seat));

  hue(seat: number): number {
    return this.view?.seats[seat]?.side ?? seat;
  }

  hues = $derived.by((): number[] =>
    this.names.page.route_names.map((name) => {
      const owner = this.view?.routes[name];
      return owner === undefined ? -1 : this.hue(owner);
    }),
  );

  stations = $derived.by(
    () => new Map(Object.entries(this.view?.stations ?? {}).map(([name, seat]) => [this.names.placeId(name), this.hue(seat)])),
  );

  /** What others did since my last action. */
  sinceMine = $derived.by((): GameEvent[] => {
    const all = this.sight?.all ?? [];
    if (this.seat === null) return [];
    const mine = all.findLastIndex((one) => "seat" in one && one.seat === this.seat && one.event !== "turn-began");
    return all.slice(mine + 1);
  });

  /** The move that a bot would make now, if requested. */
  hinted = $derived.by((): OfferedMove | null => {
    const hint = this.store.hint;
    if (hint === null || hint.seat !== this.seat || this.curtain) return null;
    return this.sight?.moves.find((offer) => offer.text === hint.text) ?? null;
  });

  /** The second best move, if a hint was requested. */
  second = $derived.by((): OfferedMove | null => {
    const text = this.hinted ? this.store.hint?.second : null;
    return this.sight?.moves.find((offer) => offer.text === text) ?? null;
  });

  /** This table has hints, and it is my turn. */
  get mayAsk(): boolean {
    return this.myTurn && (this.store.table?.hints ?? false);
  }

  /** The tickets that a bot would keep now. */
  suggested = $derived.by((): string[] => {
    const move = this.hinted?.move;
    if (move?.move === "keep") return move.tickets;
    return move?.move === "pick" || move?.move === "rack" ? [move.ticket] : [];
  });

  /** My open tickets, with those of my team. */
  private openTickets = $derived.by((): string[] => {
    const all = this.cardsHidden ? [] : [...(this.own?.tickets ?? []), ...(this.own?.rack_tickets ?? [])];
    return all.filter((ticket) => !this.store.progress.get(ticket)?.done);
  });

  /** Tickets whose cheapest path needs a route. */
  helpedBy(route: string): string[] {
    return this.openTickets.filter((ticket) => this.store.progress.get(ticket)?.missing.includes(route));
  }

  private needed = $derived.by((): string[] => this.openTickets.flatMap((ticket) => this.store.progress.get(ticket)?.missing ?? []));

  private ticketPlaces(tickets: string[]): string[] {
    return tickets.flatMap((name) => {
      const ticket = this.names.ticket(name);
      return ticket ? [ticket.a, ticket.b] : [];
    });
  }

  private numbers(routes: Iterable<string>): Set<number> {
    return new Set([...routes].map((name) => this.names.routeNumber(name)));
  }

  lights = $derived.by((): Lights => {
    const lights = noLights();
    lights.offered = this.numbers(this.offers.claims.keys());
    lights.helpful = this.numbers(this.needed);
    if (this.planning) lights.plan = lights.helpful;
    lights.recent = this.numbers(this.sinceMine.flatMap((one) => (one.event === "claimed" ? [one.route] : [])));
    lights.path = this.numbers(this.shown);
    lights.pointed = this.numbers(this.pointed);
    const progress = this.looked ? this.store.progress.get(this.looked) : undefined;
    if (progress) {
      lights.missing = this.numbers(progress.missing);
      lights.path = this.numbers(progress.routes.filter((route) => !progress.missing.includes(route)));
    }
    const pointed = this.choice?.kind === "route" ? this.choice.route : this.hovered;
    const advised = this.hinted?.move.move === "claim" ? this.hinted.move.route : null;
    if (pointed ?? advised) lights.chosen = this.numbers([pointed ?? advised ?? ""]);
    if (this.choice?.kind === "routes" && !pointed) lights.chosen = this.numbers(this.choice.routes);
    lights.places = new Set(this.ticketPlaces(this.looked ? [this.looked] : this.marked));
    if (this.choice?.kind === "place") lights.places.add(this.names.placeId(this.choice.place));
    lights.mine = new Set(this.ticketPlaces(this.openTickets));
    if (this.choice?.kind === "stations") lights.building = new Set([...this.offers.builds.keys()].map((place) => this.names.placeId(place)));
    if (this.pointedPlace) lights.places.add(this.names.placeId(this.pointedPlace));
    return lights;
  });

  /** Draw a card or tickets, after a confirmation if that is enabled. */
  draw(text: string): void {
    const sure = this.choice?.kind === "draw" && this.choice.text === text;
    if (settings.chosen.confirmDraws && !sure) this.choice = { kind: "draw", text };
    else this.decide(text);
  }

  decide(text: string): void {
    if (this.seat === null || this.holdsBack?.(text)) return;
    this.last = this.seat;
    this.choice = null;
    this.laid = {};
    this.marked = [];
    this.looked = null;
    if (settings.chosen.undo && !this.isDraw(text)) this.hold(this.seat, text);
    else this.store.decide(this.seat, text);
  }

  /** Draws reveal hidden cards: they are never held back and cannot be undone. */
  private isDraw(text: string): boolean {
    const move = this.sight?.moves.find((offer) => offer.text === text)?.move.move;
    return move === "draw" || move === "draw-tickets";
  }

  private hold(seat: number, text: string): void {
    const timer = setTimeout(() => {
      this.held = null;
      this.store.decide(seat, text);
    }, HELD);
    this.held = { text, timer };
  }

  /** The one of my seats whose last step can be undone. */
  undoable = $derived.by((): number | null => {
    const { sights, sending, ending } = this.store;
    return sending || ending ? null : (sights.find((sight) => sight.undo)?.seat ?? null);
  });

  canUndo = $derived.by(() => this.held !== null || this.undoable !== null);

  /** Undo a move that is not sent yet, or the last step, which revealed nothing. */
  undo(): void {
    if (this.held) {
      clearTimeout(this.held.timer);
      this.held = null;
    } else if (this.undoable !== null) {
      this.choice = null;
      this.store.undo(this.undoable);
    }
  }

  /** Colours that can go into my siding now. */
  placeable = $derived.by((): Set<string> => {
    const { rows, threes } = this.offers;
    const wilds = rows.some(({ move }) => move.wild) ? ["wild"] : [];
    return new Set([...rows.map(({ move }) => move.colour), ...threes.flatMap(({ move }) => move.colours), ...wilds]);
  });

  /** Add one card of a colour to the siding; after the last one, start again at none. */
  lay(card: string): void {
    const held = this.own?.hand[card] ?? 0;
    const before = this.choice?.kind === "siding" ? this.laid : {};
    this.laid = { ...before, [card]: ((before[card] ?? 0) + 1) % (held + 1) };
    this.choice = { kind: "siding" };
  }

  askHint(): void {
    if (this.seat !== null && this.myTurn) this.store.askHint(this.seat);
  }

  /** It is nobody's turn at this screen: the next player has to confirm. */
  hideCards(): void {
    if (this.pendingMine === null) this.revealed = null;
  }

  reveal(): void {
    this.revealed = this.pendingMine;
    if (this.pendingMine !== null) this.last = this.pendingMine;
  }
}

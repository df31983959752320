/** The state of one table in this browser: what the server sent, and what was requested. */
import type { ChatLine, ClientMessage, Ending, Refusal, RouteCheck, ServerMessage, Sight, State, TableCard, TicketProgress, Update } from "../protocol";
import { forgetKeys, keysOf } from "./api";
import { Connection, newId, type Link } from "./connection";
import { knownPart, promiseOf } from "./deal";
import type { Phrase } from "./i18n/say";
import type { GameEvent } from "./protocol";

/** The view of a seat with all of its events, not only the newest. */
export interface Seen extends Sight {
  all: GameEvent[];
}

/** The known events joined with those of a message; known events beyond it were undone. */
export function joinEvents(known: GameEvent[], first: number, fresh: GameEvent[]): GameEvent[] {
  return first > known.length ? fresh : [...known.slice(0, first), ...fresh];
}

/** The seat that undid a step, if the events have become fewer. */
export function seatThatUndid(known: GameEvent[], first: number, fresh: GameEvent[]): number | null {
  const gone = first + fresh.length < known.length ? known[first] : undefined;
  return gone && "seat" in gone ? gone.seat : null;
}

/** Decisions being sent; meanwhile the page is not reloaded. */
export const pendingDecisions = new Set<string>();

/** Milliseconds after which a pending decision is reported as late. */
const LATE = 2000;

export class TableStore {
  link = $state<Link>("connecting");
  table = $state.raw<TableCard | null>(null);
  you = $state.raw<number[]>([]);
  invite = $state<string | null>(null);
  sights = $state.raw<Seen[]>([]);
  chat = $state.raw<ChatLine[]>([]);
  ending = $state.raw<Ending | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  progress = $state.raw<Map<string, TicketProgress>>(new Map());
  hint = $state.raw<{ seat: number; text: string; second: string | null; reasons: Phrase[]; tickets: string[] } | null>(null);
  /** What prevents a seat from claiming routes, by seat and route, for this version of the table. */
  routeChecks = $state.raw<Map<string, RouteCheck>>(new Map());
  private readonly askedRoutes = new Set<string>();
  /** The keys in this browser belong to no seat here. */
  strange = $state(false);
  version = $state(0);
  /** The seat that has just undone a step. */
  undone = $state.raw<{ seat: number } | null>(null);
  /** The decision that is being sent. */
  sending = $state<string | null>(null);
  /** It has been pending for long. */
  late = $state(false);
  /** The server's clock minus ours, in seconds. */
  drift = $state(0);
  private known: number | null = null;
  /** Seats whose part of the deal is being sent. */
  private readonly parted = new Set<number>();
  private slow: ReturnType<typeof setTimeout> | undefined;
  private readonly connection: Connection;

  constructor(readonly id: string) {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const address = `${scheme}://${location.host}/api/tables/${encodeURIComponent(id)}/live`;
    this.connection = new Connection(address, keysOf(id), {
      message: (message) => this.receive(message),
      link: (link) => (this.link = link),
      strange: () => {
        this.strange = true;
        forgetKeys(id);
      },
      since: () => this.known,
    });
  }

  private receive(message: ServerMessage): void {
    switch (message.type) {
      case "state":
        this.parted.clear();
        this.you = message.you;
        this.invite = message.invite;
        this.take(message);
        break;
      case "update":
        this.take(message);
        break;
      case "presence":
        this.present(message.online);
        break;
      case "ack":
        if (this.sending === message.id) this.sent();
        break;
      case "error":
        this.refused(message);
        break;
      case "route":
        if (message.version === this.version) this.routeChecks = new Map([...this.routeChecks, [`${message.seat} ${message.route}`, message]]);
        break;
      case "hint":
        this.hint = { seat: message.seat, text: message.move, second: message.second ?? null, reasons: message.reasons ?? [], tickets: message.tickets ?? [] };
        break;
    }
  }

  private take(message: State | Update): void {
    this.drift = message.time - Date.now() / 1000;
    this.table = message.table;
    if (message.version !== this.version) this.forgetRoutes();
    this.version = this.known = message.version;
    if (message.sights.length) this.sights = message.sights.map((sight) => this.seen(sight));
    for (const sight of message.sights) {
      if (sight.progress) this.progress = new Map([...this.progress, ...sight.progress.map((ticket) => [ticket.ticket, ticket] as const)]);
    }
    this.chat = mergeChat(this.chat, message.chat);
    this.ending = message.ending;
    if (message.sights.length) this.refusal = null;
    for (const seat of this.you) this.addToDeal(message.table, seat);
  }

  /** Commit to a part of the deal before the start, and reveal it during the deal. */
  private addToDeal(table: TableCard, seat: number): void {
    const card = table.seats[seat];
    if (!card || table.status !== "open" || table.seed_given) return;
    const part = knownPart(this.id, seat);
    if (!table.dealing && !card.promise) this.connection.send({ type: "promise", seat, promise: promiseOf(part) });
    if (!table.dealing || card.promise !== promiseOf(part) || card.part || this.parted.has(seat)) return;
    // Only once: a repetition would arrive during the deal and be refused.
    this.parted.add(seat);
    this.connection.send({ type: "part", seat, part });
  }

  private seen(sight: Sight): Seen {
    const before = this.sights.find((one) => one.seat === sight.seat)?.all ?? [];
    const back = seatThatUndid(before, sight.first_event, sight.events);
    if (back !== null) this.undone = { seat: back };
    return { ...sight, all: joinEvents(before, sight.first_event, sight.events) };
  }

  private present(online: number[]): void {
    if (!this.table) return;
    const seats = this.table.seats.map((seat) => ({ ...seat, online: online.includes(seat.seat) }));
    this.table = { ...this.table, seats };
  }

  private refused(refusal: Refusal): void {
    this.refusal = refusal;
    this.sent();
  }

  private sent(): void {
    clearTimeout(this.slow);
    pendingDecisions.delete(this.sending ?? "");
    this.sending = null;
    this.late = false;
  }

  sight(seat: number | null): Seen | null {
    return this.sights.find((one) => one.seat === seat) ?? this.sights[0] ?? null;
  }

  decide(seat: number, move: string): void {
    this.ask((id) => ({ type: "decide", id, seat, move }));
  }

  /** Undo the last step of a seat. */
  undo(seat: number): void {
    this.ask((id) => ({ type: "undo", id, seat }));
  }

  /** Send something that changes the game, one request at a time. */
  private ask(message: (id: string) => ClientMessage & { id: string }): void {
    if (this.sending) return;
    const id = newId();
    this.sending = id;
    pendingDecisions.add(id);
    this.slow = setTimeout(() => (this.late = true), LATE);
    this.refusal = null;
    this.hint = null;
    this.connection.sendReliably(message(id));
  }

  say(seat: number, text: string): void {
    this.connection.sendReliably({ type: "chat", id: newId(), seat, text });
  }

  vote(seat: number, about: number, yes: boolean): void {
    this.connection.send({ type: "vote", seat, about, yes });
  }

  takeBack(seat: number): void {
    this.connection.send({ type: "take-back", seat });
  }

  /** Ask once per version what prevents a seat from claiming a route; the answer comes in `routeChecks`. */
  askRoute(seat: number, route: string): void {
    const key = `${seat} ${route}`;
    if (this.askedRoutes.has(key)) return;
    this.askedRoutes.add(key);
    this.connection.send({ type: "route", seat, route });
  }

  private forgetRoutes(): void {
    this.askedRoutes.clear();
    this.routeChecks = new Map();
  }

  askHint(seat: number): void {
    this.connection.send({ type: "hint", seat });
  }

  close(): void {
    this.sent();
    this.connection.close();
  }
}

function mergeChat(known: ChatLine[], fresh: ChatLine[]): ChatLine[] {
  const last = known.at(-1)?.number ?? -1;
  return [...known, ...fresh.filter((line) => line.number > last)];
}

/** The WebSocket of one table: says hello with what is known, repairs itself, sends decisions until stored. */
import type { ClientMessage, ServerMessage } from "../protocol";

export type Link = "connecting" | "open" | "lost" | "gone";

export interface Listener {
  message(message: ServerMessage): void;
  link(link: Link): void;
  /** None of my keys belongs to this table (any more). */
  strange(): void;
  /** The last version seen, or null before the first state. */
  since(): number | null;
}

const FIRST_PAUSE = 300;
const LONGEST_PAUSE = 8000;
const PING_EVERY = 15_000;
const PONG_WITHIN = 6000;
/** None of the keys belongs to the table. */
const WRONG_KEY = 4001;
/** Closed for good: foreign origin, no such table. */
const FINAL = [4003, 4004];

/** The pause before the next attempt, growing, with a little chance so that not all come at once. */
export function pauseAfter(attempts: number, chance = Math.random()): number {
  return Math.min(LONGEST_PAUSE, FIRST_PAUSE * 1.7 ** attempts) * (0.75 + chance / 2);
}

/** A new id for a decision; works without a secure context too. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Connection {
  private socket: WebSocket | null = null;
  private attempts = 0;
  private closed = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private pings: ReturnType<typeof setInterval> | undefined;
  private awaited: ReturnType<typeof setTimeout> | undefined;
  /** Decisions and chat lines that are not stored yet, by id; sent again after every repair. */
  private readonly unsure = new Map<string, ClientMessage>();

  constructor(
    private readonly address: string,
    private keys: string[],
    private readonly listener: Listener,
  ) {
    addEventListener("online", this.now);
    this.open();
  }

  private readonly now = () => {
    if (!this.socket && !this.closed) this.open();
  };

  private open(): void {
    clearTimeout(this.timer);
    if (this.closed) return;
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.onopen = () => this.hello(socket);
    socket.onmessage = (event) => this.receive(JSON.parse(String(event.data)) as ServerMessage);
    socket.onclose = (event) => this.lost(socket, event.code);
  }

  private hello(socket: WebSocket): void {
    const since = this.listener.since();
    socket.send(JSON.stringify({
      type: "hello",
      ...(this.keys.length ? { keys: this.keys } : {}),
      ...(since === null ? {} : { since }),
    }));
    clearInterval(this.pings);
    this.pings = setInterval(() => this.ping(), PING_EVERY);
  }

  private ping(): void {
    this.send({ type: "ping" });
    clearTimeout(this.awaited);
    this.awaited = setTimeout(() => this.socket?.close(), PONG_WITHIN);
  }

  private receive(message: ServerMessage): void {
    clearTimeout(this.awaited);
    if (message.type === "ack" || (message.type === "error" && message.id)) this.unsure.delete(String(message.id));
    if (message.type === "state") this.repaired();
    this.listener.message(message);
  }

  private repaired(): void {
    this.attempts = 0;
    this.listener.link("open");
    for (const message of this.unsure.values()) this.send(message);
  }

  private lost(socket: WebSocket, code: number): void {
    if (socket !== this.socket) return;
    this.socket = null;
    clearInterval(this.pings);
    clearTimeout(this.awaited);
    if (this.closed) return;
    if (FINAL.includes(code)) {
      this.listener.link("gone");
      return;
    }
    if (code === WRONG_KEY) this.withoutKeys();
    this.listener.link("lost");
    this.timer = setTimeout(() => this.open(), pauseAfter(this.attempts++));
  }

  /** Watch, or be known by the cookie, instead of knocking with a wrong key for ever. */
  private withoutKeys(): void {
    this.keys = [];
    this.listener.strange();
  }

  /** Send now if the line is up; else it is forgotten. */
  send(message: ClientMessage): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** Send until the server has stored it. */
  sendSurely(message: ClientMessage & { id: string }): void {
    this.unsure.set(message.id, message);
    this.send(message);
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    clearInterval(this.pings);
    clearTimeout(this.awaited);
    removeEventListener("online", this.now);
    this.socket?.close();
  }
}

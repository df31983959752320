/** The WebSocket of one table: resumes from the known version, reconnects, and sends decisions until they are stored. */
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
/** Milliseconds of silence after which the connection is checked with a ping. */
export const QUIET = 5000;
/** Milliseconds to wait for an answer before the connection counts as dead. */
export const PATIENCE = 5000;
const LOOK_EVERY = 500;
/** None of the keys belongs to the table. */
const WRONG_KEY = 4001;
/** Closed permanently: foreign origin, or no such table. */
const FINAL = [4003, 4004];
/** A connection that this client gave up; no server sends this code. */
const SILENT = -1;

/** The pause before the next attempt: growing and slightly random, so that clients do not reconnect all at once. */
export function pauseAfter(attempts: number, chance = Math.random()): number {
  return Math.min(LONGEST_PAUSE, FIRST_PAUSE * 1.7 ** attempts) * (0.75 + chance / 2);
}

/** A new id for a decision; also works without a secure context. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Connection {
  private socket: WebSocket | null = null;
  private attempts = 0;
  private closed = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private looks: ReturnType<typeof setInterval> | undefined;
  /** When something was last received, and since when an answer is outstanding; a new connection owes its first state. */
  private heard = 0;
  private asked: number | null = null;
  /** Decisions and chat messages that are not stored yet, by id; sent again after every reconnect. */
  private readonly unconfirmed = new Map<string, ClientMessage>();

  constructor(
    private readonly address: string,
    private keys: string[],
    private readonly listener: Listener,
  ) {
    addEventListener("online", this.wake);
    addEventListener("offline", this.asleep);
    document.addEventListener("visibilitychange", this.wake);
    this.open();
  }

  /** The network or the user is back: check the connection immediately. */
  private readonly wake = () => {
    if (this.closed || document.visibilityState === "hidden") return;
    if (this.socket) this.ping();
    else if (this.timer !== undefined) this.open();
  };

  private readonly asleep = () => this.abandon();

  private open(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.closed) return;
    const socket = new WebSocket(this.address);
    this.socket = socket;
    this.asked = Date.now();
    socket.onopen = () => this.hello(socket);
    socket.onmessage = (event) => {
      if (socket === this.socket) this.receive(JSON.parse(String(event.data)) as ServerMessage);
    };
    socket.onclose = (event) => this.lost(socket, event.code);
    clearInterval(this.looks);
    this.looks = setInterval(() => this.look(), LOOK_EVERY);
  }

  private hello(socket: WebSocket): void {
    const since = this.listener.since();
    socket.send(JSON.stringify({
      type: "hello",
      ...(this.keys.length ? { keys: this.keys } : {}),
      ...(since === null ? {} : { since }),
    }));
  }

  /** Check whether the server is still there. Counted from the request, so that a suspended tab is not taken for a dead connection. */
  private look(): void {
    if (this.asked !== null && Date.now() - this.asked >= PATIENCE) this.abandon();
    else if (this.asked === null && Date.now() - this.heard >= QUIET) this.ping();
  }

  private ping(): void {
    this.send({ type: "ping" });
    this.asked ??= Date.now();
  }

  /** Abandon a silent connection immediately; closing it properly could take minutes. */
  private abandon(): void {
    const socket = this.socket;
    if (!socket) return;
    this.lost(socket, SILENT);
    socket.close();
  }

  private receive(message: ServerMessage): void {
    this.heard = Date.now();
    this.asked = null;
    if (message.type === "ack" || (message.type === "error" && message.id)) this.unconfirmed.delete(String(message.id));
    if (message.type === "state") this.repaired();
    this.listener.message(message);
  }

  private repaired(): void {
    this.attempts = 0;
    this.listener.link("open");
    for (const message of this.unconfirmed.values()) this.ask(message);
  }

  private lost(socket: WebSocket, code: number): void {
    if (socket !== this.socket) return;
    this.socket = null;
    clearInterval(this.looks);
    if (this.closed) return;
    if (FINAL.includes(code)) {
      this.listener.link("gone");
      return;
    }
    if (code === WRONG_KEY) this.dropKeys();
    this.listener.link("lost");
    this.timer = setTimeout(() => this.open(), pauseAfter(this.attempts++));
  }

  /** Connect as a spectator, or by cookie, instead of retrying with a wrong key. */
  private dropKeys(): void {
    this.keys = [];
    this.listener.strange();
  }

  /** Send now if connected; otherwise drop the message. */
  send(message: ClientMessage): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private ask(message: ClientMessage): void {
    this.send(message);
    this.asked ??= Date.now();
  }

  /** Send until the server has stored it. */
  sendReliably(message: ClientMessage & { id: string }): void {
    this.unconfirmed.set(message.id, message);
    this.ask(message);
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    clearInterval(this.looks);
    removeEventListener("online", this.wake);
    removeEventListener("offline", this.asleep);
    document.removeEventListener("visibilitychange", this.wake);
    this.socket?.close();
  }
}

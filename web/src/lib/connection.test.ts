import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Connection, newId, PATIENCE, pauseAfter, QUIET, type Link } from "./connection";

test("the pause grows up to a limit", () => {
  const pauses = [0, 1, 2, 5, 30].map((attempts) => pauseAfter(attempts, 0.5));
  expect(pauses).toEqual([...pauses].sort((one, two) => one - two));
  expect(pauses[0]).toBe(300);
  expect(pauses.at(-1)).toBe(8000);
});

test("ids are unique and fit the protocol", () => {
  expect(newId()).toMatch(/^[A-Za-z0-9_.:-]{1,64}$/);
  expect(newId()).not.toBe(newId());
});

/** An open connection that says only what a test tells it to; closing it never completes, as on a dead network. */
class Silent {
  static readonly OPEN = 1;
  static made: Silent[] = [];
  readyState = 1;
  sent: { type: string }[] = [];
  onopen = () => undefined as void;
  onmessage: (event: { data: string }) => void = () => undefined;
  onclose: (event: { code: number }) => void = () => undefined;
  constructor() {
    Silent.made.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as { type: string });
  }
  close(): void {}
  say(message: object): void {
    this.onmessage({ data: JSON.stringify(message) });
  }
}

const heard = new Map<string, () => void>();
let links: Link[] = [];

function connect(): Connection {
  const connection = new Connection("ws://nowhere", [], {
    message: () => undefined, link: (link) => void links.push(link), strange: () => undefined, since: () => null,
  });
  Silent.made[0]?.onopen();
  Silent.made[0]?.say({ type: "state" });
  return connection;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Silent);
  const listen = (name: string, act: () => void) => void heard.set(name, act);
  vi.stubGlobal("addEventListener", listen);
  vi.stubGlobal("removeEventListener", (name: string) => void heard.delete(name));
  vi.stubGlobal("document", { visibilityState: "visible", addEventListener: listen, removeEventListener: () => undefined });
  [Silent.made, links] = [[], []];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a decision without an answer is sent again on a new connection after five seconds", () => {
  const connection = connect();
  connection.sendReliably({ type: "decide", id: "one", seat: 0, move: "draw deck" });
  vi.advanceTimersByTime(PATIENCE + 600);
  expect(links).toEqual(["open", "lost"]);
  vi.advanceTimersByTime(1000);
  const again = Silent.made[1];
  again?.onopen();
  again?.say({ type: "state" });
  expect(again?.sent.map((one) => one.type)).toEqual(["hello", "decide"]);
  connection.close();
});

test("a silent connection is checked with a ping and kept if it answers", () => {
  const connection = connect();
  for (let round = 0; round < 4; round++) {
    vi.advanceTimersByTime(QUIET + 600);
    Silent.made[0]?.say({ type: "pong" });
  }
  expect(Silent.made).toHaveLength(1);
  vi.advanceTimersByTime(QUIET + PATIENCE + 1100);
  expect(links.at(-1)).toBe("lost");
  connection.close();
});

test("when the network is lost the connection is given up, and restored as soon as it is back", () => {
  const connection = connect();
  heard.get("offline")?.();
  expect(links.at(-1)).toBe("lost");
  heard.get("online")?.();
  expect(Silent.made).toHaveLength(2);
  connection.close();
});

test("the connection is checked when the tab becomes visible", () => {
  const connection = connect();
  heard.get("visibilitychange")?.();
  expect(Silent.made[0]?.sent.at(-1)).toEqual({ type: "ping" });
  vi.advanceTimersByTime(PATIENCE + 600);
  expect(links.at(-1)).toBe("lost");
  connection.close();
});

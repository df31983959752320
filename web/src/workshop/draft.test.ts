import { beforeEach, expect, test, vi } from "vitest";
import { keepSteps, loadSteps, type State } from "./draft";
import { History } from "./history";
import { emptySketch } from "./sketch";

const room = new Map<string, string>();
vi.stubGlobal("localStorage", {
  getItem: (key: string) => room.get(key) ?? null,
  setItem: (key: string, text: string) => void room.set(key, text),
  removeItem: (key: string) => void room.delete(key),
});
const region = { west: 0, south: 0, east: 1, north: 1 };
const named = (title: string): State => ({ sketch: emptySketch({ en: title, pl: title }), region });
const titles = (states: State[]) => states.map((state) => state.sketch.title.en);

beforeEach(() => room.clear());

test("undo and redo survive a reload", () => {
  const history = new History(named("one"));
  history.push(named("two"));
  history.push(named("three"));
  const present = history.undo();
  keepSteps(7, (steps) => history.nearest(steps));
  const again = new History(present, loadSteps(7));
  expect(again.redo().sketch.title.en).toBe("three");
  again.undo();
  expect(again.undo().sketch.title.en).toBe("one");
});

test("steps of another draft are ignored", () => {
  keepSteps(7, () => ({ past: [named("one")], future: [] }));
  expect(loadSteps(8)).toEqual({ past: [], future: [] });
});

test("as many steps are stored as fit, the latest first", () => {
  const large = (title: string) => named(title + "x".repeat(100_000));
  const history = new History(large("0-"));
  for (let n = 1; n < 40; n++) history.push(large(`${n}-`));
  keepSteps(7, (steps) => history.nearest(steps));
  const kept = titles(loadSteps(7).past).map((title) => parseInt(title, 10));
  expect(kept.at(-1)).toBe(38);
  expect(kept.length).toBeGreaterThan(1);
  expect([...room.values()].join("").length).toBeLessThanOrEqual(1_500_000);
});

test("unreadable data is ignored", () => {
  room.set("semafor.workshop.steps", "{");
  expect(loadSteps(7).past).toEqual([]);
});

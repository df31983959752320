import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { FinishedSketch } from "../protocol";
import { api } from "../lib/api";
import type { State } from "./draft";
import { LayoutRequests } from "./layoutRequests.svelte";
import { addPlace, addRoute, emptySketch } from "./sketch";

const place = { lat: 50, lon: 10 };
const bare = addPlace(addPlace(emptySketch({ en: "A", pl: "A" }), place), { lat: 51, lon: 11 });
const joined = addRoute(bare, bare.places[0]!.id, bare.places[1]!.id, 2);
const stateOf = (sketch = joined): State => ({ sketch, region: { west: 0, south: 40, east: 20, north: 60 } });
const answer = { page: {} } as FinishedSketch;
const finish = vi.spyOn(api, "finish");
let now: State;
let done: ReturnType<typeof vi.fn<() => void>>;
let layoutRequests: LayoutRequests;

beforeEach(() => {
  vi.useFakeTimers();
  finish.mockReset().mockResolvedValue(answer);
  now = stateOf();
  done = vi.fn();
  layoutRequests = new LayoutRequests(() => now, done);
});
afterEach(() => {
  layoutRequests.close();
  vi.useRealTimers();
});

test("a resting board is finished once; one without routes never", async () => {
  layoutRequests.soon();
  layoutRequests.soon();
  await vi.advanceTimersByTimeAsync(5000);
  expect(done).toHaveBeenCalledExactlyOnceWith(now, answer.page);
  now = stateOf(bare);
  layoutRequests.soon();
  await vi.advanceTimersByTimeAsync(5000);
  expect(finish).toHaveBeenCalledTimes(1);
});

test("the layout of a changed board is dropped, and the new one requested", async () => {
  finish.mockImplementationOnce(() => new Promise((resolve) => setTimeout(() => resolve(answer), 3000)));
  layoutRequests.soon();
  await vi.advanceTimersByTimeAsync(2000);
  now = stateOf();
  layoutRequests.wait();
  await vi.advanceTimersByTimeAsync(6000);
  expect(finish).toHaveBeenCalledTimes(2);
  expect(done).toHaveBeenCalledExactlyOnceWith(now, answer.page);
});

test("nothing moves under the pointer", async () => {
  layoutRequests.soon();
  layoutRequests.hand(true);
  await vi.advanceTimersByTimeAsync(5000);
  expect(done).not.toHaveBeenCalled();
  layoutRequests.hand(false);
  await vi.advanceTimersByTimeAsync(1500);
  expect(done).toHaveBeenCalledOnce();
});

test("a rate-limited request is repeated later", async () => {
  finish.mockRejectedValueOnce(new TypeError("away"));
  layoutRequests.soon();
  await vi.advanceTimersByTimeAsync(8000);
  expect(done).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(4000);
  expect(done).toHaveBeenCalledOnce();
});

import { expect, test } from "vitest";
import type { Review } from "../protocol";
import { standAt } from "./storyLoader.svelte";

const review = {
  decisions: [{ table: [0.6, 0.4], points: [80, 70] }, { table: [0.7, 0.3], points: [90, 60] }],
  won: [1, 0], totals: [101, 55],
} as unknown as Review;

test("a step shows the state before the next decision, and the end the result", () => {
  expect(standAt(review, 0, "chances")).toEqual([0.6, 0.4]);
  expect(standAt(review, 1, "points")).toEqual([90, 60]);
  expect(standAt(review, 2, "chances")).toEqual([1, 0]);
  expect(standAt(review, 2, "points")).toEqual([101, 55]);
});

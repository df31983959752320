import { expect, test } from "vitest";
import { centred, CLOSEST, covering, fit, hold, show, toBoard, WHOLE, zoomAt } from "./panzoom";

const board = { width: 2000, height: 1000 };
const pane = { width: 1000, height: 800 };
const base = fit(board, pane);

test("a board fits its pane and is centred", () => {
  expect(base).toEqual({ k: 0.5, x: 0, y: 150 });
});

test("zooming keeps the point under the pointer", () => {
  const before = toBoard(WHOLE, base, 300, 400);
  const after = toBoard(zoomAt(WHOLE, 3, 300, 400), base, 300, 400);
  expect(after.x).toBeCloseTo(before.x);
  expect(after.y).toBeCloseTo(before.y);
});

test("the board cannot leave its pane", () => {
  const held = hold({ k: 2, x: 5000, y: -5000 }, pane, base, board);
  expect(held.x).toBeCloseTo(0);
  expect(held.y).toBeCloseTo(pane.height - (base.y + board.height * base.k) * 2);
});

test("zoom is limited at both ends", () => {
  expect(hold({ k: 0.1, x: 0, y: 0 }, pane, base, board).k).toBe(1);
  expect(zoomAt(WHOLE, 1000, 0, 0).k).toBe(CLOSEST);
});

test("showing a box centres it", () => {
  const transform = show({ x: 400, y: 200, width: 200, height: 100 }, pane, base);
  const middle = toBoard(transform, base, pane.width / 2, pane.height / 2);
  expect(middle.x).toBeCloseTo(500);
  expect(middle.y).toBeCloseTo(250);
});

test("a covering board leaves no gap and centres its box as far as possible", () => {
  const window = { width: 390, height: 520 };
  const base = fit(board, window);
  const transform = hold(covering(board, window, base, { x: 0, y: 0, width: 100, height: 100 }), window, base, board);
  const [corner, far] = [toBoard(transform, base, 0, 0), toBoard(transform, base, window.width, window.height)];
  expect(corner.x).toBeCloseTo(0);
  expect(corner.y).toBeCloseTo(0);
  expect(far.y).toBeCloseTo(board.height);
  expect(far.x).toBeLessThan(board.width);
});

test("a resized pane keeps centre and scale", () => {
  const before = { window: { width: 390, height: 520 }, base: fit(board, { width: 390, height: 520 }) };
  const now = { window: { width: 390, height: 260 }, base: fit(board, { width: 390, height: 260 }) };
  const transform = covering(board, before.window, before.base, null);
  const later = centred(transform, before, now);
  const middle = (one: typeof transform, { window, base }: typeof now) => toBoard(one, base, window.width / 2, window.height / 2);
  expect(middle(later, now).x).toBeCloseTo(middle(transform, before).x);
  expect(middle(later, now).y).toBeCloseTo(middle(transform, before).y);
  expect(later.k * now.base.k).toBeCloseTo(transform.k * before.base.k);
});

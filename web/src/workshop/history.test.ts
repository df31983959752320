import { expect, test } from "vitest";
import { History } from "./history";

test("everything can be undone and done again", () => {
  const history = new History(0);
  for (let n = 1; n <= 5000; n++) history.push(n);
  for (let n = 4999; n >= 0; n--) expect(history.undo()).toBe(n);
  expect([history.canUndo, history.undo()]).toEqual([false, 0]);
  for (let n = 1; n <= 5000; n++) history.redo();
  expect([history.present, history.canRedo]).toEqual([5000, false]);
});

test("letters typed one after another are one step; a pause begins another", () => {
  const history = new History("");
  history.push("a", "name", 0);
  history.push("ab", "name", 100);
  history.push("abc", "name", 5000);
  expect([history.undo(), history.undo()]).toEqual(["ab", ""]);
});

test("a new change forgets what was undone", () => {
  const history = new History(1);
  history.push(2);
  history.undo();
  history.push(3);
  expect([history.canRedo, history.redo()]).toEqual([false, 3]);
});

import { expect, test } from "vitest";
import { noticeOf, pageOf, wayOf, windowFor, type Push } from "./workerLogic";

const SAID: Push = { kind: "turn", table: "a/b", board: "Berlin", language: "pl", waiting: 2 };
const HOME = "https://games.example.org";

test("a push opens the right table", () => {
  const { title, options } = noticeOf(SAID);
  expect([title, options.body, options.tag, options.data]).toEqual(["Berlin", "Twoja tura.", "a/b", "/table/a%2Fb"]);
  expect(pageOf(SAID)).toBe("/table/a%2Fb");
});

test("the window that shows the table is focused", () => {
  const windows = [{ url: `${HOME}/` }, { url: `${HOME}/table/x#invite=y` }];
  expect(windowFor("/table/x", windows)).toBe(windows[1]);
  expect(windowFor("/table/z", windows)).toBeUndefined();
});

test("neither answers of the server nor other sites are cached", () => {
  expect(wayOf("GET", "navigate", `${HOME}/table/x`, HOME)).toBe("shell");
  expect(wayOf("GET", "cors", `${HOME}/assets/index-1.js`, HOME)).toBe("shelf");
  expect(wayOf("GET", "cors", `${HOME}/api/my`, HOME)).toBe("line");
  expect(wayOf("GET", "navigate", `${HOME}/api/me/export`, HOME)).toBe("line");
  expect(wayOf("POST", "navigate", `${HOME}/table/x`, HOME)).toBe("line");
  expect(wayOf("GET", "cors", "https://elsewhere.example/assets/a.js", HOME)).toBe("line");
});

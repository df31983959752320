// The dialogs when they open: what they say, what is selected, what can be confirmed.
import type { Component } from "svelte";
import { render } from "svelte/server";
import { beforeAll, expect, test, vi } from "vitest";
import type { BoardPage, Payment } from "../protocol";
import { BoardNames } from "../lib/names";

/** Each component has its own props. */
type Dialog = Component<any>;
let Pay: Dialog, Keep: Dialog, OneTicket: Dialog, Complete: Dialog, WhichRoute: Dialog;

beforeAll(async () => {
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
  vi.stubGlobal("navigator", { language: "en" });
  [Pay, Keep, OneTicket, Complete, WhichRoute] = (
    await Promise.all([
      import("./Pay.svelte"), import("./Keep.svelte"), import("./OneTicket.svelte"), import("./Complete.svelte"), import("./WhichRoute.svelte"),
    ])
  ).map((module) => module.default as Dialog) as [Dialog, Dialog, Dialog, Dialog, Dialog];
});

const place = (id: string, en: string) => ({ id, name: { en, pl: en }, lat: 0, lon: 0 });
const names = new BoardNames({
  board: {
    places: [place("a", "Alfa"), place("b", "Bravo"), place("c", "Charlie")],
    routes: [{ a: "a", b: "b", length: 2, cost: 2, colour: "red", kind: "train" }, { a: "b", b: "c", length: 3, cost: 3, colour: "grey", kind: "train" }],
    tickets: [{ a: "a", b: "c", points: 7 }, { a: "a", b: "b", points: 4 }],
    options: { pieces: { train: 45 } },
    route_points: { train: { 2: 2, 3: 4 } },
  },
  route_names: ["Alfa-Bravo", "Bravo-Charlie"],
  ticket_names: ["Alfa-Charlie", "Alfa-Bravo"],
} as unknown as BoardPage);

function shown(dialog: Dialog, props: Record<string, unknown>): { html: string; words: string; confirm: string } {
  const html = render(dialog, { props }).body.replace(/<!--[\s\S]*?-->/g, "");
  const confirm = /<button[^>]*data-confirm[^>]*>/.exec(html)?.[0] ?? "";
  return { html, words: html.replace(/<[^>]*>/g, " ").replace(/\s+/g, " "), confirm };
}

const pay = (payment: Payment) => ({ text: `claim ${payment.colour}`, move: { payment } });
const keep = (...tickets: string[]) => ({ text: tickets.join(), move: { tickets } });
const play = (more = {}) => ({ names, suggested: [], marked: [], looked: null, store: { progress: new Map() }, ...more });

test("the first payment is preselected and named on the button", () => {
  const offers = [pay({ colour: "red", plain: 2, wild: 0 }), pay({ colour: "blue", plain: 1, wild: 1 })];
  const { html, words } = shown(Pay, { title: "Claim it", about: "Two spaces.", offers, names, confirm: "Claim" });
  expect(words).toContain("Two spaces.");
  expect(words).toContain("Claim: 2 red");
  expect(html.match(/<input[^>]*checked/g)).toHaveLength(1);
  expect(html.indexOf("checked")).toBeLessThan(html.indexOf("1 blue"));
});

test("cards from the team's rack are named with the payment", () => {
  const offers = [pay({ colour: "red", plain: 2, wild: 1, rack_plain: 1, rack_wild: 1 })];
  expect(shown(Pay, { title: "", about: "", offers, names, confirm: "Claim" }).words).toMatch(/2[^.]*rack/);
});

test("a payment can be cancelled while nothing is final", () => {
  const props = { title: "", about: "", offers: [pay({ colour: "red", plain: 1, wild: 0 })], names, confirm: "Claim" };
  expect(shown(Pay, { ...props, oncancel: () => undefined }).words).toContain("Cancel");
  expect(shown(Pay, props).words).not.toContain("Cancel");
});

test("tickets can be kept only after a selection; the minimum is stated", () => {
  const tickets = ["Alfa-Charlie", "Alfa-Bravo"];
  const { words, confirm, html } = shown(Keep, { play: play(), tickets, offers: [keep("Alfa-Bravo"), keep(...tickets)] });
  expect(words).toMatch(/[Aa]t least 1/);
  expect(confirm).toContain("disabled");
  expect(html.match(/aria-pressed="false"/g)).toHaveLength(2);
});

test("one ticket is picked only after it was selected; earlier picks are shown", () => {
  const offers = [{ text: "pick Alfa-Bravo", move: { ticket: "Alfa-Bravo" } }];
  const { words, confirm } = shown(OneTicket, { play: play(), title: "Pick", button: "Pick it", offers, taken: ["Alfa-Charlie"] });
  expect(confirm).toContain("disabled");
  expect(words).toContain("Alfa – Charlie");
});

test("the button names the best ticket to complete; stopping is next to it", () => {
  const offers = { complete: [{ text: "complete", move: { ticket: "Alfa-Charlie" } }], done: "done" };
  const own = { best: { tickets: ["Alfa-Charlie"], points: 7 }, track: { red: 2 } };
  const { words, html } = shown(Complete, { play: play({ offers, view: { card_game: { own } } }) });
  expect(words).toContain("7 points");
  expect(html.match(/data-confirm/g)).toHaveLength(2);
});

test("of several routes under a finger, only claimable ones are offered", () => {
  const offers = { claims: new Map([["Bravo-Charlie", []]]) };
  const { html } = shown(WhichRoute, { play: play({ offers }), routes: ["Alfa-Bravo", "Bravo-Charlie"], oncancel: () => undefined });
  expect([...html.matchAll(/data-claim="([^"]*)"/g)].map((found) => found[1])).toEqual(["Bravo-Charlie"]);
});

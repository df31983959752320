import { expect, test, vi } from "vitest";
import type { Options } from "../protocol";
import { changesOf, questionsOf } from "./options";

vi.mock("../lib/i18n", () => ({ t: (key: string) => key }));

const EUROPE = {
  players: [2, 3, 4, 5], pieces: { train: 45 }, cards: {}, hand: 4, start_tickets: { count: 3, keep: 2, rejected: "out", long: 1 },
  draw_tickets: { count: 3, keep: 1 }, ties: ["tickets", "stations", "longest"], one_strand_with: [2, 3],
  stations: { count: 3, value: 4 }, longest_bonus: 10,
} as Options;
const CARDS = { ...EUROPE, pieces: {}, stations: null, card_game: { wild_dealt: 1, halves_with: [4], half_hand: 4 } } as Options;

test("the default answers change nothing", () => {
  const usual = Object.fromEntries(questionsOf(EUROPE).map((question) => [question.name, question.usual]));
  expect(changesOf(EUROPE, {})).toEqual({});
  expect(changesOf(EUROPE, usual)).toEqual({});
});

test("without stations no tie is broken by them", () => {
  expect(changesOf(EUROPE, { stations: "0" })).toEqual({ stations: null, ties: ["tickets", "longest"] });
  expect(changesOf(EUROPE, { stations: "1" })).toEqual({ stations: { count: 1, value: 4 } });
});

test("a short game has two thirds of the trains", () => {
  expect(changesOf(EUROPE, { pieces: "short", longest_bonus: "0" })).toEqual({ pieces: { train: 30 }, longest_bonus: 0 });
});

test("answers about the Card Game change one option together", () => {
  const changed = changesOf(CARDS, { open_track: "yes", locomotives_leave: "first", open_completed: "yes" });
  expect(changed.card_game).toMatchObject({ half_hand: 4, open_track: true, locomotives_leave: "first", open_completed: true });
});

test("every default answer is one of the choices", () => {
  for (const question of [...questionsOf(EUROPE), ...questionsOf(CARDS)])
    expect(question.choices.map((choice) => choice.value)).toContain(question.usual);
});

/** A lesson at a table: its current step, what it waits for, and which moves it holds back. It knows no rules. */
import type { BoardCard, CreateTable } from "../protocol";
import { t } from "../lib/i18n";
import { quickTable, seatPlan } from "../lobby/seats";
import type { Level } from "../lib/protocol";
import type { Play } from "../table/play.svelte";
import deals from "./deals.json";
import plan from "./lesson.json";
import { stepsFor, type Deal } from "./mechanics";
import { STEPS, type Step } from "./steps";

/** The value of `#lesson=` for the first game. */
export const FIRST = "1";
export const FIRST_BOARD = plan.board;

/** The table of the first lesson; its seed deals the cards that the steps mention. */
export function lessonTable(): CreateTable {
  const seats = [seatPlan("me", 0), seatPlan(`bot-${plan.level as Level}`, 1)];
  return { board: plan.board, seed: plan.seed, seats, first: 0, hints: true, start: true };
}

/** The deal of a game's lesson; a board without one uses a random deal. */
const dealOf = (board: string): Deal | undefined => (deals as Record<string, Deal>)[board];

/** A table for the lesson of any game: me against easy bots. */
export function lessonTableOf(board: BoardCard): CreateTable {
  const deal = dealOf(board.board);
  const table = quickTable({ board: board.board, players: [deal?.players ?? Math.min(...board.players)] }, "easy");
  return deal ? { ...table, seed: deal.seed, first: 0 } : table;
}

export class Lesson {
  /** The index of the step; one more than the last when the lesson is over. */
  number = $state(0);
  /** A move was held back. */
  heldBack = $state(false);
  readonly steps: Step[];
  private readonly store: string;

  /** `first` is the scripted first game; any other lesson is about the mechanics of its board. */
  constructor(private readonly play: Play, table: string, name: string) {
    this.steps = name === FIRST ? STEPS : stepsFor(play.names.page.board.options, dealOf(name));
    this.store = `semafor.lesson.${table}`;
    this.number = Math.min(Number(sessionStorage.getItem(this.store) ?? 0), this.steps.length - 1);
    play.holdsBack = (text) => this.refuses(text);
  }

  step = $derived.by((): Step => this.steps[this.number] ?? this.steps.at(-1)!);
  last = $derived.by(() => this.number === this.steps.length - 1);
  /** The step whose moves are awaited; a step that is only read lets the next one start. */
  private asked = $derived.by(() => this.steps.slice(this.number).find((step) => step.done) ?? this.step);
  private wanted = $derived.by(() => {
    const { wants } = this.asked;
    return wants ? (this.play.sight?.moves ?? []).filter((offer) => wants(offer, this.play)) : [];
  });
  /** The step asks for something that is not possible now. */
  private stuck = $derived.by(
    () => Boolean(this.step.wants) && this.play.offers.any && !this.play.choice && !this.wanted.length,
  );

  words = $derived.by((): string => {
    if (this.play.view?.over) return t("lesson_over");
    if (this.stuck) return t("lesson_collect");
    return t(this.step.say, this.step.values?.(this.play));
  });
  readOnly = $derived(!this.step.done);

  /** Advance past everything that is done; called after every change. */
  follow(): void {
    while (!this.last && this.asked.done?.(this.play)) this.to(this.steps.indexOf(this.asked) + 1);
    this.play.pointed = this.play.view?.over ? [] : (this.step.routes?.(this.play) ?? []);
  }

  next(): void {
    this.to(this.number + 1);
  }

  leave(): void {
    this.play.holdsBack = null;
    this.play.pointed = [];
    sessionStorage.removeItem(this.store);
    history.replaceState(null, "", location.pathname);
  }

  private to(number: number): void {
    this.number = Math.min(number, this.steps.length - 1);
    this.heldBack = false;
    sessionStorage.setItem(this.store, String(this.number));
  }

  private refuses(text: string): boolean {
    this.heldBack = this.wanted.length > 0 && !this.wanted.some((offer) => offer.text === text);
    return this.heldBack;
  }
}

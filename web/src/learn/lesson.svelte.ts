/** A lesson at a table: where it stands, what it waits for, and which moves it puts off. It knows no rules. */
import type { CreateTable } from "../protocol";
import { t } from "../lib/i18n";
import { seatPlan } from "../lobby/seats";
import type { Level } from "../lib/protocol";
import type { Play } from "../table/play.svelte";
import plan from "./lesson.json";
import { STEPS, type Step } from "./steps";

/** The table of the lesson: its seed deals what the steps speak of. */
export function lessonTable(): CreateTable {
  const seats = [seatPlan("me", 0), seatPlan(`bot-${plan.level as Level}`, 1)];
  return { board: plan.board, seed: plan.seed, seats, first: 0, start: true };
}

export class Lesson {
  /** The number of the step; one more than there are when all is told. */
  number = $state(0);
  /** A move was put off. */
  putOff = $state(false);
  private readonly store: string;

  constructor(private readonly play: Play, table: string) {
    this.store = `semafor.lesson.${table}`;
    this.number = Math.min(Number(sessionStorage.getItem(this.store) ?? 0), STEPS.length - 1);
    play.putsOff = (text) => this.refuses(text);
  }

  step = $derived<Step>(STEPS[this.number] ?? STEPS.at(-1)!);
  last = $derived(this.number === STEPS.length - 1);
  /** The step whose moves are waited for: a step that is only read lets the next one begin. */
  private asked = $derived(STEPS.slice(this.number).find((step) => step.done) ?? this.step);
  private wanted = $derived.by(() => {
    const { wants } = this.asked;
    return wants ? (this.play.sight?.moves ?? []).filter((offer) => wants(offer, this.play)) : [];
  });
  /** The step asks for something that cannot be done now. */
  private stuck = $derived.by(
    () => Boolean(this.step.wants) && this.play.offers.any && !this.play.choice && !this.wanted.length,
  );

  words = $derived.by((): string => {
    if (this.play.view?.over) return t("lesson_over");
    if (this.stuck) return t("lesson_collect");
    return t(this.step.say, this.step.values?.(this.play));
  });
  readOnly = $derived(!this.step.done);

  /** Go on as far as everything asked for is done; called whenever something has changed. */
  follow(): void {
    while (!this.last && this.asked.done?.(this.play)) this.to(STEPS.indexOf(this.asked) + 1);
    this.play.pointed = this.play.view?.over ? [] : (this.step.routes?.(this.play) ?? []);
  }

  next(): void {
    this.to(this.number + 1);
  }

  leave(): void {
    this.play.putsOff = null;
    this.play.pointed = [];
    sessionStorage.removeItem(this.store);
    history.replaceState(null, "", location.pathname);
  }

  private to(number: number): void {
    this.number = Math.min(number, STEPS.length - 1);
    this.putOff = false;
    sessionStorage.setItem(this.store, String(this.number));
  }

  private refuses(text: string): boolean {
    this.putOff = this.wanted.length > 0 && !this.wanted.some((offer) => offer.text === text);
    return this.putOff;
  }
}

/** The state of the editor: the board, the selection, and what the server says about it. */
import type { BoardPage, Board, Region, Remark, SketchLook } from "../protocol";
import "../lib/i18n/advice";
import "../lib/i18n/faults";
import { api, Refused } from "../lib/api";
import { settings } from "../lib/settings.svelte";
import { addCardTicket, isCardGame } from "./cardGame";
import type { City } from "./cities";
import { keepDraft, keepSteps, loadSteps, type Draft, type State } from "./draft";
import { Drawings, spotOn, type Drawn } from "./drawings.svelte";
import { LayoutRequests } from "./layoutRequests.svelte";
import { NothingToImport, TooManyPlaces } from "./failures";
import type { Degrees } from "./grid";
import { History } from "./history";
import { isMissing, nextStep, type Step } from "./missing";
import { containsAll, regionAround } from "./region";
import { fitted } from "./derivedOptions";
import { addPlace, addRoute, addTicket, asSketch, changePlace, MOST_PLACES, placeOf, type Sketch } from "./sketch";
import { Study } from "./study.svelte";
import { suggestLength, type Spot } from "./suggest";

export type Tool = "select" | "place" | "route" | "ticket";
export type Section = "places" | "routes" | "tickets";
export interface Chosen {
  section: Section;
  index: number;
}

const PAUSE = 450;
/** Milliseconds; undo steps are large and are stored a little later than the board. */
const KEEP_PAUSE = 600;
/** Milliseconds before a retry after the rate limit or a lost connection. */
const LONG_PAUSE = 4000;

export class Workshop {
  private history: History<State>;
  private state = $state.raw<State>(null!);
  fitting = $state(true);
  tool = $state<Tool>("select");
  chosen = $state.raw<Chosen | null>(null);
  /** The first of two places. */
  from = $state<string | null>(null);
  look = $state.raw<SketchLook | null>(null);
  /** The code of the latest refusal, until the server answers again. */
  refused = $state<string | null>(null);
  waiting = $state(false);
  kept = $state(true);
  canUndo = $state(false);
  canRedo = $state(false);
  /** The finished board; null until requested. */
  finished = $state.raw<BoardPage | null>(null);
  finishing = $state(false);
  /** The statistics of many games. */
  readonly study = new Study(this);

  private readonly drawings = new Drawings();
  /** Requests the final layout whenever the board rests. */
  readonly layoutRequests = new LayoutRequests(() => this.state, (state, page) => this.drawings.finish(state, page, this.placing));
  private lookAgain = false;
  private lookedAt: State | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asking = false;
  private closed = false;
  private keeping: ReturnType<typeof setTimeout> | undefined;
  private stepsOf = 0;

  constructor(draft: Draft) {
    this.state = { sketch: draft.sketch, region: draft.region };
    this.history = new History(this.state, loadSteps(draft.at));
    [this.canUndo, this.canRedo] = [this.history.canUndo, this.history.canRedo];
    this.fitting = draft.fitting;
    this.keep();
    this.soon(0);
  }

  get sketch(): Sketch {
    return this.state.sketch;
  }

  get region(): Region {
    return this.state.region;
  }

  get drawn(): Drawn | null {
    return this.drawings.shown;
  }

  /** The Place tool uses the fixed map of the whole region. */
  private get placing(): boolean {
    return this.tool === "place";
  }

  /** Whether the server's answer is about the current board. */
  get fresh(): boolean {
    return this.lookedAt === this.state && !this.waiting;
  }

  close(): void {
    this.closed = true;
    this.study.close();
    this.layoutRequests.close();
    this.keepSteps();
    clearTimeout(this.timer);
  }

  /** Change the board; changes with the same key in quick succession are undone together. */
  change(next: Sketch, key = ""): void {
    if (next === this.sketch) return;
    const follows = this.fitting && (next.places !== this.sketch.places || next.routes !== this.sketch.routes || next.tickets !== this.sketch.tickets);
    this.enter({ ...this.state, sketch: follows ? fitted(next) : next }, key);
  }

  /** Move the board to another region. */
  lay(region: Region): void {
    this.enter({ ...this.state, region });
  }

  private enter(state: State, key = ""): void {
    this.history.push(state, key);
    this.show(state);
  }

  private show(state: State): void {
    this.state = state;
    this.canUndo = this.history.canUndo;
    this.canRedo = this.history.canRedo;
    this.finished = null;
    if (this.chosen && this.chosen.index >= state.sketch[this.chosen.section].length) this.chosen = null;
    if (this.from && !placeOf(state.sketch, this.from)) this.from = null;
    this.keep();
    this.soon();
    this.layoutRequests.wait();
  }

  /** Request the names in the chosen language. */
  relabel(): void {
    this.soon(0);
  }

  undo = (): void => this.show(this.history.undo());
  redo = (): void => this.show(this.history.redo());

  private keep(): void {
    const at = Date.now();
    this.kept = keepDraft({ ...this.state, fitting: this.fitting, at });
    clearTimeout(this.keeping);
    this.stepsOf = at;
    this.keeping = setTimeout(this.keepSteps, KEEP_PAUSE);
  }

  /** Store the undo steps; immediately if the tab may be closing. */
  keepSteps = (): void => {
    clearTimeout(this.keeping);
    keepSteps(this.stepsOf, (steps) => this.history.nearest(steps));
  };

  follow(on: boolean): void {
    this.fitting = on;
    if (on) this.enter({ ...this.state, sketch: fitted(this.sketch) });
    else this.keep();
  }

  // ---- drawing

  take(tool: Tool): void {
    this.tool = tool;
    this.from = null;
    if (!this.drawings.turn(this.state, this.placing)) this.soon(0);
    else if (this.fresh) this.rest();
  }

  choose(section: Section, index: number): void {
    this.chosen = { section, index };
  }

  spot(at: Degrees): Spot | null {
    return this.drawn ? spotOn(this.drawn, at) : null;
  }

  putPlace(at: Degrees): void {
    this.change(addPlace(this.sketch, at));
    this.choose("places", this.sketch.places.length - 1);
  }

  /** Add a city at its position; the region grows to contain it. */
  putCity(city: City): void {
    this.enterCity(addPlace(this.sketch, city, city.name));
    this.choose("places", this.sketch.places.length - 1);
  }

  /** Turn a place into a city. */
  moveToCity(index: number, { name, lat, lon }: City): void {
    this.enterCity(changePlace(this.sketch, index, { name, lat, lon }));
  }

  private enterCity(next: Sketch): void {
    const region = containsAll(this.region, next.places) ? this.region : regionAround(next.places);
    this.enter({ sketch: this.fitting ? fitted(next) : next, region });
  }

  /** The suggested length of a route between two places. */
  lengthBetween(a: string, b: string): number {
    const [one, two] = [placeOf(this.sketch, a), placeOf(this.sketch, b)].map((place) => place && this.spot(place));
    return one && two ? suggestLength(one, two) : 1;
  }

  layRoute(a: string, b: string): void {
    const before = this.sketch.routes;
    this.change(addRoute(this.sketch, a, b, this.lengthBetween(a, b)));
    const added = this.sketch.routes.findIndex((route) => !before.includes(route));
    if (added >= 0) this.choose("routes", added);
  }

  writeTicket(a: string, b: string): void {
    const before = this.sketch.tickets.length;
    this.change(isCardGame(this.sketch) ? addCardTicket(this.sketch, a, b) : addTicket(this.sketch, a, b));
    if (this.sketch.tickets.length > before) this.choose("tickets", before);
  }

  /** A place was clicked with the current tool. */
  point(id: string): void {
    if (this.tool !== "route" && this.tool !== "ticket") {
      this.choose("places", this.sketch.places.findIndex((place) => place.id === id));
    } else if (this.from === null || this.from === id) {
      this.from = this.from === id ? null : id;
    } else {
      if (this.tool === "route") this.layRoute(this.from, id);
      else this.writeTicket(this.from, id);
      this.from = null;
    }
  }

  /** Import places and lines of a CSV or GeoJSON file; returns the number of unreadable rows. */
  async importPlaces(text: string): Promise<number> {
    const { found, places, lines, skipped } = await api.importPlaces({ text });
    if (!found) throw new NothingToImport();
    if (this.sketch.places.length + found > MOST_PLACES) throw new TooManyPlaces(this.sketch.places.length + found);
    let next = this.sketch;
    const ids = places.map((place) => {
      next = addPlace(next, place, place.name);
      return next.places.at(-1)!.id;
    });
    const region = containsAll(this.region, next.places) && this.sketch.places.length ? this.region : regionAround(next.places);
    for (const { a, b, length } of lines) next = addRoute(next, ids[a] ?? "", ids[b] ?? "", length);
    this.enter({ sketch: this.fitting ? fitted(next) : next, region });
    return skipped;
  }

  /** Replace the whole board; this can be undone. */
  replace(tree: Partial<Board>): void {
    const sketch = asSketch(tree);
    this.fitting = false;
    this.chosen = null;
    this.enter({ sketch, region: regionAround(sketch.places) });
  }

  // ---- what the server says

  /** Faults, without what is only missing. */
  get faults(): Remark[] {
    return this.look?.faults.filter((fault) => !isMissing(fault)) ?? [];
  }

  /** What the board still lacks. */
  get missing(): Remark[] {
    return this.look?.faults.filter(isMissing) ?? [];
  }

  /** What to do next; null if nothing is missing or known. */
  get next(): Step | null {
    return nextStep(this.sketch, this.missing);
  }

  get advice(): Remark[] {
    return this.look?.advice ?? [];
  }

  remarksOn(section: string, index?: number): { faults: Remark[]; advice: Remark[] } {
    const here = (remark: Remark) => remark.path[0] === section && (index === undefined || remark.path[1] === index);
    return { faults: this.faults.filter(here), advice: this.advice.filter(here) };
  }

  private soon(pause = PAUSE): void {
    this.waiting = true;
    if (this.closed || this.asking) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.lookNow(), pause);
  }

  private async lookNow(): Promise<void> {
    const state = this.state;
    this.asking = true;
    let pause = 0;
    try {
      await this.hear(state);
      this.refused = null;
    } catch (error) {
      this.refused = error instanceof Refused ? error.problem.code : "failed";
      pause = LONG_PAUSE;
    }
    this.asking = false;
    this.waiting = pause > 0 || this.lookAgain || this.state !== state;
    this.lookAgain = false;
    if (this.waiting) this.soon(pause || PAUSE);
    else this.rest();
  }

  /** The board is checked and rests: request its final layout unless there is one or the Place tool is used. */
  private rest(): void {
    if (!this.placing && !this.drawings.isFinished(this.state)) this.layoutRequests.soon();
    else this.layoutRequests.wait();
  }

  private async hear(state: State): Promise<void> {
    const around = this.drawings.around(state, this.placing);
    const look = await api.look({ board: { ...state.sketch }, region: state.region, language: settings.language, ...this.drawings.wish(state, around) });
    if (this.closed) return;
    if (look.page) this.lookAgain = !this.drawings.take(state, look.page, around);
    this.look = look;
    this.lookedAt = state;
  }

  /** The server's answer about the current board. */
  async newest(): Promise<SketchLook> {
    if (this.fresh && this.look) return this.look;
    return api.look({ board: { ...this.sketch } });
  }

  /** The file of the current board; null if it cannot be written. */
  async file(): Promise<string | null> {
    return (await this.newest()).file;
  }

  /** The file of a playable board; null if it has faults. */
  async playable(): Promise<string | null> {
    const { faults, file } = await this.newest();
    return faults.length ? null : file;
  }

  /** Draw the board as it will be at the table. */
  async finish(): Promise<void> {
    const state = this.state;
    this.finishing = true;
    try {
      const text = await this.file();
      const page = text ? await api.drawBoard(text) : null;
      if (this.state === state) this.finished = page;
      this.refused = null;
    } catch (error) {
      this.refused = error instanceof Refused ? error.problem.code : "failed";
    }
    this.finishing = false;
  }
}

/** Has a board drawn as it will lie at the table, whenever it has rested for a while and no hand is on it. */
import type { SketchPage } from "../protocol";
import { api, Refused } from "../lib/api";
import type { State } from "./draft";

/** How long a board rests before the server takes seconds over it. */
const REST = 1200;
/** The server has had enough of us for a while, or is away. */
const LONG_PAUSE = 8000;
/** So long a pointer must lie still: nothing moves under a hand that aims. */
const STILL = 600;

export class Finisher {
  working = $state(false);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;
  private hopeless: State | null = null;
  private movedAt = -Infinity;
  private held = false;

  constructor(private readonly now: () => State, private readonly done: (state: State, page: SketchPage) => void) {}

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }

  /** A pointer moves, or holds something. */
  hand(held: boolean): void {
    this.held = held;
    this.movedAt = performance.now();
  }

  /** The board changes: whatever was to come is of no use. */
  wait(): void {
    clearTimeout(this.timer);
  }

  /** The board rests: begin after a pause. */
  soon(pause = REST): void {
    clearTimeout(this.timer);
    if (this.closed || this.working || this.hopeless === this.now() || !this.now().sketch.routes.length) return;
    this.timer = setTimeout(() => void this.begin(), pause);
  }

  private async begin(): Promise<void> {
    const state = this.now();
    this.working = true;
    let failed = false;
    try {
      const { page } = await api.finish({ board: { ...state.sketch }, region: state.region });
      if (page) return this.handOver(state, page);
      this.hopeless = state;
    } catch (error) {
      failed = true;
      if (error instanceof Refused && error.problem.code === "set-aside") this.hopeless = state;
    }
    this.end(state, failed);
  }

  /** Lay it down once no hand is in the way; what is of another board by then is dropped. */
  private handOver(state: State, page: SketchPage): void {
    const free = !this.held && performance.now() - this.movedAt > STILL;
    if (!this.closed && state === this.now() && !free) {
      setTimeout(() => this.handOver(state, page), STILL / 2);
      return;
    }
    if (!this.closed && state === this.now()) this.done(state, page);
    this.end(state, false);
  }

  private end(state: State, failed: boolean): void {
    this.working = false;
    if (failed || state !== this.now()) this.soon(failed ? LONG_PAUSE : REST);
  }
}

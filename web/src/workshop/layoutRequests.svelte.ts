/** Requests the final layout of a board once it has not changed for a while and the pointer is idle. */
import type { SketchPage } from "../protocol";
import { api, Refused } from "../lib/api";
import type { State } from "./draft";

/** Milliseconds without a change before the layout is requested. */
const REST = 1200;
/** Milliseconds before a retry after the rate limit or a lost connection. */
const LONG_PAUSE = 8000;
/** Milliseconds for which the pointer must be idle, so that nothing moves under it. */
const STILL = 600;

export class LayoutRequests {
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

  /** The pointer moves, or holds something. */
  hand(held: boolean): void {
    this.held = held;
    this.movedAt = performance.now();
  }

  /** The board has changed: cancel the request. */
  wait(): void {
    clearTimeout(this.timer);
  }

  /** The board is unchanged: request the layout after a pause. */
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

  /** Show the layout once the pointer is idle; drop it if the board has changed. */
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

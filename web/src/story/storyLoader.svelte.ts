/** The analysis of a finished game, requested until it is complete. */
import type { Review, Story } from "../protocol";
import { api } from "../lib/api";

const AGAIN = 1200;

export class StoryLoader {
  story = $state.raw<Story | null>(null);
  /** The server refuses to make one. */
  refused = $state(false);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;

  constructor(private readonly id: string) {
    void this.ask();
  }

  get review(): Review | null {
    return this.story?.review ?? null;
  }

  get working(): boolean {
    return !this.refused && !this.story?.failed && !this.review?.whole;
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }

  private async ask(): Promise<void> {
    try {
      this.story = await api.story(this.id);
    } catch {
      this.refused = true;
      return;
    }
    if (this.working && !this.closed) this.timer = setTimeout(() => void this.ask(), AGAIN);
  }
}

/** The state after a number of decisions: win probabilities of all sides, or expected scores. */
export function standAt(review: Review, step: number, what: "chances" | "points"): number[] {
  const next = review.decisions[step];
  if (!next) return what === "chances" ? [...review.won] : [...review.totals];
  return what === "chances" ? [...next.table] : [...next.points];
}

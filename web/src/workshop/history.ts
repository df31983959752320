/** Undo and redo without limit; after a reload, as far back as there is room. */
const PAUSE = 1500;

/** The stored part of a history, without the present. */
export interface Kept<T> {
  past: T[];
  future: T[];
}

export class History<T> {
  private past: T[];
  private future: T[];
  private last = { key: "", at: -Infinity };

  constructor(private now: T, kept: Kept<T> = { past: [], future: [] }) {
    [this.past, this.future] = [[...kept.past], [...kept.future]];
  }

  get present(): T {
    return this.now;
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  get canRedo(): boolean {
    return this.future.length > 0;
  }

  /** The last steps in both directions, up to a number of each. */
  nearest(steps: number): Kept<T> {
    return { past: this.past.slice(-steps), future: this.future.slice(-steps) };
  }

  /** Add a state. Changes with the same key in quick succession are one step, such as the letters of a word. */
  push(next: T, key = "", at = performance.now()): void {
    if (next === this.now) return;
    const joined = key !== "" && key === this.last.key && at - this.last.at < PAUSE;
    if (!joined) this.past.push(this.now);
    this.future = [];
    this.last = { key, at };
    this.now = next;
  }

  undo(): T {
    const before = this.past.pop();
    if (before !== undefined) {
      this.future.push(this.now);
      this.now = before;
    }
    this.last = { key: "", at: -Infinity };
    return this.now;
  }

  redo(): T {
    const after = this.future.pop();
    if (after !== undefined) {
      this.past.push(this.now);
      this.now = after;
    }
    this.last = { key: "", at: -Infinity };
    return this.now;
  }
}

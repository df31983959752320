/** Numbers that appear row by row and count up; immediately with reduced motion. */
import { settings } from "../lib/settings.svelte";

const ROW = 650;

export class CountUp {
  /** The row that is counting. */
  step = $state(0);
  private part = $state(0);

  constructor(rows: number) {
    if (settings.still) {
      this.step = rows;
      return;
    }
    const start = performance.now() + 300;
    const frame = (time: number): void => {
      const past = Math.max(0, time - start) / ROW;
      this.step = Math.floor(past);
      this.part = past - this.step;
      if (this.step <= rows) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }

  value(row: number, whole: number): number {
    if (row < this.step) return whole;
    return row === this.step ? Math.round(whole * Math.min(1, this.part * 1.3)) : 0;
  }
}

/** A user's own board file: read, checked by the server, then drawn. */
import type { BoardCard, BoardPage, Problem } from "../protocol";
import { api } from "../lib/api";
import { asProblem } from "../lib/problem";

const LARGEST = 256 * 1024;

export class OwnBoard {
  name = $state("");
  text = $state("");
  card = $state.raw<BoardCard | null>(null);
  page = $state.raw<BoardPage | null>(null);
  problem = $state.raw<Problem | null>(null);
  tooLarge = $state(false);
  reading = $state(false);
  drawing = $state(false);

  private turn = 0;

  /** Use a file; the state of the previous one is discarded. */
  async take(file: File): Promise<void> {
    const turn = ++this.turn;
    const current = () => turn === this.turn;
    Object.assign(this, { name: file.name, text: "", card: null, page: null, problem: null, drawing: false, tooLarge: file.size > LARGEST });
    if (this.tooLarge) return;
    this.reading = true;
    const text = await file.text();
    await this.check(text, current);
    if (current() && this.card) await this.draw(text, current);
  }

  private async check(text: string, current: () => boolean): Promise<void> {
    const found = await api.checkBoard(text).then((card) => ({ card, text }), async (error: unknown) => {
      await import("../lib/i18n/faults");
      return { problem: asProblem(error) };
    });
    if (current()) Object.assign(this, { ...found, reading: false });
  }

  private async draw(text: string, current: () => boolean): Promise<void> {
    this.drawing = true;
    const page = await api.drawBoard(text).catch(() => null);
    if (current()) Object.assign(this, { page, drawing: false });
  }
}

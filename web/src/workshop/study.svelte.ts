/** A study of the board: started on the server, polled until it is complete, kept while the tab is open. */
import type { StudyFound, StudyState } from "../protocol";
import { api } from "../lib/api";
import { tellFailure } from "./failures";
import type { Sketch } from "./sketch";
import { w } from "./words";
import type { Workshop } from "./workshop.svelte";

const PAUSE = 700;

export class Study {
  games = $state(2000);
  state = $state.raw<StudyState | null>(null);
  found = $state.raw<StudyFound | null>(null);
  told = $state("");
  private starting = $state(false);
  /** The board that was studied last. */
  private of = $state.raw<Sketch | null>(null);
  private closed = false;

  constructor(private shop: Workshop) {}

  get running(): boolean {
    return this.starting || this.state !== null;
  }

  /** Whether the board has changed since. */
  get old(): boolean {
    return this.found !== null && this.of !== this.shop.sketch;
  }

  /** The study to share with the board: only one of exactly this board. */
  get text(): string | null {
    return this.found && !this.old ? this.found.study : null;
  }

  begin = async (): Promise<void> => {
    if (this.running) return;
    this.told = "";
    this.starting = true;
    const sketch = this.shop.sketch;
    try {
      const file = await this.shop.playable();
      if (!file) this.told = w("faults_first_study");
      else await this.follow(await api.study({ board_file: file, games: this.games }), sketch);
    } catch (error) {
      this.told = tellFailure(error);
    }
    this.state = null;
    this.starting = false;
  };

  private async follow(state: StudyState, sketch: Sketch): Promise<void> {
    this.state = state;
    this.starting = false;
    while (!this.closed && this.state && !state.found && !state.failed) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
      state = await api.studied(state.id);
      if (this.state) this.state = state;
    }
    if (state.found) [this.found, this.of] = [state.found, sketch];
    else if (state.failed && this.state) this.told = w("study_failed");
  }

  stop = async (): Promise<void> => {
    const running = this.state;
    this.state = null;
    if (running) await api.stopStudy(running.id).catch(() => undefined);
  };

  close(): void {
    this.closed = true;
    void this.stop();
  }
}

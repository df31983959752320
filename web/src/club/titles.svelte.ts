/** Titles of boards, requested once. */
import type { Name } from "../protocol";
import { api } from "../lib/api";
import { settings } from "../lib/settings.svelte";

export class BoardTitles {
  private known = $state.raw<Record<string, Name>>({});

  constructor() {
    void api.boards().then(({ boards, more = [] }) => (this.known = Object.fromEntries([...boards, ...more].map((one) => [one.board, one.title]))), () => undefined);
  }

  /** The title in the chosen language; for a user's own board, its file name. */
  of(board: string): string {
    return this.known[board]?.[settings.language] ?? board;
  }
}

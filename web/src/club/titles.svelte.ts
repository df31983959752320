/** What boards are called, asked for once. */
import type { Name } from "../protocol";
import { api } from "../lib/api";
import { settings } from "../lib/settings.svelte";

export class BoardTitles {
  private known = $state.raw<Record<string, Name>>({});

  constructor() {
    void api.boards().then(({ boards, more = [] }) => (this.known = Object.fromEntries([...boards, ...more].map((one) => [one.board, one.title]))), () => undefined);
  }

  /** In the chosen language; its name in the files where the board is somebody's own. */
  of(board: string): string {
    return this.known[board]?.[settings.language] ?? board;
  }
}

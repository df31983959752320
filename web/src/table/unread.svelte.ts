/** Unread chat messages and log entries. */
import { tellEvent } from "../lib/tell";
import type { Play } from "./play.svelte";

export type Marked = "chat" | "log";

export class Unread {
  private lines = $state(0);
  private events = $state(0);

  constructor(private readonly play: Play) {
    // Everything that existed on arrival counts as read.
    this.look("chat");
    this.look("log");
  }

  private lastLine = $derived.by(() => this.play.store.chat.at(-1)?.number ?? -1);

  private counts = $derived.by((): Record<Marked, number> => {
    const { store, sight, seat } = this.play;
    const said = store.chat.filter((line) => line.number > this.lines && !store.you.includes(line.seat));
    const done = (sight?.all ?? []).slice(this.events).filter((one) => !("seat" in one && one.seat === seat) && tellEvent(one, this.play));
    return { chat: said.length, log: done.length };
  });

  of(part: string): number {
    return part === "chat" || part === "log" ? this.counts[part] : 0;
  }

  /** Mark everything up to now as read. */
  look(part: string): void {
    if (part === "chat") this.lines = this.lastLine;
    if (part === "log") this.events = this.play.sight?.all.length ?? 0;
  }
}

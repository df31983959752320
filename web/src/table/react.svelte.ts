/** Effects of new events: moving cards, appearing trains, a gong, the page title. */
import { fly } from "../lib/flyingCard";
import { t } from "../lib/i18n";
import type { GameEvent } from "../lib/protocol";
import { sound } from "../lib/sound";
import type { Play } from "./play.svelte";

export class Reactions {
  /** Routes claimed in the last message. */
  fresh = $state.raw<Set<number>>(new Set());
  private known = -1;
  private wasMine = false;

  /** React to new events; called whenever the view has changed. */
  notice(play: Play): void {
    const all = play.sight?.all ?? [];
    const fresh = this.known < 0 ? [] : all.slice(this.known);
    this.known = all.length;
    const claimed = fresh.flatMap((one) => (one.event === "claimed" ? [play.names.routeNumber(one.route)] : []));
    if (fresh.length) this.fresh = new Set(claimed);
    fresh.forEach((event, n) => this.show(event, play, Math.min(n, 6) * 90));
    this.turn(play);
  }

  private show(event: GameEvent, play: Play, delay: number): void {
    if (event.event === "drew") {
      const from = event.market ? `market-${event.market}` : "deck";
      const to = event.seat === play.seat ? [`hand-${event.card ?? ""}`, "hand"] : [`player-${event.seat}`];
      fly(event.card ?? null, from, to, delay);
      sound.card();
    }
    if (event.event === "rolled-out") fly(null, `yard-${event.seat}`, [`track-${event.seat}`], delay);
    if (event.event === "robbed") {
      fly(event.colour, `yard-${event.victim}`, ["deck"], delay);
      sound.card();
    }
    if (event.event === "claimed") sound.claim(play.names.route(event.route)?.length ?? 1);
    if (event.event === "game-over") sound.end();
  }

  private turn(play: Play): void {
    const mine = play.myTurn && !play.view?.over;
    if (mine && !this.wasMine) sound.turn();
    this.wasMine = mine;
    document.title = mine ? `${t("my_turn_title")} – Semafor` : "Semafor";
  }
}

/** Why a route cannot be claimed, in words. */
import { t } from "../lib/i18n";
import type { Bar } from "../lib/routeFacts";
import { countCards } from "../lib/tell";
import type { Play } from "./play.svelte";

export function tellBar(bar: Bar, play: Play): string {
  switch (bar.kind) {
    case "owned":
      return bar.seat === play.seat ? t("bar_mine") : t("owned_by", { name: play.person(bar.seat) });
    case "own-strand":
      return t("bar_own_strand");
    case "closed-strand":
      return t("bar_closed_strand");
    case "pieces":
      return t("bar_pieces", { need: bar.need, n: bar.have });
    case "wilds":
      return t("bar_wilds", { cards: countCards("wild", bar.short, play.names) });
    default:
      return t("bar_cards", { n: bar.short });
  }
}

/** Why a bot suggests these tickets, in a sentence or two. */
import { t } from "../lib/i18n";
import { together } from "../lib/suggest";
import type { Play } from "../table/play.svelte";

export function reasonFor(play: Play, tickets: string[]): string {
  const facts = tickets.map((name) => play.names.ticket(name));
  const points = t("n_points", { n: facts.reduce((sum, ticket) => sum + (ticket?.points ?? 0), 0) });
  if (play.names.page.board.options.card_game) {
    const n = facts.flatMap((ticket) => Object.values(ticket?.needs ?? {})).reduce((sum, cards) => sum + cards, 0);
    return t("suggest_cards", { points, cards: t("n_cards", { n }) });
  }
  const need = together(tickets.map((name) => play.store.progress.get(name)), (route) => play.names.route(route)?.length ?? 0);
  if (!need) return t("suggest_plain", { points });
  const why = t("suggest_why", { points, spaces: t("n_spaces", { n: need.spaces }) });
  if (tickets.length < 2) return why;
  return `${why} ${need.shared ? t("suggest_shared", { n: need.shared }) : t("suggest_apart")}`;
}

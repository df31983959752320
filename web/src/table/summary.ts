/** What a player did since my last move, in a short line. */
import type { PlayerActions } from "../lib/recentActions";
import { t } from "../lib/i18n";
import { settings } from "../lib/settings.svelte";
import type { Speaker } from "../lib/tell";

/** `Rocket: Paris – Brest, 2 cards`. */
export function tellActions(doing: PlayerActions, { names, person }: Speaker): string {
  const parts = [
    ...doing.routes.map((route) => names.routeName(route, settings.language)),
    ...doing.stations.map((place) => t("since_station", { place: names.placeName(place, settings.language) })),
    ...(doing.rows ? [t("since_rows")] : []),
    ...[...new Set(doing.robbed)].map((victim) => t("since_robbed", { name: person(victim) })),
    ...(doing.cards ? [t("n_cards", { n: doing.cards })] : []),
    ...(doing.tickets ? [t("n_tickets", { n: doing.tickets })] : []),
  ];
  return `${person(doing.seat)}: ${parts.join(", ")}`;
}

/** A route in one line: spaces, colour, points, tunnel, ferry. */
import { t } from "./i18n";
import type { BoardNames } from "./names";
import { cardName, countCards } from "./tell";

export function tellRoute(names: BoardNames, id: string): string {
  const route = names.route(id);
  if (!route) return id;
  const parts = [
    route.kind === "subway" ? `${t("subway")}: ${t("n_cards", { n: names.cost(route) })}` : t("n_spaces", { n: route.length }),
    cardName(route.colour, names),
    t("n_points", { n: names.points(route) }),
  ];
  if (route.tunnel) parts.push(t("tunnel_turns", { n: route.tunnel }));
  if (route.ferry) parts.push(t("ferry_wilds", { cards: countCards("wild", route.ferry, names) }));
  return parts.join(", ");
}

/** What tickets need together: their points and the routes that they share. */
import type { TicketProgress } from "../protocol";

export interface Together {
  /** Spaces still to be claimed for all of them; a shared route counts once. */
  spaces: number;
  /** Routes that serve more than one of them. */
  shared: number;
}

/** What tickets need together, or null if the path of one of them is unknown. */
export function together(tickets: (TicketProgress | undefined)[], length: (route: string) => number): Together | null {
  const uses = new Map<string, number>();
  const missing = new Set<string>();
  for (const ticket of tickets) {
    if (!ticket?.possible) return null;
    for (const route of ticket.routes) uses.set(route, (uses.get(route) ?? 0) + 1);
    for (const route of ticket.missing) missing.add(route);
  }
  const spaces = [...missing].reduce((sum, route) => sum + length(route), 0);
  return { spaces, shared: [...uses.values()].filter((times) => times > 1).length };
}

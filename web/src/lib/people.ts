/** What the players are called. */
import type { SeatCard } from "../protocol";
import { t } from "./i18n";

/** Bots bear the names of locomotives. */
const ENGINES = ["Rocket", "Mallard", "Luxtorpeda", "Zephyr", "Crocodile", "Pacific"];

export function engineName(seat: number): string {
  return ENGINES[seat % ENGINES.length] ?? "Rocket";
}

/** A seat's name for others; a person without a name is the number of the seat. */
export function seatName(seat: SeatCard | undefined): string {
  if (!seat) return "?";
  if (seat.name) return seat.name;
  return seat.kind === "bot" ? engineName(seat.seat) : t("seat_n", { n: seat.seat + 1 });
}

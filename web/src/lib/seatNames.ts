/** Names of players. */
import type { SeatCard } from "../protocol";
import { t } from "./i18n";

/** Bots are named after locomotives. */
const ENGINES = ["Rocket", "Mallard", "Luxtorpeda", "Zephyr", "Crocodile", "Pacific"];

export function engineName(seat: number): string {
  return ENGINES[seat % ENGINES.length] ?? "Rocket";
}

/** The name of a seat; a person without a name is called by the seat number. */
export function seatName(seat: SeatCard | undefined): string {
  if (!seat) return "?";
  if (seat.name) return seat.name;
  return seat.kind === "bot" ? engineName(seat.seat) : t("seat_n", { n: seat.seat + 1 });
}

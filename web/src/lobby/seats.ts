/** Seating plans of tables. */
import type { BoardCard, CreateTable, SeatPlan } from "../protocol";
import { t } from "../lib/i18n";
import type { Level } from "../lib/protocol";
import { settings } from "../lib/settings.svelte";

export type SeatChoice = "me" | "here" | "friend" | "open" | `bot-${Level}`;

/** A seat as the server expects it; all seats at this screen are mine. */
export function seatPlan(choice: SeatChoice, number: number, name = ""): SeatPlan {
  if (choice === "me") return { kind: "me", name: settings.chosen.name || t("guest") };
  if (choice === "here") return { kind: "me", name: name.trim() || t("seat_n", { n: number + 1 }) };
  if (choice === "friend" || choice === "open") return { kind: choice };
  return { kind: "bot", level: choice.slice(4) as Level };
}

/** Me against bots, as few as make a good game. */
export function quickTable(board: BoardCard | { board: string; players: number[] }, level: Level = "medium"): CreateTable {
  const players = board.players.includes(3) ? 3 : (board.players[0] ?? 2);
  const bots = Array.from({ length: players - 1 }, (_, n) => seatPlan(`bot-${level}`, n + 1));
  return { board: board.board, seats: [seatPlan("me", 0), ...bots], pace: settings.chosen.pace, hints: settings.chosen.hints, start: true };
}

/** The numbers of players: `2–5`, or `4/6`. */
export function range(players: number[]): string {
  return players.length > 2 ? `${players[0]}–${players.at(-1)}` : players.join("/");
}

/** Names for parts of messages that the generated types leave anonymous. */
import type { BotLevel, OfferedMove, Sight } from "../protocol";

export type GameEvent = Sight["events"][number];
export type Move = OfferedMove["move"];
export type MoveOf<K extends Move["move"]> = Extract<Move, { move: K }>;
export type OfferOf<K extends Move["move"]> = { text: string; move: MoveOf<K> };
export type Language = "en" | "pl";
export type Colour = string;

/** The order of colours in a hand. */
export const CARD_ORDER = [
  "red", "orange", "yellow", "green", "blue", "violet", "black", "white", "wild",
] as const;

/** The levels of bots, the weakest first. */
export const LEVELS = ["easy", "medium", "hard", "expert", "master"] as const satisfies readonly BotLevel["level"][];
export type Level = (typeof LEVELS)[number];

/** How long bots take for a decision. */
export const PACES = ["slow", "normal", "instant"] as const;
export type Pace = (typeof PACES)[number];

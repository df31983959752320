import type { Words } from "./index";

/** What the service worker says; without gaps. */
export const notices = {
  turn: "It is your turn.",
  over: "The game is over.",
} satisfies Record<string, Words>;

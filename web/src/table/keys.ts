/** The keyboard shortcuts of the table: what each does, and when. */
import type { Key } from "../lib/i18n";
import type { Play } from "./play.svelte";

export interface TableActions {
  turnTo(part: "routes" | "log" | "chat" | "tickets" | "players" | "hand"): void;
  help(): void;
}

interface KeyDeed {
  key: string;
  say: Key;
  /** Perform the action; returns false if it is not possible now. */
  act: (play: Play, actions: TableActions) => boolean;
}

/** Perform an action if its argument exists. */
function given<T>(what: T | null | undefined | false | 0, act: (what: T) => void): boolean {
  if (!what) return false;
  act(what);
  return true;
}

export const KEYS: KeyDeed[] = [
  ...[1, 2, 3, 4, 5].map((n): KeyDeed => ({
    key: String(n), say: "key_market", act: (play) => given(play.offers.market.get(n), (text) => play.draw(text)),
  })),
  { key: "d", say: "key_deck", act: (play) => given(play.offers.deck, (text) => play.draw(text)) },
  { key: "t", say: "key_tickets", act: (play) => given(play.offers.tickets, (text) => play.draw(text)) },
  { key: "r", say: "key_routes", act: (play, actions) => given(play.names.page.geometry, () => actions.turnTo("routes")) },
  { key: "s", say: "key_stations", act: (play) => given(play.offers.builds.size, () => (play.choice = { kind: "stations" })) },
  { key: "p", say: "key_place", act: (play) => given(play.offers.rows.length + play.offers.threes.length, () => (play.choice = { kind: "siding" })) },
  { key: "a", say: "key_share", act: (play) => given(play.offers.share.length, () => (play.choice = { kind: "share" })) },
  { key: "x", say: "key_stop", act: (play) => given(play.offers.stop ?? play.offers.pass, (text) => play.decide(text)) },
  { key: "u", say: "key_undo", act: (play) => given(play.canUndo, () => play.undo()) },
  { key: "m", say: "key_plan", act: (play) => given(play.names.page.geometry, () => (play.planning = !play.planning)) },
  { key: "h", say: "key_hint", act: (play) => given(play.mayAsk, () => play.askHint()) },
  { key: "l", say: "key_log", act: (_, actions) => given(true, () => actions.turnTo("log")) },
  { key: "c", say: "key_chat", act: (_, actions) => given(true, () => actions.turnTo("chat")) },
  { key: "?", say: "key_help", act: (_, actions) => given(true, () => actions.help()) },
];

/** Keys that also work during a decision. */
const ALWAYS = ["u", "r", "m", "h", "l", "c", "?"];

/** Perform the action of a key; returns false if it has none now. */
export function press(key: string, play: Play, actions: TableActions, deciding: boolean): boolean {
  const shortcut = KEYS.find((one) => one.key === key);
  if (!shortcut || (deciding && !ALWAYS.includes(key))) return false;
  return shortcut.act(play, actions);
}

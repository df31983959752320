/** The first lesson, step by step: text, highlighted element, and the offered moves it waits for. */
import type { OfferedMove } from "../protocol";
import { t, type Key, type Values } from "../lib/i18n";
import { settings } from "../lib/settings.svelte";
import { cardTaken } from "../lib/tell";
import { layout } from "../table/layout.svelte";
import type { Play } from "../table/play.svelte";
import { claimed, marketSpot, mine, OPEN_DIALOG, takes } from "./queries";
import lesson from "./lesson.json";

/** The part of the table that a step is about, for screens that show one part at a time. */
export type Part = "hand" | "tickets" | "players" | "log";

export interface Step {
  say: Key;
  values?: (play: Play) => Values;
  /** Selectors for the ring; the first element that is shown gets it. */
  at?: (play: Play) => string[];
  /** Routes highlighted on the board. */
  routes?: (play: Play) => string[];
  part?: Part;
  /** The offered moves that the step asks for. */
  wants?: (offer: OfferedMove, play: Play) => boolean;
  /** Whether it is done; a step without it is only read. */
  done?: (play: Play) => boolean;
}

const myTicket = `[data-ticket="${lesson.ticket}"]`;
const drawn = (play: Play) => mine(play, "drew");

function kindOf(play: Play, route: string): string {
  return play.names.route(route)?.kind ?? "";
}

/** The route that a step means: the planned one, or another of its kind if it was taken. */
function target(play: Play, kind: "tram" | "subway"): string | null {
  const offered = [...play.offers.claims.keys()].filter((route) => kindOf(play, route) === kind);
  const missing = play.store.progress.get(lesson.ticket)?.missing ?? [];
  return (
    offered.find((route) => route === lesson[kind]) ?? offered.find((route) => missing.includes(route)) ?? offered[0] ?? null
  );
}

function claimStep(kind: "tram" | "subway"): Step {
  return {
    say: `lesson_${kind}`,
    values: (play) => ({
      route: play.names.routeName(target(play, kind) ?? lesson[kind], settings.language),
      // A phone has no keyboard.
      list: layout.shape === "wide" ? t("lesson_press_r") : "",
    }),
    at: (play) => (play.choice ? [OPEN_DIALOG] : []),
    routes: (play) => [target(play, kind) ?? lesson[kind]],
    part: "hand",
    wants: (offer, play) => offer.move.move === "claim" && offer.move.route === target(play, kind),
    done: (play) => claimed(play, (route) => route.kind === kind),
  };
}

export const STEPS: Step[] = [
  { say: "lesson_welcome" },
  {
    say: "lesson_tickets",
    values: (play) => ({ ticket: play.names.ticketName(lesson.ticket, settings.language) }),
    at: () => [`.decision ${myTicket}[aria-pressed=false]`, OPEN_DIALOG],
    wants: ({ move }) => move.move === "keep" && move.tickets.length === 1 && move.tickets[0] === lesson.ticket,
    done: (play) => mine(play, "kept").length > 0,
  },
  { say: "lesson_kept", at: () => [myTicket], part: "tickets" },
  { say: "lesson_hand", at: () => ["[data-spot=hand]"], part: "hand" },
  {
    say: "lesson_market",
    values: (play) => ({ card: cardTaken(lesson.card, play.names) }),
    at: (play) => marketSpot(play, lesson.card),
    part: "hand",
    wants: (offer, play) => takes(offer, play, lesson.card),
    done: (play) => drawn(play).length > 0,
  },
  {
    say: "lesson_deck",
    at: () => ["[data-spot=deck]"],
    part: "hand",
    wants: ({ move }) => move.move === "draw" && !move.market,
    done: (play) => drawn(play).length > 1,
  },
  { say: "lesson_bot", at: () => ["[data-spot=log]"], part: "log" },
  {
    say: "lesson_wild",
    at: (play) => marketSpot(play, "wild"),
    part: "hand",
    wants: (offer, play) => takes(offer, play, "wild"),
    done: (play) => drawn(play).some((event) => event.card === "wild" && event.market),
  },
  claimStep("tram"),
  { say: "lesson_points", at: (play) => [`[data-spot=player-${play.seat}]`], part: "players" },
  {
    say: "lesson_progress",
    at: () => [myTicket],
    part: "tickets",
    done: (play) => play.looked === lesson.ticket || claimed(play, (route) => route.kind === "subway"),
  },
  claimStep("subway"),
  { say: "lesson_complete", at: () => [myTicket], part: "tickets" },
  {
    say: "lesson_more_tickets",
    at: () => ["[data-spot=tickets]"],
    part: "hand",
    wants: ({ move }) => move.move === "draw-tickets",
    done: (play) => mine(play, "offered").length > 1,
  },
  {
    say: "lesson_keep_more",
    at: () => [OPEN_DIALOG, ".decision"],
    wants: ({ move }) => move.move === "keep",
    done: (play) => mine(play, "kept").length > 1,
  },
  { say: "lesson_end", at: (play) => [`[data-spot=player-${play.seat}]`], part: "players" },
  {
    say: "lesson_hint",
    at: () => ["[data-hint]"],
    part: "hand",
    // A player who moves on without asking for a hint is done, too.
    done: (play) => play.hinted !== null || (play.view?.over ?? false),
  },
  { say: "lesson_free", done: (play) => play.view?.over ?? false },
];

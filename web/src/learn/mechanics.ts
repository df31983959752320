/** The lesson of a game: a fixed deal, and a script for each mechanic of its board. */
import { t } from "../lib/i18n";
import { settings } from "../lib/settings.svelte";
import { layout } from "../table/layout.svelte";
import type { Options } from "../protocol";
import type { Play } from "../table/play.svelte";
import { claimable, claimed, DIALOG, has, isRoute, marketSpot, mine, OPEN_DIALOG, takes } from "./queries";
import type { Step } from "./steps";

export interface Deal {
  seed: string;
  players: number;
  /** A tunnel that the first hand can pay for, including one extra card. */
  tunnel?: string;
  /** Whether locomotives are face up for a ferry. */
  ferry?: boolean;
}

type Fits = Parameters<typeof claimed>[1];

/** A step that asks for a matching route; for the planned one if it is still free. */
function claimStep(say: Step["say"], fits: Fits, done: Step["done"], planned?: string): Step {
  const target = (play: Play) => {
    const offered = claimable(play, fits);
    return planned && offered.includes(planned) ? planned : offered[0];
  };
  return {
    say,
    values: (play) => {
      const route = target(play) ?? planned;
      return { route: route ? play.names.routeName(route, settings.language) : "…", list: layout.shape === "wide" ? t("lesson_press_r") : "" };
    },
    at: (play) => (play.choice ? [OPEN_DIALOG] : []),
    routes: (play) => [target(play) ?? planned].filter((route) => route !== undefined),
    part: "hand",
    wants: ({ move }, play) => move.move === "claim" && isRoute(play, move.route, fits),
    done,
  };
}

const WELCOME: Step = { say: "learn_welcome", values: (play) => ({ board: play.title }) };
// Partners choose a ticket for their rack before they keep the others.
const KEEP: Step = { say: "learn_keep", at: () => DIALOG, done: (play) => has(play, "kept") || play.own?.ask === "start-rack" };
const END: Step = { say: "learn_end" };

const drawStep = (say: Step["say"], cards: number): Step => ({
  say, at: () => ["[data-spot=deck]"], part: "hand",
  wants: ({ move }) => move.move === "draw" && !move.market,
  done: (play) => mine(play, "drew").length >= cards,
});

// ---- tunnels, ferries, stations ----

const tunnelStep = (route: string) => claimStep("learn_tunnel", (one) => one.tunnel, (play) => has(play, "tunnel-tried"), route);
const TUNNEL_PAY: Step = {
  say: "learn_tunnel_pay", at: () => DIALOG,
  wants: ({ move }) => move.move === "pay",
  done: (play) => claimed(play, (route) => route.tunnel) || has(play, "tunnel-refused"),
};
const WILD: Step = {
  say: "learn_wild", at: (play) => marketSpot(play, "wild"), part: "hand",
  wants: (offer, play) => takes(offer, play, "wild"),
  done: (play) => mine(play, "drew").some((event) => event.card === "wild"),
};
const FERRY = claimStep("learn_ferry", (route) => route.ferry, (play) => claimed(play, (route) => route.ferry));
const STATION: Step = {
  say: "learn_station", part: "hand",
  at: (play) => [OPEN_DIALOG, ".decision [data-build].wanted", ".decision [data-build]", ...(play.choice ? [] : ["[data-stations]"])],
  wants: ({ move }) => move.move === "build",
  done: (play) => has(play, "station-built"),
};

// ---- drafts and festivals ----

const DRAFT: Step = { say: "learn_draft", at: () => DIALOG, done: (play) => has(play, "picked") };
const DRAFT_ON: Step = { say: "learn_draft_on", at: () => DIALOG, done: (play) => play.own?.ask !== "pick" };
const DRAFT_KEEP: Step = { say: "learn_draft_keep", at: () => DIALOG, done: (play) => has(play, "kept") };

/** Whether festival cards are face up at an end of a route. */
function hasFestival(play: Play): Fits {
  const open = (play.names.page.board.festivals ?? []).filter((festival) => play.view?.festivals[festival.id]);
  return (route) => open.some(({ places }) => places.includes(route.a) || places.includes(route.b));
}

const FESTIVAL: Step = {
  ...claimStep("learn_festival", () => true, undefined),
  values: (play) => ({ route: named(play, claimable(play, hasFestival(play))[0]), list: layout.shape === "wide" ? t("lesson_press_r") : "" }),
  routes: (play) => claimable(play, hasFestival(play)).slice(0, 1),
  wants: ({ move }, play) => move.move === "claim" && isRoute(play, move.route, hasFestival(play)),
  done: (play) => has(play, "claimed"),
};
const TAKE_FESTIVAL: Step = {
  say: "learn_take_festival", at: () => [".decision [data-confirm].primary"],
  wants: ({ move }) => move.move === "festival" && Boolean(move.festival),
  done: (play) => has(play, "festival-taken"),
};
const SETS: Step = { say: "learn_sets", at: () => ["[data-festivals]"], part: "tickets" };

function named(play: Play, route: string | undefined): string {
  return route ? play.names.routeName(route, settings.language) : "…";
}

// ---- teams ----

const PARTNER: Step = { say: "learn_partner", at: () => [".rack", "[data-spot=hand]"], part: "hand" };
const RACK_TICKET: Step = { say: "learn_rack_ticket", at: () => DIALOG, done: (play) => has(play, "ticket-racked") };
const RACK_CARD: Step = {
  say: "learn_rack", at: () => [".decision [data-to=rack]"],
  wants: ({ move }) => move.move === "put" && move.to === "rack",
  done: (play) => has(play, "card-placed"),
};
const TEAM_CLAIM = claimStep("learn_team_claim", () => true, (play) => has(play, "claimed", "tunnel-tried"));

// ---- the Card Game ----

const SIDING: Step = {
  say: "learn_siding", at: () => [OPEN_DIALOG, ".decision .way", "[data-place]"], part: "hand",
  wants: ({ move }) => move.move === "place" || move.move === "place-three",
  done: (play) => has(play, "row-placed", "three-placed"),
};
const ROLL: Step = { say: "learn_track", at: (play) => [`[data-spot=yard-${play.seat}]`], done: (play) => has(play, "rolled-out") };
const TRACK: Step = { say: "learn_on_track", at: (play) => [`[data-spot=track-${play.seat}]`] };
const ROBBERY: Step = { say: "learn_robbery", at: (play) => [`[data-spot=yard-${play.seat}]`] };
const CITIES: Step = { say: "learn_cities", at: () => [".cities"] };

const PLAIN_CLAIM = claimStep("learn_claim", () => true, (play) => has(play, "claimed", "tunnel-tried"));

function boardSteps(options: Options, deal: Deal | undefined): Step[] {
  if (options.teams) return [RACK_TICKET, PARTNER, drawStep("learn_draw_first", 1), RACK_CARD, drawStep("learn_draw_second", 2), TEAM_CLAIM];
  if (options.festivals) return [drawStep("learn_draw_festivals", 2), FESTIVAL, TAKE_FESTIVAL, SETS];
  const tunnels = options.tunnels && deal?.tunnel ? [tunnelStep(deal.tunnel), TUNNEL_PAY] : [];
  const ferries = options.ferries && deal?.ferry ? [WILD, FERRY] : [];
  const stations = options.stations ? [drawStep("learn_draw", ferries.length ? 3 : 2), STATION] : [];
  return tunnels.length + stations.length ? [...tunnels, ...ferries, ...stations] : [drawStep("learn_draw", 2), PLAIN_CLAIM];
}

/** The steps for a board with these options. */
export function stepsFor(options: Options, deal?: Deal): Step[] {
  if (options.card_game) return [WELCOME, KEEP, SIDING, ROLL, TRACK, ROBBERY, CITIES, END];
  const tickets = options.draft ? [DRAFT, DRAFT_ON, DRAFT_KEEP] : [KEEP];
  return [WELCOME, ...tickets, ...boardSteps(options, deal), END];
}

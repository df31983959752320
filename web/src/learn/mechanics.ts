/** A lesson for any game: a few steps for each mechanic that its board has, whatever was dealt. */
import type { Options } from "../protocol";
import type { Play } from "../table/play.svelte";
import type { Step } from "./steps";

const OPEN_DIALOG = ".decision [data-confirm]:not(:disabled)";

function has(play: Play, ...events: string[]): boolean {
  return (play.sight?.all ?? []).some((one) => events.includes(one.event) && "seat" in one && one.seat === play.seat);
}

/** The first free route of a kind, as an example to look at. */
function example(play: Play, fits: (route: { tunnel?: number; ferry?: number }) => unknown): string[] {
  const routes = play.names.page.board.routes ?? [];
  const found = play.names.page.route_names.find((name, n) => routes[n] && fits(routes[n]) && play.view?.routes[name] === undefined);
  return found ? [found] : [];
}

const WELCOME: Step = { say: "learn_welcome", values: (play) => ({ board: play.title }) };
const DRAFT: Step = { say: "learn_draft", at: () => [OPEN_DIALOG, ".decision"], done: (play) => play.own?.ask !== "pick" };
const KEEP: Step = { say: "learn_keep", at: () => [OPEN_DIALOG, ".decision"], done: (play) => has(play, "kept") };
const RACK: Step = { say: "learn_rack", at: () => [OPEN_DIALOG, ".rack"], part: "hand" };
const PARTNER: Step = { say: "learn_partner", at: () => [".rack", "[data-spot=hand]"], part: "hand" };
const DRAW: Step = { say: "learn_draw", at: () => ["[data-spot=deck]"], part: "hand", done: (play) => has(play, "drew") };
const FERRY: Step = { say: "learn_ferry", routes: (play) => example(play, (route) => route.ferry) };
const TUNNEL: Step = { say: "learn_tunnel", routes: (play) => example(play, (route) => route.tunnel) };
const STATION: Step = {
  say: "learn_station", at: () => ["[data-stations]"], part: "hand",
  done: (play) => play.choice?.kind === "stations" || has(play, "station-built"),
};
const FESTIVAL: Step = { say: "learn_festival", at: () => ["[data-festivals]", "[data-spot=hand]"], part: "tickets" };
const SIDING: Step = {
  say: "learn_siding", at: () => [OPEN_DIALOG, "[data-place]", "[data-lay]"], part: "hand",
  wants: ({ move }) => move.move === "place" || move.move === "place-three",
  done: (play) => has(play, "row-placed", "three-placed"),
};
const TRACK: Step = { say: "learn_track", at: (play) => [`[data-spot=track-${play.seat}]`] };
const ROBBERY: Step = { say: "learn_robbery", at: (play) => [`[data-spot=yard-${play.seat}]`] };
const CITIES: Step = { say: "learn_cities", at: () => [".cities"] };
const FREE: Step = { say: "lesson_free", done: (play) => play.view?.over ?? false };

function boardSteps(options: Options): Step[] {
  return [
    ...(options.teams ? [PARTNER, RACK] : []),
    DRAW,
    ...(options.ferries ? [FERRY] : []),
    ...(options.tunnels ? [TUNNEL] : []),
    ...(options.stations ? [STATION] : []),
    ...(options.festivals ? [FESTIVAL] : []),
  ];
}

/** The steps for a board with these options. */
export function stepsFor(options: Options): Step[] {
  const middle = options.card_game ? [SIDING, TRACK, ROBBERY, CITIES] : boardSteps(options);
  return [WELCOME, ...(options.draft ? [DRAFT] : []), KEEP, ...middle, FREE];
}

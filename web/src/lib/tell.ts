/** Events and moves as sentences. */
import type { Payment } from "../protocol";
import { t } from "./i18n";
import { say, type Details, type Naming, type Thing } from "./i18n/say";
import type { BoardNames } from "./names";
import type { Colour, GameEvent, Move } from "./protocol";
import { settings } from "./settings.svelte";

/** What a sentence about the game needs. */
export interface Speaker {
  names: BoardNames;
  person(seat: number): string;
}

/** Berlin's wild cards are bicycles, all others are locomotives. */
function wildOf(names: BoardNames): string {
  return names.page.board.options.pieces["tram"] ? "bicycle" : "locomotive";
}

/** Names of people and things in the chosen language. */
export function namingOf({ names, person }: Speaker): Naming {
  const language = settings.language;
  const called: Record<Thing, (name: string) => string> = {
    route: (name) => names.routeName(name, language),
    place: (name) => names.placeName(name, language),
    ticket: (name) => names.ticketName(name, language),
    festival: (id) => names.festival(id)?.name[language] ?? id,
  };
  return { wild: wildOf(names), seat: person, thing: (kind, name) => called[kind](name) };
}

function cardWord(form: "named" | "taken" | "counted", card: Colour, n: number, names: BoardNames): string {
  return say(settings.language, `card.${form}.${card === "wild" ? wildOf(names) : card}`, { n }) ?? card;
}

export function cardName(card: Colour, names: BoardNames): string {
  return cardWord("named", card, 1, names);
}

/** A card as a grammatical object: `czarną`. */
export function cardTaken(card: Colour, names: BoardNames): string {
  return cardWord("taken", card, 1, names);
}

export function countCards(card: Colour, n: number, names: BoardNames): string {
  return cardWord("counted", card, n, names);
}

/** `3 red, 1 locomotive`. */
export function tellPayment(payment: Pick<Payment, "colour" | "plain" | "wild">, names: BoardNames): string {
  const parts = payment.plain ? [countCards(payment.colour, payment.plain, names)] : [];
  if (payment.wild) parts.push(countCards("wild", payment.wild, names));
  return parts.join(", ");
}

export function tellCards(cards: Colour[], names: BoardNames): string {
  const counts = new Map<Colour, number>();
  for (const card of cards) counts.set(card, (counts.get(card) ?? 0) + 1);
  return [...counts].map(([card, n]) => countCards(card, n, names)).join(", ");
}

/** Events that the table shows anyway. */
const UNTOLD = new Set<GameEvent["event"]>(["turn-began", "market-filled", "dealt", "withdrawn"]);

/** A sentence about an event, or null if it needs none. */
export function tellEvent(event: GameEvent, speaker: Speaker): string | null {
  if (UNTOLD.has(event.event)) return null;
  // My own tickets are visible; the log only counts them.
  const { tickets: _tickets, ...details } = event as GameEvent & Details;
  if ("plain" in event) details["payment"] = event;
  if (Object.keys(speaker.names.page.board.options.pieces).length) details["pieces"] = true;
  return say(settings.language, `event.${event.event}`, details, namingOf(speaker));
}

/** A move in a few words, for hints and stories; a card by its colour if the market is known. */
export function tellMove(move: Move, names: BoardNames, market: (Colour | null)[] = []): string {
  return capital(moveWords(move, names, market));
}

function capital(words: string): string {
  return words.charAt(0).toLocaleUpperCase(settings.language) + words.slice(1);
}

/** The same inside a sentence. */
export function tellMoveWithin(move: Move, names: BoardNames, market: (Colour | null)[] = []): string {
  const words = moveWords(move, names, market);
  return words.charAt(0).toLocaleLowerCase(settings.language) + words.slice(1);
}

function moveWords(move: Move, names: BoardNames, market: (Colour | null)[]): string {
  const language = settings.language;
  const tickets = (list: string[]) => list.map((name) => names.ticketName(name, language)).join(", ");
  switch (move.move) {
    case "draw": {
      const card = move.market ? market[move.market - 1] : null;
      if (card) return t("draw_card", { card: cardTaken(card, names) });
      return move.market ? `${t("act_draw")} (${t("market")} ${move.market})` : t("act_deck");
    }
    case "draw-tickets":
      return t("act_tickets");
    case "claim":
      return `${t("claim_route", { route: names.routeName(move.route, language) })} (${tellPayment(move.payment, names)})`;
    case "build":
      return t("build_title", { place: names.placeName(move.place, language) });
    case "pay":
      return `${t("pay_extra")}: ${tellPayment(move.payment, names)}`;
    case "refuse":
      return t("take_cards_back");
    case "keep":
      return move.tickets.length ? `${t("keep_button", { n: move.tickets.length })}: ${tickets(move.tickets)}` : t("keep_none");
    case "share":
      return `${t("act_share")}: ${tickets(move.tickets)}`;
    case "pick":
      return `${t("pick_button")}: ${tickets([move.ticket])}`;
    case "rack":
      return `${t("rack_button")}: ${tickets([move.ticket])}`;
    case "put":
      return t(move.to === "hand" ? "put_hand" : "put_rack");
    case "festival":
      return move.festival ? t("act_festival", { festival: names.festival(move.festival)?.name[language] ?? move.festival }) : t("festival_none");
    case "stop":
      return t("stop_button");
    case "place":
      return t("place_button", { cards: tellPayment({ ...move, wild: move.wild ?? 0 }, names) });
    case "place-three":
      return t("place_button", { cards: tellCards(move.colours, names) });
    case "complete":
      return t("complete_next", { ticket: tickets([move.ticket]) });
    case "done":
      return t("complete_done");
    default:
      return t("act_pass");
  }
}

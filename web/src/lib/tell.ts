/** Events and moves as sentences. */
import type { Payment } from "../protocol";
import { t, type Key } from "./i18n";
import type { BoardNames } from "./names";
import type { Colour, GameEvent, Move } from "./protocol";
import { settings } from "./settings.svelte";

/** What a sentence about the game needs to know. */
export interface Speaker {
  names: BoardNames;
  person(seat: number): string;
}

/** Berlin's wild cards are bicycles, all others are locomotives. */
export function wildKey(names: BoardNames): "_tram" | "" {
  return names.page.board.options.pieces["tram"] ? "_tram" : "";
}

export function cardName(card: Colour, names: BoardNames): string {
  return t((card === "wild" ? `wild${wildKey(names)}` : card) as Key);
}

/** A card as the object of taking: `czarną`. */
export function cardTaken(card: Colour, names: BoardNames): string {
  return t((card === "wild" ? `acc_wild${wildKey(names)}` : `acc_${card}`) as Key);
}

function aCard(card: Colour, names: BoardNames): string {
  return t((card === "wild" ? `a_wild${wildKey(names)}` : `a_${card}`) as Key);
}

export function countCards(card: Colour, n: number, names: BoardNames): string {
  return t((card === "wild" ? `n_wild${wildKey(names)}` : `n_${card}`) as Key, { n });
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

/** A sentence about an event, or null for what is not worth one. */
export function tellEvent(event: GameEvent, { names, person }: Speaker): string | null {
  const language = settings.language;
  const route = (name: string) => names.routeName(name, language);
  const festival = (id: string) => names.festival(id)?.name[language] ?? id;
  switch (event.event) {
    case "drew":
      if (!event.card) return t("log_drew", { name: person(event.seat) });
      return t(event.market ? "log_drew_market" : "log_drew_card", {
        name: person(event.seat),
        card: aCard(event.card, names),
      });
    case "market-swept":
      return t("log_swept", { wilds: t(`wilds${wildKey(names)}`) });
    case "deck-shuffled":
      return t("log_shuffled", { n: event.cards });
    case "offered":
      return t("log_offered", { name: person(event.seat), n: event.number });
    case "kept":
      return t("log_kept", { name: person(event.seat), n: event.number });
    case "claimed":
      return t("log_claimed", {
        name: person(event.seat),
        route: route(event.route),
        cards: tellPayment(event.payment, names),
        points: t("n_points", { n: event.points }),
      });
    case "tunnel-tried":
      return t("log_tunnel", {
        name: person(event.seat),
        route: route(event.route),
        cards: tellPayment(event.payment, names),
      });
    case "turned-up":
      return t("log_turned", { cards: tellCards(event.cards, names) });
    case "tunnel-refused":
      return t("log_refused", { name: person(event.seat), route: route(event.route) });
    case "station-built":
      return t("log_station", {
        name: person(event.seat),
        place: names.placeName(event.place, language),
        cards: tellPayment(event.payment, names),
      });
    case "passed":
      return t("log_passed", { name: person(event.seat) });
    case "rolled-out":
      return t("log_rolled", { name: person(event.seat), card: aCard(event.card, names) });
    case "row-placed":
      return t("log_row", { name: person(event.seat), cards: tellPayment(event, names) });
    case "three-placed":
      return t("log_three", { name: person(event.seat), cards: tellCards(event.colours, names) });
    case "robbed":
      return t("log_robbed", { victim: person(event.victim), cards: tellPayment(event, names) });
    case "stopped":
      return t("log_stopped", { name: person(event.seat) });
    case "scoring-began":
      return t("log_scoring");
    case "completed":
      return t("log_completed", {
        name: person(event.seat),
        ticket: names.ticketName(event.ticket, language),
        points: t("n_points", { n: event.points }),
      });
    case "scored":
      return t("log_scored", { name: person(event.seat), n: event.number });
    case "second-half":
      return t("log_second_half", { name: person(event.seat) });
    case "last-round":
      if (names.page.board.options.card_game) return t("log_last_cards");
      return t("log_last_round", { name: person(event.seat) });
    case "game-over":
      return t("log_over");
    case "card-placed":
      if (event.to === "hand") return t("log_placed_hand", { name: person(event.seat) });
      return event.card
        ? t("log_placed_rack_card", { name: person(event.seat), card: aCard(event.card, names) })
        : t("log_placed_rack", { name: person(event.seat) });
    case "ticket-racked":
      return event.ticket
        ? t("log_racked_ticket", { name: person(event.seat), ticket: names.ticketName(event.ticket, language) })
        : t("log_racked", { name: person(event.seat) });
    case "festival-opened":
      return t("log_festival_opened", { festival: festival(event.festival) });
    case "festival-taken":
      return t("log_festival_taken", { name: person(event.seat), n: event.cards, festival: festival(event.festival) });
    case "draft-card":
      return t("log_draft_card");
    case "draft-began":
      return t("log_draft_began");
    case "picked":
      return event.ticket
        ? t("log_picked_ticket", { name: person(event.seat), ticket: names.ticketName(event.ticket, language) })
        : t("log_picked", { name: person(event.seat) });
    default:
      return null;
  }
}

/** A move in a few words, for hints. */
export function tellMove(move: Move, names: BoardNames): string {
  const language = settings.language;
  const tickets = (list: string[]) => list.map((name) => names.ticketName(name, language)).join(", ");
  switch (move.move) {
    case "draw":
      return move.market ? `${t("act_draw")} (${t("market")} ${move.market})` : `${t("act_draw")} (${t("deck")})`;
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
      return `${t("keep_button", { n: move.tickets.length })}: ${tickets(move.tickets)}`;
    case "share":
      return `${t("act_share")}: ${tickets(move.tickets)}`;
    case "pick":
      return `${t("pick_button")}: ${tickets([move.ticket])}`;
    case "rack":
      return `${t("rack_button")}: ${tickets([move.ticket])}`;
    case "put":
      return t(move.to === "hand" ? "put_hand" : "put_rack");
    case "festival":
      return move.place ? names.placeName(move.place, language) : t("festival_none");
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

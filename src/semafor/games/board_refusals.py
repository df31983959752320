"""Why a move is refused: a sentence that says what is missing, and the rule."""

from semafor.engine.cards import can_draw
from semafor.engine.state import GREY, MARKET, NO_CARD, WILD, Ask, Facts, State
from semafor.engine.teams import cards_of
from semafor.errors import IllegalMove
from semafor.games.board_codec import Codec
from semafor.games.board_facts import CARD_NAMES, CARD_NUMBERS, elements
from semafor.games.board_view import ASK_NAMES
from semafor.games.kind import Answers, ClaimCheck
from semafor.moves import (
    Build,
    Claim,
    Draw,
    DrawTickets,
    Keep,
    Move,
    Pass,
    PayExtra,
    Payment,
    Pick,
    PutCard,
    RackTicket,
    Refuse,
    Share,
    TakeFestival,
)

_MOVES: dict[int, tuple[type, ...]] = {
    Ask.TURN: (Draw, DrawTickets, Claim, Build, Share, Pass),
    Ask.SECOND_CARD: (Draw,),
    Ask.TUNNEL: (PayExtra, Refuse),
    Ask.FESTIVAL: (TakeFestival,),
    Ask.KEEP: (Keep,),
    Ask.START_KEEP: (Keep,),
    Ask.DRAFT_KEEP: (Keep,),
    Ask.RACK_TICKET: (RackTicket,),
    Ask.START_RACK: (RackTicket,),
    Ask.PLACE_CARD: (PutCard,),
    Ask.PICK: (Pick,),
}
refuse_untimely = Answers(_MOVES, ASK_NAMES, end="BASE-24").refuse_untimely


def refuse_malformed(state: State, facts: Facts, move: Move) -> None:
    """Refuse values that no listed move has, which only moves built in code can contain."""
    match move:
        case Draw(int(market)) if not 1 <= market <= MARKET:
            raise IllegalMove("no-market-place", rule="BASE-5", market=market)
        case Share(tickets) if len(set(tickets)) not in (1, 2):
            raise IllegalMove("cannot-share", rule="ASI-10")
        case Claim(_, payment) | Build(_, payment) | PayExtra(payment):
            _refuse_malformed_payment(facts, payment)
    if isinstance(move, PayExtra) and _wrong_extra_colour(state, move.payment):
        raise _extra(state, facts, int(state.turn), move.payment)


def _refuse_malformed_payment(facts: Facts, payment: Payment) -> None:
    if payment.plain and payment.colour == "wild":
        raise IllegalMove("bad-payment", rule="BASE-1", case="wild-colour")
    if not (0 <= payment.rack_plain <= payment.plain and 0 <= payment.rack_wild <= payment.wild):
        raise IllegalMove("bad-payment")
    if (payment.rack_plain or payment.rack_wild) and facts.team_size == 1:
        raise IllegalMove("no-teams", rule="ASI-7")


def _wrong_extra_colour(state: State, payment: Payment) -> bool:
    return payment.plain > 0 and CARD_NUMBERS.get(payment.colour) != state.paid_colour


def refusal(codec: Codec, state: State, seat: int, move: Move) -> IllegalMove:
    """The reason why a timely move is not legal."""
    facts = codec.facts
    match move:
        case Claim(route, payment):
            number = codec.names.route_number[route]
            return _claim(state, facts, seat, number, route) or _pay_route(
                state, facts, seat, number, payment
            )
        case Build(place, payment):
            reason = _build(state, facts, seat, codec.names.place_number[place], place)
            cost = int(facts.stations - state.stations_left[seat]) + 1
            return reason or _number(payment, cost, "EUR-9") or _missing(state, facts, seat, payment, "EUR-9")
        case PayExtra(payment):
            return _extra(state, facts, seat, payment)
        case Draw(market):
            return _draw(state, seat, market)
        case Keep(tickets):
            return _keep(state, facts, seat, len(set(tickets)))
        case _:
            return _other(state, facts, move)


def _claim(state: State, facts: Facts, seat: int, route: int, name: str) -> IllegalMove | None:
    word, bit = route // 64, 1 << route % 64
    if any(int(state.owned[other, word]) & bit for other in range(state.players)):
        return IllegalMove("route-taken", rule="BASE-12", route=name)
    if not int(state.open[seat, word]) & bit:
        strands = [int(w) for w in facts.strands[route]]
        if any(int(state.owned[seat, w]) & strands[w] for w in range(2)):
            return IllegalMove("own-strand", rule="BASE-14", route=name)
        return IllegalMove("strand-closed", rule="BASE-14", players=int(state.players), route=name)
    kind, spaces = facts.route_kind[route], int(facts.route_pieces[route])
    if state.pieces[seat, kind] < spaces:
        left = int(state.pieces[seat, kind])
        return IllegalMove("too-few-pieces", rule="BASE-12", route=name, needed=spaces, have=left)
    return None


def check_claim(codec: Codec, state: State, seat: int, name: str) -> ClaimCheck:
    """Say what prevents a seat from claiming a route, and how near its cards come to paying for it."""
    facts, route = codec.facts, codec.names.route_number[name]
    payment, short = _nearest_payment(state, facts, seat, route)
    reason = _claim(state, facts, seat, route, name)
    return ClaimCheck(reason or _short_of(facts, route, payment, short), payment, short)


def _nearest_payment(state: State, facts: Facts, seat: int, route: int) -> tuple[Payment, int]:
    """Return the payment in the colour with the fewest missing cards, then with the most plain ones."""
    colour, cost, ferry = (int(of[route]) for of in (facts.route_colour, facts.route_cost, facts.route_ferry))
    wilds = int(cards_of(state, facts, seat, WILD))
    found = []
    for card in range(WILD) if colour == GREY else (colour,):
        plain = min(int(cards_of(state, facts, seat, card)), cost - ferry)
        wild = min(wilds, cost - plain)
        found.append((cost - plain - wild, -plain, Payment(CARD_NAMES[card], plain, wild)))
    short, _, payment = min(found, key=lambda entry: entry[:2])
    return payment, short


def _short_of(facts: Facts, route: int, payment: Payment, short: int) -> IllegalMove | None:
    if short == 0:
        return None
    if int(facts.route_ferry[route]) - payment.wild == short:
        return IllegalMove("too-few-wilds", rule="BASE-15", n=short)
    rule = "BASE-11" if facts.route_colour[route] == GREY else "BASE-10"
    return IllegalMove("cards-short", rule=rule, n=short)


def _pay_route(state: State, facts: Facts, seat: int, route: int, payment: Payment) -> IllegalMove:
    colour, ferry = int(facts.route_colour[route]), int(facts.route_ferry[route])
    reason = _number(payment, int(facts.route_cost[route]), "BASE-10")
    if reason:
        return reason
    if payment.plain and colour not in (GREY, CARD_NUMBERS[payment.colour]):
        return IllegalMove("wrong-colour", rule="BASE-10", card=payment.colour)
    if payment.wild < ferry:
        missing = ferry - payment.wild
        return IllegalMove("too-few-wilds", rule="BASE-15", n=missing)
    return _missing(state, facts, seat, payment, "BASE-10")


def _number(payment: Payment, cost: int, rule: str) -> IllegalMove | None:
    if payment.total == cost:
        return None
    return IllegalMove("wrong-number", rule=rule, needed=cost, given=payment.total)


def _missing(state: State, facts: Facts, seat: int, payment: Payment, rule: str) -> IllegalMove:
    for card, number in ((payment.colour, payment.plain), ("wild", payment.wild)):
        have = int(cards_of(state, facts, seat, CARD_NUMBERS[card]))
        if number > have:
            return IllegalMove("cards-missing", rule=rule, card=card, have=have, needed=number)
    return IllegalMove("wrong-split", rule="ASI-7")


def _build(state: State, facts: Facts, seat: int, place: int, name: str) -> IllegalMove | None:
    if facts.stations == 0:
        return IllegalMove("no-stations")
    if state.stations_left[seat] == 0:
        return IllegalMove("no-station-left", rule="EUR-8")
    if any(place in elements(state.stations[other]) for other in range(state.players)):
        return IllegalMove("station-there", rule="EUR-8", place=name)
    if place not in elements(facts.cities):
        return IllegalMove("no-city", rule="EUR-8", place=name)
    return None


def _extra(state: State, facts: Facts, seat: int, payment: Payment) -> IllegalMove:
    if payment.plain and state.paid_colour == WILD:
        return IllegalMove("wrong-colour", rule="BASE-17", case="only-wilds")
    if _wrong_extra_colour(state, payment):
        return IllegalMove("wrong-colour", rule="BASE-16", case="other-colour", card=payment.colour)
    reason = _number(payment, int(state.extra), "BASE-16")
    return reason or _missing(state, facts, seat, payment, "BASE-18")


def _draw(state: State, seat: int, market: int | None) -> IllegalMove:
    if not can_draw(state) and (market is None or state.ask[seat] == Ask.TURN):
        return IllegalMove("deck-exhausted", rule="BASE-8")
    assert market is not None, "a deck that is not exhausted can be drawn from"
    if state.market[market - 1] == NO_CARD:
        return IllegalMove("no-card-there", rule="BASE-4", n=market)
    return IllegalMove("wild-second", rule="BASE-6")


def _keep(state: State, facts: Facts, seat: int, number: int) -> IllegalMove:
    ask = state.ask[seat]
    if ask == Ask.DRAFT_KEEP:
        fewest = int(facts.draft_keep)
        return IllegalMove("wrong-number-kept", rule="IBE-4", needed=fewest, given=number)
    fewest = min(int(facts.draw_keep if ask == Ask.KEEP else facts.start_keep), int(state.offered[seat]))
    rule = "BASE-22" if ask == Ask.KEEP else "BASE-23"
    return IllegalMove("too-few-kept", rule=rule, needed=fewest, given=number)


def _other(state: State, facts: Facts, move: Move) -> IllegalMove:
    match move:
        case DrawTickets() if state.ticket_count == 0:
            return IllegalMove("no-tickets", rule="BASE-22")
        case DrawTickets():
            return IllegalMove("before-draft", rule="IBE-11")
        case Pass():
            return IllegalMove("can-move", rule="BASE-9")
        case Share():
            if facts.team_size == 1:
                return IllegalMove("no-teams", rule="ASI-10")
            return IllegalMove("cannot-share", rule="ASI-10")
        case RackTicket(ticket):
            return IllegalMove("not-kept", rule="ASI-9", ticket=ticket)
    assert isinstance(move, TakeFestival), f"{move} is always possible when it is asked for"
    return IllegalMove("no-festival", rule="IBE-9", festival=move.festival)

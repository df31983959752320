"""Why a move is refused: a sentence that says what is missing, and the rule."""

from __future__ import annotations

from semafor.engine.cards import can_draw
from semafor.engine.sides import cards_of
from semafor.engine.state import GREY, MARKET, WILD, Ask, Facts, State
from semafor.errors import IllegalMove
from semafor.kinds.board_codec import Codec
from semafor.kinds.board_view import ask_name
from semafor.kinds.names import CARD_NUMBERS, elements
from semafor.kinds.plain import Plain
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

_ANSWERS: dict[Ask, tuple[type, ...]] = {
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


def refuse_untimely(state: Plain, seat: int, move: Move) -> None:
    """Refuse a move of a seat that has nothing, or something else, to decide."""
    if not 0 <= seat < state.players:
        raise IllegalMove("no-such-seat", f"There is no seat {seat} at this table.")
    if state.over:
        raise IllegalMove("game-over", "The game is over.", "BASE-24")
    ask = Ask(state.ask[seat])
    if ask == Ask.NOTHING:
        raise IllegalMove("not-your-turn", "It is not your turn to decide.")
    if not isinstance(move, _ANSWERS[ask]):
        raise IllegalMove("not-now", f"This is not what you are asked now ({ask_name(ask)}).")


def refuse_malformed(state: State, facts: Facts, move: Move) -> None:
    """Refuse values that no listed move has: texts hardly lead to them, moves made by hand can."""
    match move:
        case Draw(int(market)) if not 1 <= market <= MARKET:
            raise IllegalMove("no-market-place", f"The market has no place {market}.", "BASE-5")
        case Share(tickets) if len(set(tickets)) not in (1, 2):
            raise IllegalMove("cannot-share", "Share one or two tickets of your own hand.", "ASI-10")
        case Claim(_, payment) | Build(_, payment) | PayExtra(payment):
            _refuse_malformed_payment(facts, payment)
    if isinstance(move, PayExtra) and _wrong_extra_colour(state, move.payment):
        raise _extra(state, facts, int(state.turn), move.payment)


def _refuse_malformed_payment(facts: Facts, payment: Payment) -> None:
    if payment.plain and payment.colour == "wild":
        raise IllegalMove("bad-payment", "Wild cards are no plain ones.", "BASE-1")
    if not (0 <= payment.rack_plain <= payment.plain and 0 <= payment.rack_wild <= payment.wild):
        raise IllegalMove("bad-payment", "A part of a payment has no cards, or more than all of it.")
    if (payment.rack_plain or payment.rack_wild) and facts.team_size == 1:
        raise IllegalMove("no-teams", "There are no racks on this board.", "ASI-7")


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
        return IllegalMove("route-taken", f"{name} is already taken.", "BASE-14")
    if not int(state.open[seat, word]) & bit:
        strands = [int(w) for w in facts.strands[route]]
        if any(int(state.owned[seat, w]) & strands[w] for w in range(2)):
            return IllegalMove("own-strand", f"You already own a strand parallel to {name}.", "BASE-14")
        return IllegalMove("strand-closed", f"With {state.players} players {name} is closed now.", "BASE-14")
    kind, spaces = facts.route_kind[route], int(facts.route_pieces[route])
    if state.pieces[seat, kind] < spaces:
        left = int(state.pieces[seat, kind])
        return IllegalMove("too-few-pieces", f"{name} needs {spaces} pieces, you have {left}.", "BASE-12")
    return None


def _pay_route(state: State, facts: Facts, seat: int, route: int, payment: Payment) -> IllegalMove:
    colour, ferry = int(facts.route_colour[route]), int(facts.route_ferry[route])
    reason = _number(payment, int(facts.route_cost[route]), "BASE-10")
    if reason:
        return reason
    if payment.plain and colour not in (GREY, CARD_NUMBERS[payment.colour]):
        return IllegalMove("wrong-colour", f"This route does not take {payment.colour} cards.", "BASE-10")
    if payment.wild < ferry:
        missing = ferry - payment.wild
        return IllegalMove("too-few-wilds", f"This ferry needs {missing} more wild card(s).", "BASE-15")
    return _missing(state, facts, seat, payment, "BASE-10")


def _number(payment: Payment, cost: int, rule: str) -> IllegalMove | None:
    if payment.total == cost:
        return None
    return IllegalMove("wrong-number", f"This takes {cost} card(s), not {payment.total}.", rule)


def _missing(state: State, facts: Facts, seat: int, payment: Payment, rule: str) -> IllegalMove:
    for card, number in ((payment.colour, payment.plain), ("wild", payment.wild)):
        have = int(cards_of(state, facts, seat, CARD_NUMBERS[card]))
        if number > have:
            return IllegalMove("cards-missing", f"You have {have} {card} card(s), not {number}.", rule)
    return IllegalMove("wrong-split", "Hand and rack do not hold these cards in these numbers.", "ASI-7")


def _build(state: State, facts: Facts, seat: int, place: int, name: str) -> IllegalMove | None:
    if facts.stations == 0:
        return IllegalMove("no-stations", "There are no stations on this board.")
    if state.stations_left[seat] == 0:
        return IllegalMove("no-station-left", "You have built all your stations.", "EUR-8")
    if any(place in elements(state.stations[other]) for other in range(state.players)):
        return IllegalMove("station-there", f"There is already a station in {name}.", "EUR-8")
    if place not in elements(facts.cities):
        return IllegalMove("no-city", f"{name} is a junction: no station can stand there.", "EUR-8")
    return None


def _extra(state: State, facts: Facts, seat: int, payment: Payment) -> IllegalMove:
    if payment.plain and state.paid_colour == WILD:
        return IllegalMove(
            "wrong-colour", "You played only wild cards, so only wild cards can be added.", "BASE-17"
        )
    if _wrong_extra_colour(state, payment):
        return IllegalMove("wrong-colour", f"{payment.colour} is not the colour you played.", "BASE-16")
    reason = _number(payment, int(state.extra), "BASE-16")
    return reason or _missing(state, facts, seat, payment, "BASE-18")


def _draw(state: State, seat: int, market: int | None) -> IllegalMove:
    if not can_draw(state) and (market is None or state.ask[seat] == Ask.TURN):
        return IllegalMove(
            "deck-exhausted", "Deck and discards are exhausted: no cards can be drawn.", "BASE-8"
        )
    assert market is not None, "a deck that is not exhausted can be drawn from"
    assert state.market[market - 1] == WILD, "gaps are filled while there are cards (BASE-4)"
    return IllegalMove("wild-second", "A face-up wild card cannot be the second card.", "BASE-6")


def _keep(state: State, facts: Facts, seat: int, number: int) -> IllegalMove:
    ask = state.ask[seat]
    if ask == Ask.DRAFT_KEEP:
        fewest = int(facts.draft_keep)
        return IllegalMove("wrong-number-kept", f"Keep exactly {fewest} tickets, not {number}.", "IBE-4")
    fewest = min(int(facts.draw_keep if ask == Ask.KEEP else facts.start_keep), int(state.offered[seat]))
    rule = "BASE-22" if ask == Ask.KEEP else "BASE-23"
    return IllegalMove("too-few-kept", f"Keep at least {fewest} ticket(s), not {number}.", rule)


def _other(state: State, facts: Facts, move: Move) -> IllegalMove:
    match move:
        case DrawTickets() if state.ticket_count == 0:
            return IllegalMove("no-tickets", "The ticket deck is empty.", "BASE-22")
        case DrawTickets():
            return IllegalMove("before-draft", "Tickets can be drawn only after the second draft.", "IBE-11")
        case Pass():
            return IllegalMove("can-move", "You can still move, so you cannot pass.", "BASE-9")
        case Share():
            if facts.team_size == 1:
                return IllegalMove("no-teams", "There are no racks on this board.", "ASI-10")
            return IllegalMove("cannot-share", "Share one or two tickets of your own hand.", "ASI-10")
        case RackTicket(ticket):
            return IllegalMove("not-kept", f"{ticket} is not among the tickets you kept.", "ASI-9")
    assert isinstance(move, TakeFestival), f"{move} is always possible when it is asked for"
    return IllegalMove("no-festival", f"There are no open festival cards at {move.place}.", "IBE-9")

"""Why a move of the Card Game is refused: a sentence that says what is missing, and the rule."""

import numpy as np

from semafor.boards.model import COLOURS
from semafor.engine.cardgame.card_scoring import lacking
from semafor.engine.cardgame.card_state import CardAsk
from semafor.engine.cardgame.siding import SHORTEST_ROW, row_size
from semafor.engine.cards import deck_size
from semafor.engine.state import MARKET, WILD, Facts, State
from semafor.errors import IllegalMove
from semafor.games.board_facts import CARD_NUMBERS, Names
from semafor.games.card_view import ASK_NAMES
from semafor.games.kind import Answers, Plain
from semafor.moves import Complete, Done, Draw, DrawTickets, Keep, Move, Pass, PlaceRow, PlaceThree, Stop

THREE = 3

_MOVES: dict[int, tuple[type, ...]] = {
    CardAsk.TURN: (Draw, PlaceRow, PlaceThree, DrawTickets, Pass),
    CardAsk.SECOND_CARD: (Draw, Stop),
    CardAsk.KEEP: (Keep,),
    CardAsk.START_KEEP: (Keep,),
    CardAsk.COMPLETE: (Complete, Done),
}
refuse_untimely = Answers(_MOVES, ASK_NAMES, end="CRD-16").refuse_untimely


def refuse_malformed(state: Plain, seat: int, move: Move) -> None:
    """Refuse values that stand for no action of the engine: cards that are not there, wilds as a colour."""
    match move:
        case Draw(int(market)) if not 1 <= market <= MARKET:
            raise IllegalMove("no-market-place", rule="CRD-7", market=market)
        case PlaceRow(colour, plain, wild):
            _refuse_colours((colour,))
            if plain < 1 or wild < 0:
                raise IllegalMove("no-plain-card", rule="CRD-8")
            _refuse_missing(state.hand[seat], ((colour, plain), ("wild", wild)))
        case PlaceThree(colours):
            _refuse_colours(colours)
            if not len(colours) == len(set(colours)) == THREE:
                raise IllegalMove("not-three", rule="CRD-8")
            _refuse_missing(state.hand[seat], tuple((colour, 1) for colour in colours))


def _refuse_colours(colours: tuple[str, ...]) -> None:
    for colour in colours:
        if colour not in COLOURS:
            raise IllegalMove("no-plain-card", rule="CRD-8", name=colour)


def _refuse_missing(hand: list[int], cards: tuple[tuple[str, int], ...]) -> None:
    for card, number in cards:
        have = hand[CARD_NUMBERS[card]]
        if number > have:
            raise IllegalMove("cards-missing", rule="CRD-8", card=card, have=have, needed=number)


def refusal(names: Names, state: State, facts: Facts, seat: int, move: Move) -> IllegalMove:
    """The reason why a timely and well-formed move is not legal."""
    match move:
        case PlaceRow(colour, plain, wild):
            return _row(state, seat, colour, plain + wild)
        case PlaceThree(colours):
            return _three(state, seat, colours)
        case Draw(market):
            return _draw(state, market)
        case Complete(ticket):
            return _complete(state, facts, seat, names.ticket_number[ticket], ticket)
        case Keep():
            return _keep(state, facts, seat, move)
        case DrawTickets():
            return IllegalMove("no-tickets", rule="CRD-11")
    assert isinstance(move, Pass), f"{move} is always possible when it is asked for"
    return IllegalMove("can-move", rule="CRD-6")


def _row(state: State, seat: int, colour: str, size: int) -> IllegalMove:
    number = CARD_NUMBERS[colour]
    if row_size(state, seat, number) > 0:
        return _own_row(colour)
    if size < SHORTEST_ROW:
        return IllegalMove("row-too-short", rule="CRD-8", needed=SHORTEST_ROW)
    there = max(int(row_size(state, other, number)) for other in range(state.players))
    return IllegalMove("row-not-larger", rule="CRD-10", card=colour, there=there, needed=there + 1)


def _own_row(colour: str) -> IllegalMove:
    return IllegalMove("own-row", rule="CRD-9", card=colour)


def _three(state: State, seat: int, colours: tuple[str, ...]) -> IllegalMove:
    own = [colour for colour in colours if row_size(state, seat, CARD_NUMBERS[colour]) > 0]
    if own:
        return _own_row(own[0])
    return IllegalMove("row-not-larger", rule="CRD-10")


def _draw(state: State, market: int | None) -> IllegalMove:
    if deck_size(state) == 0 and (market is None or state.ask[state.turn] == CardAsk.TURN):
        return IllegalMove("deck-exhausted", rule="CRD-12")
    assert market is not None, "a deck with cards can be drawn from"
    assert state.market[market - 1] == WILD, "after the first card the market has no gap (CRD-7)"
    return IllegalMove("wild-second", rule="CRD-7")


def _complete(state: State, facts: Facts, seat: int, number: int, name: str) -> IllegalMove:
    ticket = np.uint64(1 << number)
    if not state.tickets[seat] & ticket:
        return IllegalMove("not-held", rule="CRD-14", ticket=name)
    if state.completing[seat] & ticket:
        return IllegalMove("already-chosen", rule="CRD-14", ticket=name)
    wanted = state.completing[seat] | ticket
    missing = sum(int(lacking(state, facts, seat, wanted, colour)) for colour in range(len(COLOURS)))
    missing -= int(state.track[seat, WILD])
    return IllegalMove("pile-too-small", rule="CRD-14", n=missing, ticket=name)


def _keep(state: State, facts: Facts, seat: int, keep: Keep) -> IllegalMove:
    at_start = state.ask[seat] == CardAsk.START_KEEP
    fewest = min(int(facts.start_keep if at_start else facts.draw_keep), int(state.offered[seat]))
    return IllegalMove(
        "too-few-kept", rule="CRD-2" if at_start else "CRD-11", needed=fewest, given=len(set(keep.tickets))
    )

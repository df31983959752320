"""From a view of the Card Game back to a state: all that the viewer knows, hidden parts left empty."""

from __future__ import annotations

import numpy as np

from semafor.boards.model import Board
from semafor.engine.cardgame.state import CARD_STATE, CardAsk
from semafor.engine.state import NO_CARD, Array, State
from semafor.kinds.board_known import offer_places, put_cards, put_market, put_offer, put_turns, ticket_mask
from semafor.kinds.names import CARD_NUMBERS, names_of
from semafor.view import CardView, Own, View


def known_state(board: Board, view: View) -> Array:
    """An array of one state with everything the viewer knows; a pile nobody may look at is empty."""
    states = np.zeros(1, CARD_STATE)
    state: State = states[0]
    assert view.card_game is not None, "a view of the Card Game"
    put_turns(state, view)
    state.ticket_count, state.deck_end, state.deck_trains = view.ticket_deck, view.deck, view.deck
    state.row_colour = NO_CARD
    put_market(state, view)
    put_cards(state.discards, view.discards)
    _put_seats(state, board, view, view.card_game)
    if view.own is not None:
        _put_own(state, board, view.own, view.card_game)
    for seat in view.pending:
        state.ask[seat] = _ask_of(view, seat)
    return states


def _put_seats(state: State, board: Board, view: View, cards: CardView) -> None:
    """Write what everyone sees of the seats."""
    names = names_of(board)
    state.half = cards.half
    for seat in view.seats:
        put_cards(state.seen[seat.seat], seat.seen)
        put_cards(state.hand[seat.seat], seat.seen)
        state.score[seat.seat] = view.sides[seat.seat].score
    for shown in cards.seats:
        state.completed[shown.seat] = ticket_mask(names, shown.completed_tickets or ())
        for row in shown.siding:
            state.siding[shown.seat, CARD_NUMBERS[row.colour]] = row.plain
            state.siding_wilds[shown.seat, CARD_NUMBERS[row.colour]] = row.wild


def _put_own(state: State, board: Board, own: Own, cards: CardView) -> None:
    """Write what only the viewer knows."""
    names, seat = names_of(board), own.seat
    state.hand[seat] = 0
    put_cards(state.hand[seat], own.hand)
    state.tickets[seat] = ticket_mask(names, own.tickets)
    put_offer(state, names, own)
    if own.offer:
        state.choice[seat] = offer_places(own, own.chosen)
    else:
        state.completing[seat] = ticket_mask(names, own.chosen)
    if cards.own is not None and cards.own.track is not None:
        put_cards(state.track[seat], cards.own.track)


def _ask_of(view: View, seat: int) -> CardAsk:
    """What a seat is asked; of others only a guess where it cannot be known."""
    own, cards = view.own, view.card_game
    if own is not None and own.seat == seat:
        return CardAsk[own.ask.upper().replace("-", "_")]
    if cards is not None and cards.scoring:
        return CardAsk.COMPLETE
    return CardAsk.TURN if len(view.pending) == 1 and not (own and own.offer) else CardAsk.START_KEEP

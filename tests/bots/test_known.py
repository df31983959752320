"""What a viewer knows, as a state: the same moves, and the same table before the same eyes."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from semafor import Game, View, board_names, load_board
from semafor.games.lookup import kind_of
from semafor.view import CardView

TABLES = [(name, players) for name in board_names() for players in load_board(name).options.players]
LOOKS = 15
"""Number of positions checked per game, besides all with a rare question."""
OFTEN_ASKED = ("turn", "second-card")


def as_far_as_seen(view: View) -> View:
    """The view without the sizes of what is hidden from its viewer, which a known state leaves empty."""
    own = view.own.seat if view.own else None
    seats = tuple(
        seat if seat.seat == own else msgspec.structs.replace(seat, cards=0, tickets=0, festivals=0)
        for seat in view.seats
    )
    mine = view.seats[own].side if own is not None else None
    sides = tuple(
        side if side.side == mine else msgspec.structs.replace(side, rack_cards=0, rack_tickets=0)
        for side in view.sides
    )
    table = view.card_game and cards_as_far_as_seen(view.card_game, own)
    return msgspec.structs.replace(view, seats=seats, sides=sides, card_game=table)


def cards_as_far_as_seen(table: CardView, own: int | None) -> CardView:
    """The same for the Card Game: no tracks, and what only the viewer has laid aside."""
    seats = tuple(
        msgspec.structs.replace(seat, track=0)
        if seat.seat == own
        else msgspec.structs.replace(seat, track=0, completed=0, completed_tickets=None)
        for seat in table.seats
    )
    cities = tuple(
        msgspec.structs.replace(
            city, tickets=tuple(city.tickets[seat.seat] for seat in seats if seat.seat == own), leaders=()
        )
        for city in table.big_cities
    )
    return msgspec.structs.replace(table, seats=seats, big_cities=cities)


def check_seat(game: Game, seat: int) -> None:
    """The known state of a seat offers it the same moves and shows it the same."""
    rules, view, moves = kind_of(game.board), game.view(seat), game.moves(seat)
    states = rules.known(view)
    assert rules.moves(states, seat) == moves
    assert as_far_as_seen(rules.view(states, seat)) == as_far_as_seen(view)


@pytest.mark.parametrize(("board", "players"), TABLES)
def test_known_state_has_the_viewers_moves_and_view(board: str, players: int) -> None:
    chance = Random(f"{board} {players}")
    game = Game.new(board, players=players, seed=players)
    length = 40 + 4 * sum(game.board.options.pieces.values())
    looks = set(chance.sample(range(length * players), LOOKS * players)) | set(range(3 * players))
    for step in range(length * players):
        if game.over:
            break
        seat = chance.choice(game.pending)
        own = game.view(seat).own
        if step in looks or (own and own.ask not in OFTEN_ASKED):
            for viewer in range(players):
                check_seat(game, viewer)
        game.play(chance.choice(game.moves(seat)), seat)


@pytest.mark.parametrize("board", board_names())
def test_known_state_of_a_spectator_is_the_table(board: str) -> None:
    players = load_board(board).options.players[0]
    game, chance = Game.new(board, players=players, seed=9), Random(9)
    for _ in range(60):
        game.play(chance.choice(game.moves(game.pending[0])), game.pending[0])
    kind, view = kind_of(game.board), game.view()
    assert as_far_as_seen(kind.view(kind.known(view), None)) == as_far_as_seen(view)

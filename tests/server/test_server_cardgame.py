"""The Card Game at a table: the same messages, with its own part of the view."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec

from semafor import Game
from semafor.boards import Board, load_board
from semafor.events import Event, RolledOut, TurnBegan, Withdrawn
from semafor.server.messages import CreateTable
from semafor.server.socket_messages import AskProgress, Progress, State, Update
from semafor.server.table.setup import make_setup
from semafor.server.table.table import Table
from semafor.server.table.updates import progress_of
from semafor.view import TicketProgress
from tests.server.serving import play_to_end, quick_config, running, seats, table_of


async def test_a_card_game_is_played_to_its_end(tmp_path: Path) -> None:
    """CRD-14: all seats choose at once over the network, too."""
    async with running(quick_config(tmp_path)) as server:
        options = {"card_game": {"wild_dealt": 1, "halves_with": [4], "half_hand": 4, "open_track": True}}
        made = await table_of(server, "me", "me", "hard", board="cardgame", options=options, start=True)
        async with server.sit(made.table.id, server.keys) as place:
            await play_to_end(place, random.Random(1))
            assert place.ending is not None
        game = Game.replay(await server.record(made.table.id))
        assert game.result() == place.ending.result
        assert game.view(0).card_game is not None


POSITION = {
    "players": 2,
    "hands": {0: {"red": 1, "wild": 1}},
    "sidings": {0: {"yellow": {"yellow": 1, "wild": 1}}},
    "tracks": {0: {"blue": 1, "green": 1}},
    "tickets": {0: ["Chicago-Dallas", "Chicago-Charleston", "New York-Chicago/2"]},
}
"""Chicago-Dallas needs yellow and green, Chicago-Charleston red and yellow, New York-Chicago/2 blue."""


def progress_in(position: dict[str, object], board: Board) -> dict[str, TicketProgress]:
    """What the tickets of seat 0 still need in a position."""
    setup = make_setup(CreateTable(seats("me", "me"), board="cardgame"), "invite", None)
    table = Table("table", setup, board, 0.0)
    table.game = Game.position({**position, "board": board})
    return {ticket.ticket: ticket for ticket in progress_of(table, 0).tickets}


def with_open_track(open_track: bool) -> Board:
    board = load_board("cardgame")
    assert board.options.card_game is not None
    card_game = msgspec.structs.replace(board.options.card_game, open_track=open_track)
    options = msgspec.structs.replace(board.options, card_game=card_game)
    return msgspec.structs.replace(board, options=options)


def test_progress_counts_the_cards_that_the_seat_can_see() -> None:
    """CRD-5, CRD-14: the pile is hidden; a locomotive replaces any one card."""
    found = progress_in(POSITION, with_open_track(False))
    assert {name: ticket.cards for name, ticket in found.items()} == {
        "Chicago-Dallas": {"green": 1},
        "Chicago-Charleston": {},
        "New York-Chicago/2": {"blue": 1},
    }
    assert not any(ticket.pieces for ticket in found.values())  # two locomotives
    assert not any(ticket.done for ticket in found.values())


def test_progress_counts_an_open_pile_too() -> None:
    found = progress_in(POSITION, with_open_track(True))
    assert not any(ticket.cards for ticket in found.values())
    assert [name for name, ticket in found.items() if ticket.done] == ["New York-Chicago/2"]


def test_progress_without_locomotives_says_how_many_cards_are_missing() -> None:
    bare = {"players": 2, "hands": {0: {"red": 1}}, "tickets": {0: ["Chicago-Dallas", "Chicago-Charleston"]}}
    found = progress_in(bare, with_open_track(False))
    assert {name: ticket.pieces for name, ticket in found.items()} == {
        "Chicago-Dallas": 2,
        "Chicago-Charleston": 1,
    }


async def test_progress_is_told_at_a_table(tmp_path: Path) -> None:
    async with running(quick_config(tmp_path)) as server:
        made = await table_of(server, "me", "me", board="cardgame", start=True)
        async with server.sit(made.table.id, server.keys) as place:
            await place.receive_until(State)
            await place.send(AskProgress(0))
            progress = await place.receive_until(Progress)
            own = place.sights[0].view.own
            assert own is not None
            assert {ticket.ticket for ticket in progress.tickets} == {*own.offer, *own.tickets}


async def test_a_spectator_is_not_told_again_what_lies_on_the_piles(tmp_path: Path) -> None:
    """CRD-5: old roll-outs are withdrawn from clients, and a client that comes later never gets them."""
    known: list[Event] = []
    async with running(quick_config(tmp_path)) as server:
        made = await table_of(server, "me", "me", board="cardgame", start=True)
        table_id = made.table.id
        async with server.sit(table_id, server.keys) as place, server.sit(table_id) as spectator:
            await play_to_end(place, random.Random(1), version=60)
            while spectator.version < place.version:
                message = await spectator.receive()
                sights = message.sights if isinstance(message, State | Update) else ()
                for sight in sights:
                    known[sight.first_event :] = sight.events
            async with server.sit(table_id) as later:
                fresh = (await later.receive_until(State)).sights[0].events
    assert known == list(fresh)
    last_turn = max(n for n, event in enumerate(known) if isinstance(event, TurnBegan))
    assert any(isinstance(event, Withdrawn) for event in known)
    assert not any(isinstance(event, RolledOut) for event in known[:last_turn])

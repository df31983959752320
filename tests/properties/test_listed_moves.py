"""The list of moves in detail: one compiled call against the engine asked step by step, and its order."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given

from semafor import Game
from semafor.engine import actions as act
from semafor.engine.state import Array, Ask, Facts
from semafor.engine.turn import apply, legal
from semafor.engine.work import new_work
from semafor.games import board_codec as codec
from semafor.games.board_game import BoardKind
from semafor.games.kind import copy_states
from semafor.moves import Claim
from tests.properties.effort import effort
from tests.properties.tables import board_tables, games

INNER = (Ask.PAYMENT, Ask.SPLIT_PLAIN, Ask.SPLIT_WILD, Ask.SHARE_MORE)
"""Questions that a move answers itself."""


def chains_step_by_step(states: Array, facts: Facts, seat: int) -> Iterator[codec.Chain]:
    """Every action that is legal, and after each that leaves an inner question, every answer to that."""
    mask = np.zeros(act.MASK_WORDS, np.uint64)
    legal(states[0], facts, seat, mask)
    for action in np.flatnonzero(np.unpackbits(mask.view(np.uint8), bitorder="little")).tolist():
        after = copy_states(states)
        apply(after[0], facts, seat, action, new_work().log)
        if after[0].ask[seat] not in INNER:
            yield (action,)
            continue
        for rest in chains_step_by_step(after, facts, seat):
            if not (action < act.KEEP and rest[0] < action):  # two shared tickets in one order only
                yield (action, *rest)


@effort(60)
@given(game=games(board_tables()))
def test_the_list_is_what_the_engine_allows_step_by_step(game: Game) -> None:
    rules = BoardKind(game.board)
    for seat in game.pending:
        chains = codec.legal_chains(game.states, rules.table, seat)
        step_by_step = list(chains_step_by_step(game.states, rules.facts, seat))
        assert [codec.unpack(chain) for chain in chains] == step_by_step
        assert [codec.pack(actions) for actions in step_by_step] == chains
        assert step_by_step == sorted(step_by_step)


def test_long_lists_are_whole() -> None:
    hands = {0: dict.fromkeys(("red", "blue", "green", "black", "white", "yellow", "orange", "violet"), 6)}
    racks = {0: {"red": 6, "blue": 6, "wild": 9}}
    game = Game.position({"board": "asia", "players": 4, "hands": hands, "racks": racks})
    moves = game.moves()
    assert len(moves) > codec.ROOM
    assert len(set(moves)) == len(moves)


def test_more_moves_than_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game.position({"board": "usa", "players": 2, "hands": {0: {"red": 6, "wild": 6}}})
    rules = BoardKind(game.board)
    monkeypatch.setattr(codec, "REMEMBERED", 5)
    assert rules.moves(game.states, 0) == rules.moves(game.states, 0) == game.moves()
    assert all(len(known) <= codec.REMEMBERED for known in rules.codec.remembered.values())


def test_routes_are_listed_in_the_order_of_the_board() -> None:
    game = Game.position({"board": "usa", "players": 2, "hands": {0: {"wild": 6}}})
    claims = [move.route for move in game.moves() if isinstance(move, Claim)]
    assert claims == sorted(claims, key=game.board.route_names.index)

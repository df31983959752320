"""Whatever a seat cannot know may be changed: its observation and its mask stay the same."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from semafor import board_names, load_board
from semafor.boards.model import Board
from semafor.engine.state import State
from semafor.games.arrays import Single
from semafor.gym import observation_names
from tests.card_games import OPTIONS
from tests.engine.mixes import random_board
from tests.engine.small_decisions import positions, shown
from tests.other_worlds import other_world

TABLES: dict[str, tuple[Board, int]] = {
    **{name: (load_board(name), max(load_board(name).options.players)) for name in board_names()},
    "berlin for 2": (load_board("berlin"), 2),
    "open track": (OPTIONS["open_track"], 3),
    **{f"mix {n}": (random_board(n), random_board(n).options.players[0]) for n in range(6)},
}


@pytest.mark.parametrize("table", TABLES)
def test_nothing_hidden_is_shown(table: str) -> None:
    board, players = TABLES[table]
    names = observation_names(board)
    for game, chance in positions(board, players, 7, 11):
        for viewer in range(players):
            here, there = shown(game, viewer), shown(other_world(game, viewer, chance), viewer)
            differ = [names[n] for n, (a, b) in enumerate(zip(here[0], there[0], strict=True)) if a != b]
            assert not differ, (viewer, game)
            assert here[1] == there[1], (viewer, game)


SECRETS: dict[str, Callable[[State, int], int]] = {
    "a hand": lambda state, other: state.hand[other][0],
    "a ticket": lambda state, other: state.tickets[other] % 251,
    "the top of the deck": lambda state, _other: state.deck[state.deck_next],
    "an offer": lambda state, other: state.offer[other][0],
}
"""Hidden information that a wrong layout could show."""


@pytest.mark.parametrize("secret", SECRETS)
def test_an_observation_that_leaks_is_found(secret: str, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Single.observation

    def leaky(self: Single, seat: int) -> NDArray[np.uint8]:
        seen = honest(self, seat)
        seen[-1] = int(SECRETS[secret](self.states[0], (seat + 1) % self.players)) % 256
        return seen

    monkeypatch.setattr(Single, "observation", leaky)
    worlds = positions(load_board("berlin"), 3, 7, 11)
    assert any(shown(game, 0) != shown(other_world(game, 0, chance), 0) for game, chance in worlds)

"""Whatever a viewer cannot know may be changed: the viewer's view, moves and events stay the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from semafor import Game, View
from semafor import events as ev
from semafor.games import board_game as rules
from semafor.games.kind import Plain
from tests.card_games import play_on
from tests.properties.effort import effort
from tests.properties.leaks import find_leak, find_leak_of_decision, viewers
from tests.properties.tables import board_tables, games

Find = Callable[[Game, int | None, Random], str | None]

SECRETS: dict[str, tuple[str, Callable[[Plain, int], int]]] = {
    "a hand": ("usa", lambda state, other: state.hand[other][0]),
    "a ticket": ("usa", lambda state, other: state.tickets[other] % 1009),
    "the top of the deck": ("berlin", lambda state, _other: state.deck[state.deck_next]),
    "the bottom of the deck": ("europe", lambda state, _other: state.deck[state.deck_end - 1]),
    "the next ticket": ("europe", lambda state, _other: state.ticket_deck[state.ticket_next]),
    "an offer": ("europe", lambda state, other: state.offer[other][0]),
    "a choice": ("europe", lambda state, other: state.choice[other]),
    "a pick": ("iberia", lambda state, other: state.choice[other]),
    "picks": ("iberia", lambda state, other: state.picked[other][0]),
    "a festival pile": ("iberia", lambda state, other: max(state.festival_held[other])),
    "the key": ("usa", lambda state, _other: state.key[3] % 1009),
    "the counter": ("usa", lambda state, _other: state.counter % 1009),
    "a rack": ("asia", lambda state, other: state.rack[other // 2][3]),
    "a rack's ticket": ("asia", lambda state, other: state.rack_tickets[other // 2] % 1009),
    "a drawn card": ("asia", lambda state, _other: state.drawn),
    "the first rack choice": ("asia", lambda state, other: state.rack_choice[other]),
    "old cards": ("berlin", lambda state, _other: state.deck[0]),
}
"""Hidden information that a wrong view could show, and where to look for it."""

TALKATIVE: dict[str, tuple[str, type[Any]]] = {
    "blind cards": ("usa", ev.Drew),
    "offered tickets": ("usa", ev.Offered),
    "kept tickets": ("europe", ev.Kept),
    "picked tickets": ("iberia", ev.Picked),
    "cards put on a rack": ("asia", ev.CardPlaced),
    "tickets put on a rack": ("asia", ev.TicketRacked),
}
"""Events with hidden details."""


@effort(80)
@given(game=games(), dice=st.integers(0, 2**32))
def test_nothing_hidden_shows(game: Game, dice: int) -> None:
    chance = Random(dice)
    for viewer in viewers(game):
        assert find_leak(game, viewer, chance) is None, viewer


@effort(80)
@given(game=games(board_tables()), dice=st.integers(0, 2**32))
def test_nothing_hidden_shows_in_what_happens(game: Game, dice: int) -> None:
    chance = Random(dice)
    for _ in range(10):
        for viewer in viewers(game) if not game.over else ():
            assert find_leak_of_decision(game, viewer, chance) is None, viewer
        play_on(game, chance, 1)


def positions(board: str, games: int) -> Iterator[tuple[Game, Random]]:
    """Yield early and late positions of a board."""
    chance = Random(board)
    for seed in range(games):
        game = Game.new(board, players=4, seed=seed)
        for _ in range(40):
            yield play_on(game, chance, 1 if game.version < 30 else 5), chance


def leak_is_found(board: str, find: Find, games: int = 12) -> bool:
    """Whether the search finds a leak in one of many positions."""
    return any(
        find(game, viewer, chance)
        for game, chance in positions(board, games)
        if not game.over
        for viewer in (0, 2, None)
    )


@pytest.mark.parametrize("secret", SECRETS)
def test_a_view_that_leaks_is_found(secret: str, monkeypatch: pytest.MonkeyPatch) -> None:
    board, tell = SECRETS[secret]

    honest = rules.BoardKind.views

    def leaky(self: rules.BoardKind, states: Any, viewers: Iterable[int | None]) -> list[View]:
        asked, state = list(viewers), Plain(states)
        others = [3 if viewer is None or viewer < 2 else 0 for viewer in asked]
        seen = honest(self, states, asked)
        return [replace(view, turns=tell(state, other)) for view, other in zip(seen, others, strict=True)]

    monkeypatch.setattr(rules.BoardKind, "views", leaky)
    assert leak_is_found(board, find_leak)


@pytest.mark.parametrize("talk", TALKATIVE)
def test_an_event_that_leaks_is_found(talk: str, monkeypatch: pytest.MonkeyPatch) -> None:
    board, event = TALKATIVE[talk]
    monkeypatch.setattr(event, "hidden", lambda self: self)
    assert leak_is_found(board, find_leak_of_decision)


def test_moves_that_leak_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = rules.BoardKind.moves

    def leaky(self: rules.BoardKind, states: Any, seat: int) -> list[Any]:
        return honest(self, states, seat)[:: -1 if states[0].key[0] % 2 else 1]

    monkeypatch.setattr(rules.BoardKind, "moves", leaky)
    assert leak_is_found("usa", find_leak)


@pytest.mark.parametrize("board", ["usa", "europe", "berlin", "iberia", "asia"])
def test_without_a_leak_none_is_found(board: str) -> None:
    assert not leak_is_found(board, find_leak, games=2)
    assert not leak_is_found(board, find_leak_of_decision, games=2)

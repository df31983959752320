"""Counts of move sequences from fixed positions: a change of any rule on the way changes a number.

Where several seats decide at once, the first of them answers: their order does not matter.
"""

from __future__ import annotations

from typing import Any

import pytest

from semafor import Game

MARKET = ["red", "blue", "green", "white", "wild"]
BERLIN_MARKET = ["red", "blue", "green", "black", "wild"]
FESTIVALS = {"sevilla": 1, "cordoba": 2}
DECK = ["red", "wild", "black", "blue", "green", "red"]


def perft(game: Game, depth: int) -> int:
    """Return the number of sequences of a given length."""
    seat = min(game.pending)
    moves = game.moves(seat)
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        after = game.copy()
        after.play(move, seat)
        total += perft(after, depth - 1) if after.pending else 0
    return total


def position(board: str, players: int, **said: Any) -> dict[str, Any]:
    return {"board": board, "players": players, "market": MARKET, "deck": DECK, **said}


CASES = {
    "usa, a turn": (
        position("usa", 2, hands={0: {"red": 2}, 1: {"wild": 1}}),
        (43, 607, 5252),
    ),
    "europe, ferry, tunnel and station": (
        position("europe", 3, hands={0: {"wild": 2}, 1: {"white": 1}}),
        (93, 4282, 31161),
    ),
    "europe, the last turns": (
        position("europe", 2, hands={0: {"violet": 1}}, last_turns=2),
        (55, 375, 1798),
    ),
    "berlin, trams and subways": (
        position("berlin", 2, market=BERLIN_MARKET, hands={0: {"orange": 1}, 1: {"red": 2}}),
        (11, 134, 1629),
    ),
    "iberia, festivals": (
        position("iberia", 2, hands={0: {"blue": 1}, 1: {"wild": 1}}, festivals_open=FESTIVALS),
        (17, 345, 4529),
    ),
    "iberia, before the second draft": (
        position("iberia", 2, drafts=1, deck=["red", "draft", "porto", "blue"]),
        (6, 31, 186),
    ),
    "asia, hand and rack": (
        position("asia", 4, hands={0: {"white": 1}}, racks={0: {"white": 1}}, tickets={0: ["Bombay-Madras"]}),
        # 45 less than when a tunnel's cards went back to where they came from: with the rack's white card
        # seat 0 can try 3 tunnels, and on giving up it is in the hand by now (ASI-16), where it is no
        # use to the partner at turn then: one white card could claim 15 routes more (22 moves, not 7).
        (47, 540, 2976),
    ),
}
OPENINGS = {("europe", 2): (11, 121, 15488), ("iberia", 3): (6, 36, 216), ("asia", 4): (16, 256, 880)}


@pytest.mark.parametrize("name", CASES)
def test_number_of_move_sequences(name: str) -> None:
    described, counts = CASES[name]
    game = Game.position(described)
    assert tuple(perft(game, depth) for depth in (1, 2, 3)) == counts


@pytest.mark.parametrize(("board", "players"), OPENINGS)
def test_number_of_opening_sequences(board: str, players: int) -> None:
    game = Game.new(board, players=players, seed=1, first=0)
    assert tuple(perft(game, depth) for depth in (1, 2, 3)) == OPENINGS[board, players]

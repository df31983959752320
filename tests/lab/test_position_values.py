"""What the curve says: all equal before the first turn, one line a team, no new doubt while counting."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from lab.calibration.network_games import Field
from lab.calibration.playout_games import Careless
from semafor import Game
from semafor.moves import Draw, DrawTickets, Keep
from semafor.story.judging import by_side, latest_of_sides
from semafor.story.network_judge import NetworkJudge
from semafor.story.playout_judge import PlayoutJudge
from semafor.story.positions import Walked, walk
from semafor.story.standing import SideStanding, mean_standing
from tests.story.reviewed import careless_game, walked


@pytest.mark.parametrize("board", ["usa", "iberia"])
def test_before_the_first_turn_all_are_equal(board: str) -> None:
    game = walk(careless_game(board, 2).record())
    told = NetworkJudge(game.board, 2).evaluate(game.positions)
    first = next(n for n, position in enumerate(game.positions) if not position.opening)
    opening = told[:first]
    assert len(opening) >= 2
    assert {(cache.own, cache.table) for cache in opening} == {(0.5, (0.5, 0.5))}
    assert told[first].own != 0.5
    assert 0.1 < told[first].own < 0.9, "a hand and some tickets decide no game"


def test_openings_are_not_fitted_to() -> None:
    field = Field(walked("berlin", 2).board, 2, 2, seed=3)
    opening = [states["ask"].max() for states in field.games]
    field._step([0, 1])
    assert set(opening) <= set(field._opening)
    assert field.latest == [{}, {}]


def test_partners_speak_as_one() -> None:
    said = [(0, "a"), (1, "b"), (2, "c"), (3, "d"), (0, "e")]
    assert by_side(dict(said), 2) == [["e", "b"], ["c", "d"]]
    told = latest_of_sides(said, (), 2)
    assert told[0] == [["a", "b"], ["c", "d"]], "the first opinions where there are none yet"
    assert told[-1] == [["e", "b"], ["c", "d"]]
    assert latest_of_sides(said, {0}, 2)[1] == [["e", "b"], ["c", "d"]], "what is weak gives way"
    assert latest_of_sides(said[:4], {0}, 2)[1] == [["a", "b"], ["c", "d"]], "unless there is nothing else"
    one, two = SideStanding(1, 1.0, 0.0, 0.5, 0.0, 40.0, 0.2), SideStanding(1, 0.0, 1.0, 0.0, 0.0, 60.0, 0.3)
    assert mean_standing([one, two]) == SideStanding(1, 0.5, 0.5, 0.25, 0.0, 50.0, 0.3)
    assert mean_standing([one]) is one


def test_who_hoards_takes_and_keeps_every_ticket() -> None:
    game = Game.new("cardgame", players=2, seed=4)
    hoarder = Careless(game.board, 1, Random(1))
    hoarder._hoards = 1.0
    kept = hoarder.choose(game.view(0), game.moves(0))
    assert isinstance(kept, Keep)
    assert len(kept.tickets) == 6
    assert hoarder.choose(game.view(0), [Draw(None), DrawTickets()]) == DrawTickets()


def hoarded_game() -> Game:
    """The first seat takes its first move, the second draws all tickets."""
    game = Game.new("cardgame", players=2, seed=4)
    while not game.over:
        seat = game.pending[0]
        moves = game.moves(seat)
        keeps = [move for move in moves if isinstance(move, Keep)]
        draws = [move for move in moves if isinstance(move, DrawTickets)] if seat else []
        many = max if seat else min
        game.play(many(keeps, key=lambda keep: len(keep.tickets)) if keeps else (draws or moves)[0], seat)
    return game


@cache
def hoarded() -> Walked:
    return walk(hoarded_game().record())


def test_a_hopeless_hoard_is_told_as_hopeless() -> None:
    game = hoarded()
    first, second = (side.total for side in game.result.sides)
    assert first > second + 100
    told = PlayoutJudge(game.board, 2).evaluate(game.positions)
    late = [cache.table[0] for cache in told[len(told) // 2 :]]
    assert min(late) > 0.85


def test_laying_tickets_down_changes_no_mind() -> None:
    game = hoarded()
    looks = PlayoutJudge(game.board, 2).look(game.positions)
    counting = [n for n, position in enumerate(game.positions) if position.counting]
    assert counting
    for number in counting:
        before = [n for n in range(number) if game.positions[n].seat == game.positions[number].seat]
        assert looks[number] == looks[before[-1]]

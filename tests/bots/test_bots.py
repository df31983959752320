"""Who plays how well, by which names."""

from __future__ import annotations

import sys
from types import ModuleType, NoneType
from typing import cast

import pytest

from semafor import BadSetup, Board, load_board
from semafor.bots import LEVELS, Bot, BotSource, make_bot
from tests.bots.checked_play import play_checked

BASELINES = [f"lab.baselines:{name}" for name in ("Grabber", "Stepper", "Hauler", "Collector")]


def wins(board: str, one: str, other: str, deals: int) -> float:
    """Return the number of games the first bot wins, each deal from both seats; draws count half."""
    total = 0.0
    for deal in range(deals):
        for names in ((one, other), (other, one)):
            winners = play_checked(load_board(board), list(names), deal).result().winners
            total += (names.index(one) in winners) / len(winners)
    return total


@pytest.mark.parametrize("other", ["greedy", *BASELINES])
def test_planner_beats_every_baseline(other: str) -> None:
    assert wins("berlin", "planner", other, deals=4) >= 6


@pytest.mark.parametrize("bot", BASELINES)
@pytest.mark.parametrize("board", ["usa", "cardgame"])
def test_baselines_beat_random(board: str, bot: str) -> None:
    assert wins(board, bot, "random", deals=2) >= 3


@pytest.mark.parametrize("board", ["berlin", "cardgame"])
def test_levels_are_in_order(board: str) -> None:
    assert wins(board, "expert", "easy", deals=10) > 12, "390 points of rating should win nine of ten"


@pytest.mark.parametrize("name", ["grandmaster", "no.such.module:Bot", "semafor.bots:Nobody"])
def test_unknown_bot_is_a_clear_error(name: str) -> None:
    with pytest.raises(BadSetup) as caught:
        make_bot(name, load_board("usa"))
    assert caught.value.code == "unknown-bot"


def test_a_function_that_makes_no_bot_is_a_clear_error() -> None:
    def first_move(_view: object, _moves: object) -> str:
        return "draw deck"

    with pytest.raises(BadSetup, match=r"first_move.* board and a seed") as caught:
        make_bot(cast("BotSource", first_move), load_board("usa"))
    assert caught.value.code == "unknown-bot"


def makes_nothing(_board: Board, _seed: int) -> None:
    """A factory that forgets to return the bot."""


def raises(_board: Board, _seed: int) -> Bot:
    raise TypeError("no such weights")


@pytest.mark.parametrize("by_name", [True, False])
def test_what_makes_bots_may_fail_in_two_ways(by_name: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The factory raises an error, which is kept as the cause, or returns something that is not a bot."""
    module = ModuleType("their_bots")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    for function, words in (
        (makes_nothing, "did not return an object"),
        (raises, "raised TypeError: no such weights"),
    ):
        monkeypatch.setattr(module, function.__name__, function, raising=False)
        bot = f"their_bots:{function.__name__}" if by_name else cast("BotSource", function)
        with pytest.raises(BadSetup, match=rf"{function.__name__}'.* board and a seed.* {words}") as caught:
            make_bot(bot, load_board("usa"))
        assert isinstance(caught.value.__cause__, TypeError if function is raises else NoneType)


def test_levels_come_in_the_order_of_their_strength() -> None:
    assert [level.id for level in LEVELS] == ["easy", "medium", "hard", "expert", "master"]

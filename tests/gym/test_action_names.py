"""One number for one decision in every game, and words for every number."""

from __future__ import annotations

import pytest

from semafor import board_names, load_board
from semafor.engine import actions
from semafor.engine.cardgame import card_state as card_actions
from semafor.gym import Batch, action_name, action_names

of_every_board = pytest.mark.parametrize("board", board_names())


def test_what_both_kinds_of_game_decide_has_one_number() -> None:
    boards, cards = ({part.name: part for part in ranges} for ranges in (actions.RANGES, card_actions.RANGES))
    assert set(boards) & set(cards) == {"KEEP", "DRAW_DECK", "DRAW_MARKET", "DRAW_TICKETS", "PASS"}
    assert all(boards[name] == cards[name] for name in set(boards) & set(cards))


@pytest.mark.parametrize("ranges", [actions.RANGES, card_actions.RANGES])
def test_ranges_are_apart_and_inside_the_space(ranges: tuple[actions.Range, ...]) -> None:
    numbers = [part.first + n for part in ranges for n in range(part.size)]
    assert len(set(numbers)) == len(numbers)
    assert 0 <= min(numbers) < max(numbers) < actions.ACTIONS == 448


@of_every_board
def test_no_two_actions_have_one_name(board: str) -> None:
    names = action_names(load_board(board))
    assert len(set(names)) == len(names) == actions.ACTIONS


@of_every_board
def test_whatever_can_be_decided_has_a_name(board: str) -> None:
    games = Batch(board, games=8, players=max(load_board(board).options.players), seed=3, threads=1)
    names = action_names(games.board)
    for _ in range(200):
        chosen = games.random_actions()
        assert not [names[action] for action in chosen if names[action].startswith("unused")]
        games.step(chosen)


@pytest.mark.parametrize(
    ("board", "action", "name"),
    [
        ("europe", actions.CLAIM, "claim Amsterdam-Bruxelles"),
        ("europe", actions.STATION + 2, "build a station in Athina"),
        ("europe", actions.KEEP, "keep no ticket"),
        ("europe", actions.KEEP + 0b1101, "keep the first, third and fourth ticket"),
        ("europe", actions.PAY, "pay with red only"),
        ("europe", actions.PAY + 9, "pay with orange and 1 wild"),
        ("europe", actions.PAY_WILD, "pay with wilds only"),
        ("asia", actions.SPLIT + 1, "take 1 card from the rack"),
        ("asia", actions.EXTRA, "pay the extra cards with no wilds"),
        ("iberia", actions.FESTIVAL_NONE, "take no festival cards"),
        ("usa", actions.DRAW_MARKET + 4, "draw the fifth card of the market"),
        ("cardgame", actions.DRAW_MARKET + 4, "draw the fifth card of the market"),
        ("cardgame", card_actions.PLACE + 16 + 2, "place 3 orange"),
        ("cardgame", card_actions.THREE, "place red, orange, yellow"),
        ("cardgame", card_actions.WILDS + 2, "add 2 wilds"),
        ("cardgame", card_actions.DONE, "complete no more tickets"),
        ("berlin", actions.ACTIONS - 1, "unused 447"),
    ],
)
def test_an_action_says_what_it_does(board: str, action: int, name: str) -> None:
    assert action_name(load_board(board), action) == name


@pytest.mark.parametrize("number", [-1, actions.ACTIONS])
def test_other_numbers_are_no_actions(number: int) -> None:
    with pytest.raises(ValueError, match="from 0 to 447"):
        action_name(load_board("berlin"), number)


def test_an_illegal_action_is_told_in_words() -> None:
    games = Batch("berlin", games=1, players=2, seed=1)
    with pytest.raises(ValueError, match="not legal in game 0: claim "):
        games.step([actions.CLAIM])

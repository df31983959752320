"""The searching player: budgets, the same seed the same move, and nothing but the view."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from semafor import BadSetup, Game, board_names, load_board
from semafor.bots import make_bot
from semafor.bots.search.chart import KNOWN, chart_of
from semafor.bots.search.comparing import Budget, Halving, parse_budget
from semafor.bots.search.planning import pay_action
from semafor.bots.search.policy import decide
from semafor.bots.search.search_bot import SearchBot, SeatSearch
from semafor.engine.actions import PAY, PAY_WILD
from semafor.engine.state import CARD_KINDS, LONGEST_COST
from semafor.games.board_facts import facts_of
from semafor.knowledge.memory import TicketMemory
from semafor.moves import Keep
from tests.positions import position
from tests.scramble import Scrambler

BOARDS = [name for name in board_names() if load_board(name).options.card_game is None]
TABLES = [(name, players) for name in board_names() for players in load_board(name).options.players]
PLAYOUTS = 60
FEW_PLAYOUTS = "40"


def advanced(board: str, decisions: int, seed: int) -> Game:
    """A game of the fewest players after so many random decisions."""
    game, chance = Game.new(board, players=load_board(board).options.players[0], seed=seed), Random(seed)
    for _ in range(decisions):
        seat = chance.choice(game.pending)
        game.play(chance.choice(game.moves(seat)), seat)
    return game


@pytest.mark.parametrize("board", board_names())
def test_same_seed_and_playouts_give_the_same_move(board: str) -> None:
    game = advanced(board, 31, 4)
    seat = game.pending[0]
    moves = [
        SearchBot(game.board, 7, str(PLAYOUTS)).choose(game.view(seat), game.moves(seat)) for _ in range(2)
    ]
    assert moves[0] == moves[1]


@pytest.mark.parametrize("board", board_names())
def test_playouts_are_within_the_budget_and_nearly_use_it_up(board: str) -> None:
    game = advanced(board, 31, 4)
    bot, seat = SearchBot(game.board, 1, "500"), game.pending[0]
    bot.choose(game.view(seat), game.moves(seat))
    candidates = int(bot._table.work.candidates)
    assert candidates > 1
    assert 500 - 2 * candidates < bot.playouts <= 500


def test_the_last_card_is_chosen_for_the_own_needs_alone() -> None:
    """Whatever was counted on the desk before, for another seat or in another game, is nothing to it."""
    market = ["red", "blue", "green", "white", "black"]
    game = position(market=market, hands={0: {}}, last_turns=2)
    table = SeatSearch(game.board)
    table.set_position(game.view(0))
    work, facts, chart = table.work, facts_of(game.board), chart_of(game.board, 2)[0]
    chosen = set()
    for card in range(CARD_KINDS):
        work.need[:], work.need[card] = 0, 5
        chosen.add(decide(work.states[KNOWN], facts, chart, 0, work))
    assert len(chosen) == 1


@pytest.mark.parametrize("board", BOARDS)
def test_what_the_viewer_cannot_know_changes_nothing(board: str) -> None:
    for decisions in (0, 20, 45):
        game = advanced(board, decisions, 6)
        seat = game.pending[0]
        other = Scrambler(game, seat, Random(decisions)).scramble()
        assert other.view(seat) == game.view(seat)
        answers = [
            SearchBot(world.board, 3, str(PLAYOUTS)).choose(world.view(seat), world.moves(seat))
            for world in (game, other)
        ]
        assert answers[0] == answers[1]


@pytest.mark.parametrize(("board", "players"), TABLES)
def test_answers_every_question_with_a_legal_move(board: str, players: int) -> None:
    """One seat searches among random ones, which lead it into odd positions."""
    game, chance = Game.new(board, players=players, seed=11), Random(11)
    bot, searcher = SearchBot(game.board, 5, FEW_PLAYOUTS), players - 1
    while not game.over:
        seat = chance.choice(game.pending)
        moves = game.moves(seat)
        choice = bot.choose(game.view(seat), moves) if seat == searcher else chance.choice(moves)
        assert choice in moves
        game.play(choice, seat)


def test_a_single_move_needs_no_playout() -> None:
    game = advanced("usa", 20, 2)
    seat = game.pending[0]
    bot = SearchBot(game.board, 1, "1s")
    only = game.moves(seat)[:1]
    assert bot.choose(game.view(seat), only) == only[0]
    assert bot.playouts == 0


class Clock:
    """Time that passes only while a world is played."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_time_is_checked_between_short_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    game = advanced("berlin", 12, 4)
    bot, clock, calls = SearchBot(game.board, 1, "1"), Clock(), []
    seat = game.pending[0]
    bot.choose(game.view(seat), game.moves(seat))
    work = bot._table.work
    work.alive[: int(work.candidates)] = 1
    monkeypatch.setattr("semafor.bots.search.comparing.time.perf_counter", clock)

    def compare(first: int, last: int) -> None:
        calls.append(last - first)
        clock.now += 0.001 * (last - first)

    Halving(work, compare, Budget(seconds=0.1)).run()
    assert 0.1 <= clock.now < 0.107 + 0.001
    assert max(calls) <= 6


@pytest.mark.parametrize(
    ("text", "budget"),
    [
        ("1s", Budget(seconds=1.0)),
        ("0.5s", Budget(seconds=0.5)),
        ("100ms", Budget(seconds=0.1)),
        ("500", Budget(playouts=500)),
    ],
)
def test_budgets_by_name(text: str, budget: Budget) -> None:
    assert parse_budget(text) == budget
    assert isinstance(make_bot(f"search@{text}", load_board("berlin")), SearchBot)


@pytest.mark.parametrize("text", ["fast", "-1s", "0", "1h", "1.5"])
def test_what_is_no_budget_is_a_clear_error(text: str) -> None:
    with pytest.raises(BadSetup) as caught:
        make_bot(f"search@{text}", load_board("berlin"))
    assert caught.value.code == "bad-budget"


def test_own_rejected_tickets_lie_under_the_deck_until_draws_may_have_reached_them() -> None:
    game = Game.new("usa", players=2, seed=5, first=0)
    memory = TicketMemory(game.board)
    view = game.view(0)
    assert view.own is not None
    rejected = view.own.offer[0]
    keep = Keep(view.own.offer[1:])
    memory.note(view, keep)
    for seat in (0, 1):
        offer = game.view(seat).own.offer  # type: ignore[union-attr]  # a seat's own view has it
        game.play(Keep(offer[1:]), seat)
    number = game.board.ticket_names.index(rejected)
    assert memory.under(game.view(0)) == 1 << number
    for _ in range(9):  # three at a time, one of them kept: 27 tickets have come off the top
        game.play("draw tickets")
        game.play(Keep(game.view(game.pending[0]).own.offer[:1]))  # type: ignore[union-attr]  # a seat's own view has it
    assert memory.under(game.view(0)) == 0


def test_a_row_is_laid_where_passing_is_not_allowed() -> None:
    """CRD-6: the deck is gone, and no ticket wants the cards in hand."""
    hand = {"green": 1, "blue": 1, "violet": 1, "black": 1}
    said = {"board": "cardgame", "players": 2, "hands": {0: hand}, "rest": "discards"}
    tickets = {1: list(load_board("cardgame").ticket_names)}
    game = Game.position({**said, "market": [None] * 5, "last_turns": 2, "tickets": tickets})
    moves = game.moves(0)
    assert len(moves) == 4
    assert SearchBot(game.board, 1, "1").choose(game.view(0), moves) in moves


def test_a_payment_has_its_number_uncompiled_too() -> None:
    """Counts of cards are bytes there, and actions do not fit into one."""
    plain: Any = getattr(pay_action, "py_func", pay_action)
    cost, colour, wilds = np.int8(4), np.int8(7), np.int8(2)
    assert plain(cost, colour, wilds) == PAY + 7 * LONGEST_COST + 2
    assert plain(cost, colour, cost) == PAY_WILD

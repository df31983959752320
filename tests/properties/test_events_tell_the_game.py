"""Events tell the whole game: they agree with what is seen, also where the market is swept very often."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from semafor import Event, Game, Move, load_board
from semafor import events as ev
from semafor.boards import board_names
from semafor.moves import Draw, PutCard
from semafor.view import View
from tests.properties.effort import THOROUGH

SEEDS = 12 if THOROUGH else 2
DECISIONS = 700
Table = tuple[str, int]
TABLES = [(name, players) for name in board_names() for players in load_board(name).options.players]


class Listener:
    """Follows the table by events alone."""

    def __init__(self, view: View) -> None:
        self.market = list(view.market)
        self.festivals = Counter(view.festivals)
        self.turn: int | None = None if len(view.pending) > 1 else view.turn
        """None while choices are made together."""
        self.over = view.over
        self.last_round = view.last_turns is not None
        self.draft_due = view.draft_due

    def hear(self, event: Event) -> None:
        """Change what the event changes."""
        match event:
            case ev.Drew(market=int(place)):
                self.market[place - 1] = None
            case ev.MarketFilled(place, card):
                assert self.market[place - 1] is None, "only a gap is filled"
                self.market[place - 1] = card
            case ev.MarketSwept(cards):
                assert list(cards) == self.market, "what lay there is swept"
                self.market = [None] * 5
            case ev.SecondHalf():
                self.market, self.last_round = [None] * 5, False
            case ev.FestivalOpened(festival):
                self.festivals[festival] += 1
            case ev.FestivalTaken(_, festival, cards):
                self.festivals[festival] -= cards
            case _:
                self.hear_turn(event)

    def hear_turn(self, event: Event) -> None:
        """Change whose turn it is, and how far the game has come."""
        match event:
            case ev.TurnBegan(seat):
                self.turn = seat
            case ev.DraftBegan() | ev.ScoringBegan():
                self.turn = None
            case ev.LastRound():
                self.last_round = True
            case ev.DraftCardDrawn():
                self.draft_due = True
            case ev.GameOver():
                self.over = True

    def agrees_with(self, view: View) -> bool:
        """Return whether the table agrees with the events."""
        due = self.draft_due and view.drafts == 1
        heard = (tuple(self.market), self.over, self.last_round, due, +self.festivals)
        festivals = +Counter(view.festivals)
        seen = (view.market, view.over, view.last_turns is not None, view.draft_due, festivals)
        return heard == seen and (self.turn is None or view.over or view.pending == (self.turn,))


def follow(game: Game, chance: Random, decisions: int) -> None:
    """Play on, mostly drawing cards, and compare after every decision; then replay."""
    listener = Listener(game.view())
    for _ in range(decisions):
        if game.over:
            break
        seat = chance.choice(game.pending)
        for event in game.play(choose(game.moves(seat), chance), seat):
            listener.hear(event)
        assert listener.agrees_with(game.view()), (game.version, game.events(viewer="all")[-9:])
    again = Game.replay(game.record())
    assert again.events(viewer="all") == game.events(viewer="all")
    assert again.view() == game.view()


def choose(moves: list[Move], chance: Random) -> Move:
    """Draw cards if possible, rarely face-up wilds, and sometimes make any other move."""
    draws = [move for move in moves if isinstance(move, Draw | PutCard)]
    return chance.choice(draws if draws and chance.random() < 0.97 else moves)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_draw_heavy_games_are_told_whole(table: Table) -> None:
    """BASE-3, BASE-4: few cards are left in deck and discards, and the market is swept repeatedly."""
    board, players = table
    for seed in range(SEEDS):
        follow(Game.new(board, players=players, seed=seed), Random(seed), DECISIONS)


SWEPT: dict[str, Any] = {
    "players": 2,
    "market": ["wild", "wild", "red", "red", "red"],
    "deck": ["wild"],
    "discards": {"wild": 11},
    "rest": 1,
}
"""One card is drawn, and three plain cards must come up among fourteen wilds."""


@pytest.mark.rule("BASE-3")
@pytest.mark.parametrize("seed", range(40))
def test_a_move_that_sweeps_very_often_is_told_to_its_end(seed: int) -> None:
    hands = {0: {"red": 1}}
    game = Game.position({**SWEPT, "discards": {"wild": 11, "blue": 1}, "hands": hands, "seed": seed})
    listener = Listener(game.view())
    events = game.play("draw market 5")
    for event in events:
        listener.hear(event)
    assert listener.agrees_with(game.view())
    swept = [event for event in events if isinstance(event, ev.MarketSwept)]
    assert len(swept) <= 4
    assert len(events) < 60


@pytest.mark.rule("BASE-3")
def test_very_many_sweeps_are_one_event_that_says_how_many() -> None:
    games = [Game.position({**SWEPT, "discards": {"wild": 11, "blue": 1}, "seed": n}) for n in range(40)]
    told = [event for game in games for event in game.play("draw market 5")]
    assert max(event.times for event in told if isinstance(event, ev.MarketSwept)) > 20

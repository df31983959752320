"""Properties of whole games of random decisions."""

from __future__ import annotations

import random

import numpy as np
import pytest

from semafor.engine.actions import MASK_WORDS
from semafor.engine.cardgame.card_state import ACTIONS, COMPLETE, PLACE, CardAsk, new_card_work
from semafor.engine.cardgame.card_turn import is_legal
from semafor.engine.play import PLAYED
from semafor.engine.tickets import next_to_decide
from semafor.knowledge.rollouts import play_random
from tests.card_conservation import all_cards, all_tickets
from tests.card_position import BOARD, Table
from tests.engine.card_transcript import digest, steps

PLAYERS = pytest.mark.parametrize("players", [2, 3, 4])


@PLAYERS
def test_nothing_is_lost_and_colours_lie_once(players: int) -> None:
    """CRD-1, CRD-9, CRD-10: 96 cards, 46 tickets, and at most one row of a colour at the table."""
    for seed in range(8):
        table = Table(players).deal(seed)
        state = table.state
        for _ in steps(table, seed):
            assert (all_cards(state) == table.facts.cards).all()
            assert all_tickets(state) == list(range(46))
            assert ((state.siding + state.siding_wilds > 0).sum(axis=0) <= 1).all()
            assert (state.hand >= 0).all()
            assert not (state.tickets & state.completed).any()
            assert not (state.completing & ~state.tickets).any()


@PLAYERS
def test_score_is_the_sum_of_completed_tickets(players: int) -> None:
    """CRD-15, CRD-18: the points of a finished game add up."""
    points = [ticket.points for ticket in BOARD.tickets]
    for seed in range(10):
        table = Table(players).deal(seed)
        for _ in steps(table, seed):
            pass
        result = table.result()
        for seat in range(players):
            done, held = int(table.state.completed[seat]), int(table.state.tickets[seat])
            won = sum(value for t, value in enumerate(points) if done >> t & 1)
            missed = sum(value for t, value in enumerate(points) if held >> t & 1)
            assert result.total[seat] == won - missed + result.bonus[seat]
        assert min(result.rank[:players]) == 1


@PLAYERS
def test_thousands_of_games_finish(players: int) -> None:
    """CRD-16, CRD-17: every random game ends."""
    played = np.zeros(2000, PLAYED)
    key = np.array([7, 7, 7, players], np.uint32)
    play_random(new_card_work(), Table().facts, key, np.array([0, 2000, players]), played)
    assert (played["decisions"] > played["turns"]).all()
    assert (played["rank"][:, :players].min(axis=1) == 1).all()
    assert (played["tickets"][:, :players] >= played["completed"][:, :players]).all()


def test_same_seed_same_games() -> None:
    assert digest(4) == digest(4)


def test_listed_actions_are_the_accepted_ones() -> None:
    table = Table(3).deal(5)
    for number, _ in enumerate(steps(table, 5)):
        if number % 10 == 0 and not table.state.over:
            for seat in range(3):
                mask, asked = np.zeros(MASK_WORDS, np.uint64), (table.state, table.facts, seat)
                accepted = {a for a in range(-1, ACTIONS + 1) if is_legal(*asked, a, mask)}
                assert accepted == table.legal(seat)
    assert MASK_WORDS * 64 == ACTIONS


@PLAYERS
def test_only_the_seat_at_turn_or_all_decide(players: int) -> None:
    """CRD-2, CRD-14: one seat decides in a turn, all at once at the start and in scoring rounds."""
    together = {CardAsk.START_KEEP, CardAsk.COMPLETE}
    table = Table(players).deal(3)
    for _ in steps(table, 3):
        asked = [ask for ask in table.asks() if ask != CardAsk.NOTHING]
        assert len(set(asked)) <= 1
        assert len(asked) <= 1 or asked[0] in together


@PLAYERS
def test_hoarders_come_to_an_end(players: int) -> None:
    """CRD-12, CRD-17: players who never place a card finish too."""
    chance = random.Random(players)
    table = Table(players).deal(11)
    while not table.state.over:
        seat = int(next_to_decide(table.state))
        legal = sorted(table.legal(seat))
        table.play(seat, chance.choice([a for a in legal if not PLACE <= a < COMPLETE] or legal))
    assert not table.state.track.any()
    assert (all_cards(table.state) == table.facts.cards).all()

"""Any game at any table, decision by decision: what `Game` promises holds after each of them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from semafor import Game, Move, Record, SemaforError, parse_event, parse_move
from tests.properties.candidates import meaning, variations
from tests.properties.effort import THOROUGH, effort
from tests.properties.of_each_kind import checks_of
from tests.properties.tables import games

PLAYED_OUT = 300 if THOROUGH else 60
"""Maximum number of listed moves that are tried in a position."""


def state_bytes(game: Game) -> bytes:
    """The whole state, every secret included."""
    return game.states.tobytes()


def everything(game: Game) -> tuple[object, ...]:
    """Return everything that defines a game."""
    return state_bytes(game), game.version, game.events(viewer="all"), game.record()


def kept(game: Game) -> tuple[object, ...]:
    """What must not change when a move is refused."""
    return state_bytes(game), game.version, game.events(viewer="all")


def accepts(game: Game, move: Move, seat: int) -> bool:
    """Whether the game plays the move, on a copy; a refusal changes nothing."""
    twin = game.copy()
    try:
        twin.play(move, seat)
    except SemaforError:
        assert kept(twin) == kept(game)
        return False
    return True


class AnyGame(RuleBasedStateMachine):
    """A game that is played and checked from all sides."""

    game: Game

    @initialize(game=games())
    def sit_down(self, game: Game) -> None:
        self.game = game

    def over(self) -> bool:
        return self.game.over

    @precondition(lambda self: not self.over())
    @rule(data=st.data())
    def play(self, data: Any) -> None:
        """A decision changes only the game, not its copies, and has the same effect on each."""
        seat = data.draw(st.sampled_from(self.game.pending), "seat")
        move = data.draw(st.sampled_from(self.game.moves(seat)), "move")
        twin, before, version = self.game.copy(), everything(self.game), self.game.version
        happened = self.game.play(move, seat)
        assert everything(twin) == before
        assert self.game.version == version + 1
        assert twin.play(str(move), seat) == happened
        assert everything(twin) == everything(self.game)
        for event in happened:
            assert parse_event(str(event)) == event

    @precondition(lambda self: not self.over())
    @rule()
    def listed_moves_are_accepted(self) -> None:
        """Listed moves are distinct, can be parsed from their texts, and can be played."""
        for seat in self.game.pending:
            moves = self.game.moves(seat)
            assert moves
            assert len({meaning(move) for move in moves}) == len(moves)
            for move in moves[:: len(moves) // PLAYED_OUT + 1]:
                assert parse_move(str(move), self.game.board) == move
                assert accepts(self.game, move, seat)

    @rule(dice=st.integers(0, 999))
    def other_moves_are_refused(self, dice: int) -> None:
        """Moves that are not listed are refused."""
        chance = Random(dice)
        for seat in range(self.game.players):
            listed = {meaning(move): move for move in self.game.moves(seat)}
            tried = list(checks_of(self.game).candidates(self.game, seat, chance))
            for move in chance.sample(list(listed.values()), min(3, len(listed))):
                tried += variations(move, self.game, chance)
            for move in tried:
                assert accepts(self.game, move, seat) == (meaning(move) in listed), (seat, str(move))

    @rule(seat=st.sampled_from([-1, 6, 99]))
    def strangers_are_refused(self, seat: int) -> None:
        """Seats that do not exist cannot decide or see anything."""
        for move in (*self.game.moves(next(iter(self.game.pending), 0))[:1], "draw deck"):
            with pytest.raises(SemaforError):
                self.game.play(move, seat)
        with pytest.raises(SemaforError):
            self.game.view(seat)

    @precondition(lambda self: len(self.game.pending) > 1)
    @rule(data=st.data())
    def order_of_answers_does_not_matter(self, data: Any) -> None:
        """BASE-23, CRD-2, CRD-14: the order of answers does not change the result."""
        answers = [(seat, data.draw(st.sampled_from(self.game.moves(seat)))) for seat in self.game.pending]
        one, two = self.game.copy(), self.game.copy()
        for seat, move in answers:
            one.play(move, seat)
        for seat, move in data.draw(st.permutations(answers)):
            two.play(move, seat)
        assert state_bytes(one) == state_bytes(two)
        assert one.events(viewer="all") == two.events(viewer="all")

    @rule()
    def saved_games_come_back(self) -> None:
        """Record, JSON and bytes lead to the same game."""
        record = self.game.record()
        for again in (
            Game.replay(record),
            Game.replay(record.to_json()),
            Game.from_bytes(self.game.to_bytes()),
        ):
            assert everything(again) == everything(self.game)
            assert again.to_bytes() == self.game.to_bytes()
        assert isinstance(record, Record)

    @rule()
    def score_is_recounted(self) -> None:
        """The score equals a slow recount at any time."""
        checks_of(self.game).score(self.game)

    @invariant()
    def someone_decides_until_the_end(self) -> None:
        assert self.game.over == (not self.game.pending)
        for seat in range(self.game.players):
            assert bool(self.game.moves(seat)) == (seat in self.game.pending)

    @invariant()
    def nothing_is_lost(self) -> None:
        checks_of(self.game).nothing_is_lost(self.game)


AnyGame.TestCase.settings = effort(60, steps=25)
TestAnyGame = AnyGame.TestCase

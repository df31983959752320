"""The judge for boards without a network: games played out by the compiled policy of `search`."""

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

import msgspec
import numpy as np

from semafor.boards.model import Board
from semafor.bots.search.search_bot import SearchBot, SeatSearch
from semafor.engine.state import Array
from semafor.games.board_codec import pack
from semafor.games.kind import Plain
from semafor.games.lookup import kind_of
from semafor.moves import Move
from semafor.story.calibration import PlayoutCalibration, playout_calibration
from semafor.story.judging import (
    MoveVerdict,
    PositionValue,
    Progress,
    first_turn,
    latest_of_sides,
    own_chances,
)
from semafor.story.positions import PlayedPosition
from semafor.story.standing import progress_of

WORLDS = 48
"""Games played out from each position."""
COMPARED = 64
"""Worlds in which two moves are compared."""
CONFIRMED = 256
"""Other worlds that confirm large differences; the largest of many differences is mostly chance."""
BUDGET = "160"
"""Playouts of the bot whose move is taken as the best."""
DOUBT = 1.0
"""Standard errors by which its move must be better."""
CLEAR = 1.5
"""The same in the confirming worlds."""
WORTH = 0.03
"""Costs below this are not reported, so they are not confirmed either."""


class PlayoutEstimate(NamedTuple):
    """The estimate of a position by playouts, for the side that decides."""

    side: int
    share: float
    """The share of playouts that it won."""
    points: float
    progress: float


class PlayoutJudge:
    """Evaluates positions of any board by playouts of the policy."""

    name = "playouts"
    doubt = 2.0 * (2.0 * 0.25 / WORLDS) ** 0.5
    """Two standard errors of the difference of two shares."""

    def __init__(self, board: Board, players: int) -> None:
        self.board, self.kind, self.players = board, kind_of(board), players
        self.team = board.options.team_size

    def new_searches(self) -> list[SeatSearch]:
        """Return a search for every seat."""
        return [SeatSearch(self.board) for _ in range(self.players)]

    @cached_property
    def _curves(self) -> PlayoutCalibration:
        return playout_calibration(self.board, self.players)

    def evaluate(self, positions: Sequence[PlayedPosition]) -> list[PositionValue]:
        """Return the value of every position."""
        looks = self.look(positions)
        chances = self._told([look.share for look in looks], [look.progress for look in looks])
        seats = [position.seat for position in positions]
        opening = {number for number, position in enumerate(positions) if position.opening}
        return self._values(
            [(seat, (chance, look.points)) for seat, chance, look in zip(seats, chances, looks, strict=True)],
            opening,
        )

    def look(self, positions: Sequence[PlayedPosition], every: int = 1) -> list[PlayoutEstimate]:
        """Return estimates of positions, or of every few of them.

        In a scoring round the last estimates are repeated: which tickets a rival has completed is hidden, and
        no turn is left in which a playout could complete them.
        """
        tables, latest = self.new_searches(), dict[int, PlayoutEstimate]()
        found = []
        for number, position in enumerate(positions):
            table, seat = tables[position.seat], position.seat
            table.set_position(position.view)
            if number % every == 0:
                if not (position.counting and seat in latest):
                    latest[seat] = self._look(table, position)
                found.append(latest[seat])
            table.note(position.view, position.move)
        return found

    def _look(self, table: SeatSearch, position: PlayedPosition) -> PlayoutEstimate:
        side, totals = position.seat // self.team, self._ends(table, position, 0, range(WORLDS))
        share, points = smoothed(won_by(totals, side)), float(totals[:, side].mean())
        return PlayoutEstimate(side, share, points, progress_of(self.board, position.states[0]))

    def _told(self, shares: list[float], progress: list[float]) -> list[float]:
        """Return the win probabilities for shares of won playouts."""
        told: list[float] = self._curves.chances(np.array(shares), np.array(progress)).tolist()
        return told

    def _values(
        self, opinions: list[tuple[int, tuple[float, float]]], opening: set[int]
    ) -> list[PositionValue]:
        """Combine the latest opinions of every side; all are equal before the first turn."""
        values, sides = [], latest_of_sides(opinions, opening, self.team)
        even, begun = 1.0 / len(sides[0]), first_turn(opening)
        own = own_chances([(seat, chance) for seat, (chance, _) in opinions], opening, even)
        for number, latest in enumerate(sides):
            means = np.array([np.mean(side, 0) for side in latest])
            shares = means[:, 0] / means[:, 0].sum()
            if number < begun:
                shares[:] = even
            points = tuple(means[:, 1].round(1).tolist())
            values.append(PositionValue(own[number], tuple(shares.round(4).tolist()), points))
        return values

    def judge(self, positions: Sequence[PlayedPosition], progress: Progress) -> list[MoveVerdict]:
        """Return what the bot `search` would have done."""
        tables = self.new_searches()
        bots = [SearchBot(self.board, seat, BUDGET) for seat in range(self.players)]
        found = []
        for number, position in enumerate(positions, 1):
            table = tables[position.seat]
            table.set_position(position.view)
            best = bots[position.seat].choose(position.view, position.moves)
            found.append(MoveVerdict(best, self.cost(table, position, best), None))
            table.note(position.view, position.move)
            progress(number, len(positions))
        return found

    def cost(self, table: SeatSearch, position: PlayedPosition, best: Move) -> float:
        """Return how much better another move would have been than the played one; 0 if that is not clear."""
        if best == position.move:
            return 0.0
        cost = self._cost_in(table, position, best, range(COMPARED), DOUBT)
        if cost < WORTH:
            return cost
        return self._cost_in(table, position, best, range(COMPARED, COMPARED + CONFIRMED), CLEAR)

    def _cost_in(
        self, table: SeatSearch, position: PlayedPosition, best: Move, worlds: range, doubt: float
    ) -> float:
        """Return the cost of the played move in these worlds."""
        state, side = Plain(position.states), position.seat // self.team
        chains = (
            pack(tuple(self.kind.chain_of(state, position.seat, move))) for move in (best, position.move)
        )
        better, played = (won_by(self._ends(table, position, chain, worlds), side) for chain in chains)
        gains = better - played
        if gains.mean() <= doubt * gains.std() / len(worlds) ** 0.5:
            return 0.0
        done = progress_of(self.board, position.states[0])
        then = self._told([smoothed(better), smoothed(played)], [done, done])
        return round(max(0.0, then[0] - then[1]), 4)

    def _ends(self, table: SeatSearch, position: PlayedPosition, chain: int, worlds: range) -> Array:
        """Return the final points of all sides in worlds, after a chain of actions or by the policy."""
        work, sides = table.work, self.players // self.team
        numbers = np.array([position.seat, position.step, 0, 0])
        table.think(numbers)  # lists candidates, and estimates which tickets others have
        work.candidates, work.chain[0], work.alive[0] = 1, chain or work.chain[0], 1
        totals = np.zeros((len(worlds), sides))
        for number, world in enumerate(worlds):
            numbers[2:] = world, world + 1
            table.think(numbers)
            totals[number] = table.totals()[:sides]
        return totals


def won_by(totals: Array, side: int) -> Array:
    """Return a side's part of the win in every world, by points."""
    first = totals == totals.max(1, keepdims=True)
    won: Array = first[:, side] / first.sum(1)
    return won


def smoothed(won: Array) -> float:
    """Return a probability from some games, never quite 0 or 1."""
    return float((won.sum() + 0.5) / (len(won) + 1.0))


class SecondOpinion:
    """Checks the verdicts of a game by playouts."""

    def __init__(self, board: Board, players: int) -> None:
        self._judge = PlayoutJudge(board, players)
        self._tables = self._judge.new_searches()

    def temper(
        self, positions: Sequence[PlayedPosition], verdicts: Sequence[MoveVerdict]
    ) -> list[MoveVerdict]:
        """Return the verdicts on the next positions, with costs limited to what playouts find."""
        return [self._temper(*one) for one in zip(positions, verdicts, strict=True)]

    def _temper(self, position: PlayedPosition, verdict: MoveVerdict) -> MoveVerdict:
        table, cost = self._tables[position.seat], verdict.cost
        table.set_position(position.view)
        if cost >= WORTH:
            cost = min(cost, self._judge.cost(table, position, verdict.best))
        table.note(position.view, position.move)
        return msgspec.structs.replace(verdict, cost=cost)

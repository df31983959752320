"""The judge for boards without a network: games played on to the end by the compiled policy of `search`."""

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

import msgspec
import numpy as np

from semafor.boards.model import Board
from semafor.bots.search.search_bot import SearchBot, SeatSearch, search_table
from semafor.engine.state import Array
from semafor.games.board_codec import pack
from semafor.games.kind import Plain
from semafor.games.lookup import kind_of
from semafor.moves import Move
from semafor.story.calibration import PlayoutCalibration, playout_calibration
from semafor.story.judging import Glance, MoveVerdict, Progress, first_turn, latest_of_sides, own_chances
from semafor.story.positions import PlayedPosition
from semafor.story.standing import progress_of

WORLDS = 48
"""Games played on from each position."""
COMPARED = 64
"""Worlds in which two moves are compared."""
CONFIRMED = 256
"""Other worlds that are asked where much is at stake: the largest of many differences is mostly chance."""
BUDGET = "160"
"""Playouts of the searching player whose move is taken for the best."""
DOUBT = 1.0
"""Standard errors by which its move must be better."""
CLEAR = 1.5
"""And in those other worlds."""
WORTH = 0.03
"""Costs below this are not reported, so they are not confirmed either."""


class Look(NamedTuple):
    """What playouts say of a position, for the side that decides."""

    side: int
    share: float
    """Of the playouts that it won."""
    points: float
    progress: float


class PlayoutJudge:
    """Values positions by what the policy makes of them; any board will do."""

    name = "playouts"
    doubt = 2.0 * (2.0 * 0.25 / WORLDS) ** 0.5
    """Two standard errors of the difference of two shares."""

    def __init__(self, board: Board, players: int) -> None:
        self.board, self.kind, self.players = board, kind_of(board), players
        self.team = board.options.team_size

    def lay_tables(self) -> list[SeatSearch]:
        """A table for every seat, as it sees the game from its first position on."""
        return [search_table(self.board) for _ in range(self.players)]

    @cached_property
    def _curves(self) -> PlayoutCalibration:
        return playout_calibration(self.board, self.players)

    def glance(self, positions: Sequence[PlayedPosition]) -> list[Glance]:
        """What every position was worth."""
        looks = self.look(positions)
        chances = self._told([look.share for look in looks], [look.progress for look in looks])
        seats = [position.seat for position in positions]
        opening = {number for number, position in enumerate(positions) if position.opening}
        return self._glances(
            [(seat, (chance, look.points)) for seat, chance, look in zip(seats, chances, looks, strict=True)],
            opening,
        )

    def look(self, positions: Sequence[PlayedPosition], every: int = 1) -> list[Look]:
        """What playouts say of positions, or of every few of them.

        While tickets are laid down they say what they said last: which of its tickets a rival has completed
        lies hidden, and no turn is left in which a playout could complete them.
        """
        tables, latest = self.lay_tables(), dict[int, Look]()
        found = []
        for number, position in enumerate(positions):
            table, seat = tables[position.seat], position.seat
            table.lay_out(position.view)
            if number % every == 0:
                if not (position.counting and seat in latest):
                    latest[seat] = self._look(table, position)
                found.append(latest[seat])
            table.note(position.view, position.move)
        return found

    def _look(self, table: SeatSearch, position: PlayedPosition) -> Look:
        side, totals = position.seat // self.team, self._ends(table, position, 0, range(WORLDS))
        share, points = smoothed(won_by(totals, side)), float(totals[:, side].mean())
        return Look(side, share, points, progress_of(self.board, position.states[0]))

    def _told(self, shares: list[float], progress: list[float]) -> list[float]:
        """The chances behind shares of won playouts."""
        told: list[float] = self._curves.chances(np.array(shares), np.array(progress)).tolist()
        return told

    def _glances(self, opinions: list[tuple[int, tuple[float, float]]], opening: set[int]) -> list[Glance]:
        """The latest opinions of every side, put together; all are equal before the first turn."""
        glances, sides = [], latest_of_sides(opinions, opening, self.team)
        even, begun = 1.0 / len(sides[0]), first_turn(opening)
        own = own_chances([(seat, chance) for seat, (chance, _) in opinions], opening, even)
        for number, latest in enumerate(sides):
            means = np.array([np.mean(side, 0) for side in latest])
            shares = means[:, 0] / means[:, 0].sum()
            if number < begun:
                shares[:] = even
            points = tuple(means[:, 1].round(1).tolist())
            glances.append(Glance(own[number], tuple(shares.round(4).tolist()), points))
        return glances

    def judge(self, positions: Sequence[PlayedPosition], progress: Progress) -> list[MoveVerdict]:
        """What the searching player would have done."""
        tables = self.lay_tables()
        bots = [SearchBot(self.board, seat, BUDGET) for seat in range(self.players)]
        found = []
        for number, position in enumerate(positions, 1):
            table = tables[position.seat]
            table.lay_out(position.view)
            best = bots[position.seat].choose(position.view, position.moves)
            found.append(MoveVerdict(best, self.cost(table, position, best), None))
            table.note(position.view, position.move)
            progress(number, len(positions))
        return found

    def cost(self, table: SeatSearch, position: PlayedPosition, best: Move) -> float:
        """How much better another move would have been than the played one; 0 where that is not clear."""
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
        """The final points of all sides in worlds, after a chain of actions or as the policy goes on."""
        desk, sides = table.desk, self.players // self.team
        numbers = np.array([position.seat, position.step, 0, 0])
        table.think(numbers)  # lists candidates, and learns which tickets others are likely to have
        desk.candidates, desk.chain[0], desk.alive[0] = 1, chain or desk.chain[0], 1
        totals = np.zeros((len(worlds), sides))
        for number, world in enumerate(worlds):
            numbers[2:] = world, world + 1
            table.think(numbers)
            totals[number] = table.totals()[:sides]
        return totals


def won_by(totals: Array, side: int) -> Array:
    """A side's part of the win in every world, by points."""
    first = totals == totals.max(1, keepdims=True)
    won: Array = first[:, side] / first.sum(1)
    return won


def smoothed(won: Array) -> float:
    """A chance from some games: never quite 0 or 1."""
    return float((won.sum() + 0.5) / (len(won) + 1.0))


class SecondOpinion:
    """Asks playouts about the verdicts of a game, from its first position on."""

    def __init__(self, board: Board, players: int) -> None:
        self._judge = PlayoutJudge(board, players)
        self._tables = self._judge.lay_tables()

    def temper(
        self, positions: Sequence[PlayedPosition], verdicts: Sequence[MoveVerdict]
    ) -> list[MoveVerdict]:
        """The verdicts on the next positions, each cost no larger than playouts find it."""
        return [self._temper(*one) for one in zip(positions, verdicts, strict=True)]

    def _temper(self, position: PlayedPosition, verdict: MoveVerdict) -> MoveVerdict:
        table, cost = self._tables[position.seat], verdict.cost
        table.lay_out(position.view)
        if cost >= WORTH:
            cost = min(cost, self._judge.cost(table, position, verdict.best))
        table.note(position.view, position.move)
        return msgspec.structs.replace(verdict, cost=cost)

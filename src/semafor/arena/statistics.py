"""Statistics of a series of games: lengths, scores, tickets, and the influence of the seat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from semafor.arena.comparisons import Bar, Histogram, Spread, WinCounts, WinShare, parts_of_wins

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Rows = NDArray[Any]

SIDE_FIELDS = ("total", "routes", "ticket_points", "completed", "longest")
"""Columns of a game that are counted for each side."""


class Length(Spread, frozen=True):
    """The length of the games, with a small histogram."""

    histogram: list[Bar]


class SideSummary(msgspec.Struct, frozen=True):
    """The results of one side (a seat, or a team of two)."""

    side: int
    seats: list[int]
    score: Spread
    route_points: Spread
    ticket_points: Spread
    tickets_held: Spread
    tickets_completed: Spread
    longest_line: Spread
    wins: WinShare


class PlaceSummary(msgspec.Struct, frozen=True):
    """The results of the seat that plays first, second, and so on."""

    place: int
    wins: WinShare


class NumberSummary(msgspec.Struct, frozen=True):
    """The statistics of a series of games."""

    games: int
    stuck: int
    """Games that ended because nobody could move (BASE-9)."""
    tied: int
    """Games won by more than one side."""
    turns: Length
    decisions: Length
    score: Spread
    winning_score: Spread
    sides: list[SideSummary]
    turn_order: list[PlaceSummary]


class Tally:
    """Adds up the rows of played games."""

    def __init__(self, players: int, team_size: int) -> None:
        self.players = players
        self.team_size = team_size
        self.sides = players // team_size
        self.games = self.stuck = self.tied = 0
        self.turns, self.decisions = Histogram(), Histogram()
        self.score, self.winning_score = Histogram(), Histogram()
        self.held = [Histogram() for _ in range(self.sides)]
        self.by_side = {field: [Histogram() for _ in range(self.sides)] for field in SIDE_FIELDS}
        self.wins_of_sides, self.wins_in_order = WinCounts(self.sides), WinCounts(players)

    def add(self, rows: Rows) -> None:
        """Add games."""
        self.games += len(rows)
        self.stuck += int(rows["stuck"].sum())
        self.turns.add(rows["turns"])
        self.decisions.add(rows["decisions"])
        self.score.add(rows["total"][:, : self.sides])
        self.winning_score.add(rows["total"][:, : self.sides].max(axis=1))
        self._add_sides(rows)
        self._add_wins(rows)

    def _add_sides(self, rows: Rows) -> None:
        held = tickets_by_side(rows, self.players, self.team_size)
        for side in range(self.sides):
            self.held[side].add(held[:, side])
            for field in SIDE_FIELDS:
                self.by_side[field][side].add(rows[field][:, side])

    def _add_wins(self, rows: Rows) -> None:
        parts = parts_of_wins(rows["rank"][:, : self.sides])
        self.tied += int(((parts > 0).sum(axis=1) > 1).sum())
        self.wins_of_sides.add(parts)
        by_seat = np.repeat(parts, self.team_size, axis=1)
        seats = (rows["first"].astype(np.int64)[:, None] + np.arange(self.players)) % self.players
        self.wins_in_order.add(np.take_along_axis(by_seat, seats, axis=1))

    def summary(self) -> NumberSummary:
        """Return the statistics of all games so far; there must be at least one."""
        return NumberSummary(
            games=self.games,
            stuck=self.stuck,
            tied=self.tied,
            turns=_length(self.turns),
            decisions=_length(self.decisions),
            score=self.score.spread(),
            winning_score=self.winning_score.spread(),
            sides=[self._side(side) for side in range(self.sides)],
            turn_order=[
                PlaceSummary(place + 1, self.wins_in_order.share(place, 1 / self.sides))
                for place in range(self.players)
            ],
        )

    def _side(self, side: int) -> SideSummary:
        spread = {field: self.by_side[field][side].spread() for field in SIDE_FIELDS}
        return SideSummary(
            side=side,
            seats=[side * self.team_size + partner for partner in range(self.team_size)],
            score=spread["total"],
            route_points=spread["routes"],
            ticket_points=spread["ticket_points"],
            tickets_held=self.held[side].spread(),
            tickets_completed=spread["completed"],
            longest_line=spread["longest"],
            wins=self.wins_of_sides.share(side, 1 / self.sides),
        )


def tickets_by_side(rows: Rows, players: int, team_size: int) -> NDArray[np.int64]:
    """Return [game, side]: tickets in the hands of a side and on its rack."""
    seats = rows["tickets"][:, :players].astype(np.int64)
    hands = seats.reshape(len(rows), players // team_size, team_size).sum(axis=2)
    held: NDArray[np.int64] = hands + rows["racked"][:, : players // team_size]
    return held


def _length(histogram: Histogram) -> Length:
    return Length(**msgspec.structs.asdict(histogram.spread()), histogram=histogram.bars())

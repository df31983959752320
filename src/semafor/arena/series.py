"""Series of random games on all cores: threads, since compiled rules run without the GIL."""

from __future__ import annotations

from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from itertools import islice
from typing import TYPE_CHECKING, Any, Protocol

import msgspec
import numpy as np

from semafor.arena.bot_game import BotTable
from semafor.arena.games_file import FailedGame
from semafor.boards.model import Board
from semafor.engine.play import PLAYED
from semafor.errors import BadSetup, SemaforError
from semafor.games.kind import Kind
from semafor.games.lookup import kind_of
from semafor.knowledge.rollouts import play_random

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from semafor.arena.bot_game import Watch
    from semafor.arena.games_file import Outcome, PlayedGame

if TYPE_CHECKING:
    from collections.abc import Generator

    from numpy.typing import NDArray

    from semafor.boards.model import Board

    Rows = NDArray[Any]

CHUNK = 2048
"""Games in one compiled call: about a tenth of a second, so that progress shows and a stop is quick."""


class CannotSimulate(SemaforError):
    """A series that makes no sense on this board."""


class PlaysGames(Protocol):
    """Whoever plays numbered games."""

    def play(self, first: int, last: int) -> Rows:
        """The rows of games `first` to `last` - 1."""


class Series(msgspec.Struct, frozen=True):
    """Games 0, 1, 2, … of one key: the same whoever plays them, in whatever order."""

    kind: Kind
    players: int
    team_size: int
    key: NDArray[np.uint32]

    def play(self, first: int, last: int) -> Rows:
        """The rows of games `first` to `last` - 1."""
        return self.play_in(self.kind.new_work(), first, last)

    def play_in(self, work: np.record, first: int, last: int) -> Rows:
        """The same in a working space of the caller's, where the last game can be looked at."""
        rows = np.zeros(last - first, PLAYED)
        numbers = np.array([first, last, self.players])
        play_random(work, self.kind.facts, self.key, numbers, rows)
        return rows


def new_series(board: Board, players: int, key: NDArray[np.uint32]) -> Series:
    """A series of games on a board; CannotSimulate where it is not played so."""
    if players not in board.options.players:
        allowed = board.options.players
        raise CannotSimulate("players", title=board.title, allowed=allowed, players=players)
    return Series(kind_of(board), players, board.options.team_size, key)


def play_series(
    series: PlaysGames, games: int, cores: int, chunk: int = CHUNK
) -> Generator[Rows, None, None]:
    """All games of a series in pieces, as they are finished; the caller may stop at any piece."""
    spans = ((first, min(first + chunk, games)) for first in range(0, games, chunk))
    with ThreadPoolExecutor(cores) as pool:
        running = {pool.submit(series.play, *span) for span in islice(spans, 2 * cores)}
        try:
            while running:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                running |= {pool.submit(series.play, *span) for span in islice(spans, len(done))}
                for future in done:
                    yield future.result()
        finally:
            for future in running:
                future.cancel()


class Seating(msgspec.Struct, frozen=True):
    """Games 0, 1, 2, … of one seed: the same whoever plays them, in whatever order."""

    board: Board
    bots: tuple[str, ...]
    """By seat."""
    seed: str
    keep_records: bool = False
    """Whether every game comes with all its decisions."""

    def play(self, number: int, watch: Watch | None = None) -> Outcome:
        """Play one of the games to its end."""
        return BotTable(self.board, self.bots, self.seed, number).play(watch, self.keep_records)

    def failed(self, number: int, seat: int, problem: str) -> FailedGame:
        """A game that a bot's seat ended together with its process."""
        return FailedGame(number, 0, self.bots[seat], seat, problem)


def seats_for(bots: tuple[str, ...], players: int) -> tuple[str, ...]:
    """A bot for every seat: as named, or the only one everywhere; BadSetup where the number is wrong."""
    if len(bots) not in (1, players):
        raise BadSetup("bots-for-seats", n=len(bots), players=players)
    return bots if len(bots) == players else bots * players


SIDE_COLUMNS = {
    "total": "score",
    "rank": "rank",
    "completed": "completed",
    "longest": "longest",
    "routes": "route_points",
    "ticket_points": "ticket_points",
}
"""Columns of a row and what a side of a game calls them."""


def rows_of(games: Sequence[PlayedGame]) -> NDArray[Any]:
    """One row a game; `key` stays empty, since the cards come from a seed that is a text."""
    rows = np.zeros(len(games), PLAYED)
    for row, game in zip(rows, games, strict=True):
        row["decisions"], row["turns"] = game.decisions, game.turns
        row["first"], row["stuck"] = game.first, game.stuck
        row["tickets"][: len(game.held)] = game.held
        row["racked"][: len(game.racked)] = game.racked
        for column, name in SIDE_COLUMNS.items():
            row[column][: len(game.sides)] = [getattr(side, name) for side in game.sides]
    return rows

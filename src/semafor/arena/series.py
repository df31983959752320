"""Series of random games on all cores; threads suffice, because compiled rules release the GIL."""

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
from semafor.words import Phrase

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from numpy.typing import NDArray

    from semafor.arena.bot_game import Watch
    from semafor.arena.games_file import Outcome, PlayedGame

    Rows = NDArray[Any]

CHUNK = 2048
"""Games per compiled call: about a tenth of a second, for progress and quick stops."""


class CannotSimulate(SemaforError):
    """The board does not support such a series."""


class PlaysGames(Protocol):
    """Something that plays numbered games."""

    def play(self, first: int, last: int) -> Rows:
        """Return the rows of games `first` to `last` - 1."""


class Series(msgspec.Struct, frozen=True):
    """Games 0, 1, 2, … of one key; each is the same on any machine."""

    kind: Kind
    players: int
    team_size: int
    key: NDArray[np.uint32]

    def play(self, first: int, last: int) -> Rows:
        """Return the rows of games `first` to `last` - 1."""
        return self.play_in(self.kind.new_work(), first, last)

    def play_in(self, work: np.record, first: int, last: int) -> Rows:
        """Return the same, with the caller's working space, which has the last game afterwards."""
        rows = np.zeros(last - first, PLAYED)
        numbers = np.array([first, last, self.players])
        play_random(work, self.kind.facts, self.key, numbers, rows)
        return rows


def new_series(board: Board, players: int, key: NDArray[np.uint32]) -> Series:
    """Return a series of games on a board; raise CannotSimulate for a wrong number of players."""
    if players not in board.options.players:
        allowed = board.options.players
        raise CannotSimulate("players", title=board.title, allowed=allowed, players=players)
    return Series(kind_of(board), players, board.options.team_size, key)


def play_series(
    series: PlaysGames, games: int, cores: int, chunk: int = CHUNK
) -> Generator[Rows, None, None]:
    """Yield all games of a series in chunks, as they finish; the caller may stop at any chunk."""
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
    """Games 0, 1, 2, … of one seed between the same bots."""

    board: Board
    bots: tuple[str, ...]
    """By seat."""
    seed: str
    keep_records: bool = False
    """Whether games are returned with all their decisions."""

    def play(self, number: int, watch: Watch | None = None) -> Outcome:
        """Play a game."""
        return BotTable(self.board, self.bots, self.seed, number).play(watch, self.keep_records)

    def failed(self, number: int, seat: int, problem: Phrase) -> FailedGame:
        """Return a game that failed because a bot ended its process."""
        return FailedGame(number, 0, self.bots[seat], seat, problem)


def seats_for(bots: tuple[str, ...], players: int) -> tuple[str, ...]:
    """Return a bot for every seat: as named, or one for all; raise BadSetup for a wrong number."""
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
"""Columns of a row and the corresponding fields of a side."""


def rows_of(games: Sequence[PlayedGame]) -> NDArray[Any]:
    """Return one row per game; `key` stays empty, because the seed is a text."""
    rows = np.zeros(len(games), PLAYED)
    for row, game in zip(rows, games, strict=True):
        row["decisions"], row["turns"] = game.decisions, game.turns
        row["first"], row["stuck"] = game.first, game.stuck
        row["tickets"][: len(game.held)] = game.held
        row["racked"][: len(game.racked)] = game.racked
        for column, name in SIDE_COLUMNS.items():
            row[column][: len(game.sides)] = [getattr(side, name) for side in game.sides]
    return rows

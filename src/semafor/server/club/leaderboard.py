"""The leaderboard of a club: ratings of all boards and seasons, kept up to date with the results.

A new result changes only the ratings of its players. All ratings are computed again, by a worker, only when
earlier games change their meaning: an account gets or loses a browser, or a result arrives late.
"""

import asyncio
import time
from collections import Counter
from datetime import UTC, datetime

import msgspec

from semafor.server.club import club_messages as msg
from semafor.server.club.game_archive import ArchivedGame, ArchiveState, GameArchive, rated_game
from semafor.server.club.ratings import RatedGame, Rating, add_game
from semafor.server.messages import Seasons
from semafor.server.storage.database_schema import results
from semafor.server.workers.worker_pool import Limits, WorkerPool

MONTHS: dict[Seasons, int] = {"year": 12, "half": 6, "quarter": 3, "month": 1}
RATING_LIMITS = Limits(seconds=600, timeout=1200.0)
NAME_SECONDS = 5.0
"""Time for which a page is shown although somebody on it may have a new name."""


class FiledGame(msgspec.Struct, frozen=True):
    """A rated game with the board and the season that it counts for."""

    board: str
    season: str
    game: RatedGame


class FiledRatings(msgspec.Struct, frozen=True):
    """The ratings of a board in a season; the empty season stands for all of them."""

    board: str
    season: str
    players: dict[str, Rating]


def rate_all(games: list[FiledGame]) -> list[FiledRatings]:
    """Compute all ratings, in a worker."""
    ratings: Ratings = {}
    for game in games:
        _file(ratings, game)
    return [FiledRatings(board, season, players) for (board, season), players in ratings.items()]


Ratings = dict[tuple[str, str], dict[str, Rating]]
"""Ratings of accounts by board and season."""


def _file(ratings: Ratings, game: FiledGame) -> None:
    for season in ("", game.season):
        add_game(ratings.setdefault((game.board, season), {}), game.game)


class Leaderboard:
    """Ratings of a club."""

    def __init__(self, archive: GameArchive, seasons: Seasons) -> None:
        self._archive, self._seasons = archive, seasons
        self._pool = WorkerPool(1)
        self._updating = asyncio.Lock()
        self._state: ArchiveState | None = None
        self._ratings: Ratings = {}
        self._boards: Counter[str] = Counter()
        self._accounts: dict[str, str] = {}
        """The accounts of browsers."""
        self._persons: set[str] = set()
        """All browsers in games that count."""
        self._last = (0.0, "")
        """When the last game that counts finished, and its table."""
        self._pages: dict[tuple[str, str], tuple[float, msg.ClubTable]] = {}

    async def page(self, season: str, board: str) -> msg.ClubTable:
        """Return the leaderboard of a board in a season; by default, of the most played board of all time."""
        await self._update()
        known = self._pages.get((season, board))
        if known is None or known[0] < time.monotonic() - NAME_SECONDS:
            known = time.monotonic(), await self._make_page(season, board)
            if (season, board) == (known[1].season, known[1].board) or not (season or board):
                self._pages[season, board] = known
        return known[1]

    async def ratings_of(self, account: str) -> tuple[msg.MyRating, ...]:
        """Return the ratings of an account on all boards."""
        await self._update()
        return tuple(
            msg.MyRating(board, mine.rating, mine.spread, mine.games)
            for board in sorted(self._boards)
            if (mine := self._ratings[board, ""].get(account)) is not None
        )

    async def close(self) -> None:
        """End the worker."""
        await self._pool.close()

    async def _make_page(self, season: str, board: str) -> msg.ClubTable:
        seasons = sorted({when for _, when in self._ratings if when}, reverse=True)
        shown = (
            board if board in self._boards else next((name for name, _ in self._boards.most_common(1)), "")
        )
        when = season if season in seasons else ""
        ratings = self._ratings.get((shown, when), {})
        names = await self._archive.names(ratings)
        rows = [_row(player, rating, names) for player, rating in ratings.items()]
        kept = sorted((row for row in rows if row is not None), key=lambda row: -row.rating)
        return msg.ClubTable(when, tuple(seasons), shown, tuple(sorted(self._boards)), tuple(kept))

    async def _update(self) -> None:
        """Take account of everything that has changed in the archive."""
        if await self._archive.state() == self._state:
            return
        async with self._updating:
            before, now = self._state, await self._archive.state()
            if now == before:
                return
            if before is None or not await self._add_new(before, now):
                await self._rebuild()
            self._state = now
            self._pages.clear()

    async def _add_new(self, before: ArchiveState, now: ArchiveState) -> bool:
        """Add the games since the last update; return False if earlier games are affected, too."""
        if now[3:] != before[3:] and await self._archive.accounts(self._persons) != self._accounts:
            return False
        recent = await self._archive.games(results.c.counts & (results.c.finished >= self._last[0]))
        new = [game for game in recent if (game.finished, game.table) > self._last]
        if len(new) != now.rated - before.rated:
            return False  # a result arrived late, or was deleted
        for game in await self._filed(new):
            _file(self._ratings, game)
        return True

    async def _rebuild(self) -> None:
        self._state, self._last = None, (0.0, "")
        self._accounts, self._persons, self._boards = {}, set(), Counter()
        games = await self._filed(await self._archive.games(results.c.counts))
        found = await self._pool.run(rate_all, games, RATING_LIMITS)
        self._ratings = {(one.board, one.season): one.players for one in found}

    async def _filed(self, games: list[ArchivedGame]) -> list[FiledGame]:
        """Return the games that are rated."""
        persons = {seat.person for game in games for seat in game.seats if seat.person}
        self._persons |= persons
        self._accounts |= await self._archive.accounts(persons)
        filed = []
        for game in games:
            rated = rated_game(game, self._accounts)
            if rated is not None:
                filed.append(FiledGame(game.board, season_of(game.finished, self._seasons), rated))
                self._boards[game.board] += 1
            self._last = (game.finished, game.table)
        return filed


def _row(player: str, rating: Rating, names: dict[str, str]) -> msg.ClubRow | None:
    """A row of the leaderboard; None for a deleted account."""
    level = player.removeprefix("bot:") if player.startswith("bot:") else None
    if level is None and player not in names:
        return None
    return msg.ClubRow(
        None if level else player,
        names.get(player, ""),
        level,
        rating.rating,
        rating.spread,
        rating.games,
        rating.wins,
    )


def season_of(at: float, kind: Seasons) -> str:
    """The season of a moment, as in `2026` or `2026-4`."""
    day = datetime.fromtimestamp(at, UTC)
    number = (day.month - 1) // MONTHS[kind] + 1
    return str(day.year) if kind == "year" else f"{day.year}-{number}"

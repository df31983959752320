"""The history of a player: results by board, favourite routes, ratings, and games with friends."""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from pathlib import Path
from statistics import fmean
from typing import Any

import msgspec
from sqlalchemy import Row

from semafor.server.club import club_messages as msg
from semafor.server.club.game_archive import ArchivedGame, GameArchive
from semafor.server.club.leaderboard import Leaderboard
from semafor.server.messages import Seasons
from semafor.server.storage.store import Store
from semafor.server.workers.stories import story_file
from semafor.story.review_model import SeatReview

RECENT = 20
FAVOURITES = 8
REVIEWED = 60
"""Newest games of a player for which reviews are looked up."""


class _Accuracies(msgspec.Struct, frozen=True):
    """The part of a review that is read here."""

    whole: bool
    seats: tuple[SeatReview, ...] = ()


class PlayerHistory:
    """Reads the history of players from the archive."""

    def __init__(self, store: Store, stories: Path, seasons: Seasons) -> None:
        self._stories = stories
        self._archive = GameArchive(store)
        self.leaderboard = Leaderboard(self._archive, seasons)

    # ---- me ----------------------------------------------------------------------------------

    async def page(self, name: str, member: str, persons: Collection[str]) -> msg.MemoryPage:
        """The history page of a person."""
        games = await self._archive.games_of(persons)
        mine = [(game, one) for game in games if (one := _only_seat(game, persons)) is not None]
        ratings = await self.leaderboard.ratings_of(member)
        friends = await self._companions(mine, member)
        return await asyncio.to_thread(self._page, name, mine, ratings, friends)

    def _page(
        self,
        name: str,
        mine: list[tuple[ArchivedGame, Row[Any]]],
        ratings: tuple[msg.MyRating, ...],
        friends: tuple[msg.Companion, ...],
    ) -> msg.MemoryPage:
        totals = [(one.total, game.table) for game, one in mine if not game.own_board]
        accuracies = self._accuracies(mine[:REVIEWED])
        return msg.MemoryPage(
            name=name,
            games=len(mine),
            wins=sum(one.won for _, one in mine),
            tickets=sum(one.completed for _, one in mine),
            failed=sum(one.failed for _, one in mine),
            boards=_by_board(mine),
            routes=_favourites(mine),
            best=max(totals)[1] if totals else None,
            best_total=max(totals)[0] if totals else None,
            worst=min(totals)[1] if totals else None,
            worst_total=min(totals)[0] if totals else None,
            accuracy=round(fmean(accuracies), 1) if accuracies else None,
            reviewed=len(accuracies),
            ratings=ratings,
            friends=friends,
            recent=tuple(_line(game, one) for game, one in mine[:RECENT]),
        )

    async def pair(self, member: str, persons: Collection[str], friend: str) -> msg.PairPage | None:
        """The games of two people together; None if there is no such friend."""
        names = await self._archive.names([friend])
        if not names or friend == member:
            return None
        theirs = await self._archive.persons_of(friend)
        games = []
        for game in await self._archive.games_of(persons):
            one, two = _only_seat(game, persons), _only_seat(game, theirs)
            if one is not None and two is not None:
                games.append(
                    msg.PairGame(
                        game.table, game.board, game.finished, one.total, two.total, _ahead(one, two)
                    )
                )
        return msg.PairPage(
            friend=names[friend],
            games=len(games),
            mine=sum(game.ahead > 0 for game in games),
            theirs=sum(game.ahead < 0 for game in games),
            recent=tuple(games[:RECENT]),
        )

    async def _companions(
        self, mine: list[tuple[ArchivedGame, Row[Any]]], member: str
    ) -> tuple[msg.Companion, ...]:
        """The accounts a person has played with, most games first."""
        people = await self._archive.accounts({seat.person for game, _ in mine for seat in game.seats})
        games: Counter[str] = Counter()
        ahead: Counter[str] = Counter()
        behind: Counter[str] = Counter()
        for game, one in mine:
            for other in game.seats:
                found = people.get(other.person)
                if found is None or found == member:
                    continue
                games[found] += 1
                ahead[found] += _ahead(one, other) > 0
                behind[found] += _ahead(one, other) < 0
        names = await self._archive.names(games)
        return tuple(
            msg.Companion(friend, names[friend], n, ahead[friend], behind[friend])
            for friend, n in games.most_common(RECENT)
            if friend in names
        )

    def _accuracies(self, mine: Iterable[tuple[ArchivedGame, Row[Any]]]) -> list[float]:
        """Accuracies of a person in games with a complete review."""
        found = []
        for game, one in mine:
            try:
                told = story_file(self._stories, game.table).read_bytes()
                review = msgspec.json.decode(told, type=_Accuracies)
            except (OSError, msgspec.MsgspecError):
                continue
            found += [seat.accuracy for seat in review.seats if review.whole and seat.seat == one.seat]
        return found


def _only_seat(game: ArchivedGame, persons: Collection[str]) -> Row[Any] | None:
    """The seat of a person in a game; None if they held several."""
    mine = [one for one in game.seats if one.person and one.person in persons]
    return mine[0] if len(mine) == 1 else None


def _ahead(one: Row[Any], two: Row[Any]) -> int:
    """1 if the first ranked above the second, -1 if below, 0 if they tied."""
    return int(one.rank < two.rank) - int(one.rank > two.rank)


def _line(game: ArchivedGame, one: Row[Any]) -> msg.GameLine:
    return msg.GameLine(
        game.table, game.board, game.players, game.finished, one.total, one.rank, one.won, game.counts
    )


def _by_board(mine: list[tuple[ArchivedGame, Row[Any]]]) -> tuple[msg.BoardTally, ...]:
    """Results by board and number of players."""
    groups: dict[tuple[str, int], list[Row[Any]]] = defaultdict(list)
    for game, one in mine:
        groups[game.board, game.players].append(one)
    return tuple(
        msg.BoardTally(
            board,
            players,
            len(rows),
            sum(row.won for row in rows),
            max(row.total for row in rows),
            min(row.total for row in rows),
            round(fmean(row.total for row in rows), 1),
        )
        for (board, players), rows in sorted(groups.items())
    )


def _favourites(mine: list[tuple[ArchivedGame, Row[Any]]]) -> tuple[msg.FavouriteRoute, ...]:
    """The routes that a person claimed most often, on built-in boards."""
    counted: dict[str, Counter[str]] = defaultdict(Counter)
    for game, one in mine:
        if not game.own_board:
            counted[game.board].update(msgspec.json.decode(one.routes, type=list[str]))
    return tuple(
        msg.FavouriteRoute(board, route, n)
        for board, routes in sorted(counted.items())
        for route, n in routes.most_common(FAVOURITES)
    )

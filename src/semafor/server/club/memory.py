"""What the club remembers: results of people, of pairs, and of all who play for ratings."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Row, func, select

from semafor.server.club.memory_messages import (
    BoardTally,
    ClubRow,
    ClubTable,
    Companion,
    FavouriteRoute,
    GameLine,
    MemoryPage,
    MyRating,
    PairGame,
    PairPage,
)
from semafor.server.club.ratings import RatedGame, Standing, rate
from semafor.server.club.seasons import Seasons, season_of
from semafor.server.storage.club_tables import devices, members, result_seats, results
from semafor.server.storage.store import Store
from semafor.server.table.keys import GONE
from semafor.server.workers.stories import story_file
from semafor.story.review_model import SeatReview

RECENT = 20
FAVOURITES = 8
REVIEWED = 60
"""Games of mine, the newest first, that are looked up for reviews."""


class Played(NamedTuple):
    """A game with all who sat there."""

    table: str
    finished: float
    board: str
    own_board: bool
    players: int
    counts: bool
    seats: list[Row[Any]]


class _Accuracies(msgspec.Struct, frozen=True):
    """What is read of a review."""

    whole: bool
    seats: tuple[SeatReview, ...] = ()


class Memory:
    """Reads it."""

    def __init__(self, store: Store, stories: Path, seasons: Seasons) -> None:
        self._store, self._stories, self._seasons = store, stories, seasons
        self._rated: tuple[tuple[int, float, int], list[tuple[Played, RatedGame]]] = ((0, 0.0, 0), [])

    # ---- me ----------------------------------------------------------------------------------

    async def page(self, name: str, member: str, persons: Collection[str]) -> MemoryPage:
        """All that is remembered of a person."""
        games = await self._games_of(persons)
        mine = [(game, one) for game in games if (one := _only_seat(game, persons)) is not None]
        totals = [(one.total, game.table) for game, one in mine if not game.own_board]
        accuracies = await asyncio.to_thread(self._accuracies, mine[:REVIEWED])
        return MemoryPage(
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
            ratings=await self._my_ratings(member),
            friends=await self._companions(mine, member),
            recent=tuple(_line(game, one) for game, one in mine[:RECENT]),
        )

    async def pair(self, member: str, persons: Collection[str], friend: str) -> PairPage | None:
        """Two people and their games together; None where there is no such friend."""
        rows = await self._store.read(select(members.c.name).where(members.c.id == friend))
        if not rows or friend == member:
            return None
        theirs = await self._people({friend})
        games = []
        for game in await self._games_of(persons):
            one, two = _only_seat(game, persons), _only_seat(game, theirs.keys())
            if one is not None and two is not None:
                games.append(
                    PairGame(game.table, game.board, game.finished, one.total, two.total, _ahead(one, two))
                )
        return PairPage(
            friend=rows[0].name,
            games=len(games),
            mine=sum(game.ahead > 0 for game in games),
            theirs=sum(game.ahead < 0 for game in games),
            recent=tuple(games[:RECENT]),
        )

    async def _companions(self, mine: list[tuple[Played, Row[Any]]], member: str) -> tuple[Companion, ...]:
        """Whom I have played with, those with a name for life."""
        people = await self._people(None)
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
        names = await self._names(games)
        return tuple(
            Companion(friend, names[friend], n, ahead[friend], behind[friend])
            for friend, n in games.most_common(RECENT)
            if friend in names
        )

    def _accuracies(self, mine: Iterable[tuple[Played, Row[Any]]]) -> list[float]:
        """My accuracy in games whose story has been told."""
        found = []
        for game, one in mine:
            try:
                told = story_file(self._stories, game.table).read_bytes()
                review = msgspec.json.decode(told, type=_Accuracies)
            except (OSError, msgspec.MsgspecError):
                continue
            found += [seat.accuracy for seat in review.seats if review.whole and seat.seat == one.seat]
        return found

    # ---- the club ----------------------------------------------------------------------------

    async def table(self, season: str, board: str) -> ClubTable:
        """Who stands where, on a board, in a season or ever."""
        games = await self._rated_games()
        boards = Counter(game.board for game, _ in games)
        seasons = sorted({season_of(game.finished, self._seasons) for game, _ in games}, reverse=True)
        shown = board if board in boards else next((name for name, _ in boards.most_common(1)), "")
        when = season if season in seasons else ""
        standings = rate(
            rated
            for game, rated in games
            if game.board == shown and (not when or season_of(game.finished, self._seasons) == when)
        )
        names = await self._names(standings)
        rows = [_club_row(player, standing, names) for player, standing in standings.items()]
        kept = sorted((row for row in rows if row is not None), key=lambda row: -row.rating)
        return ClubTable(when, tuple(seasons), shown, tuple(sorted(boards)), tuple(kept))

    async def _my_ratings(self, member: str) -> tuple[MyRating, ...]:
        by_board: dict[str, list[RatedGame]] = defaultdict(list)
        for game, rated in await self._rated_games():
            by_board[game.board].append(rated)
        found = []
        for board, games in sorted(by_board.items()):
            standing = rate(games).get(member)
            if standing is not None:
                found.append(MyRating(board, standing.rating, standing.spread, standing.games))
        return tuple(found)

    async def _rated_games(self) -> list[tuple[Played, RatedGame]]:
        """All games that count, where everybody is known; read anew when there are more, or more people."""
        many = select(func.count().label("number"), func.max(results.c.finished).label("newest"))
        [so_far] = await self._store.read(many.where(results.c.counts))
        people = await self._people(None)
        key = (so_far.number, so_far.newest or 0.0, len(people))
        if self._rated[0] != key:
            games = await self._games(results.c.counts)
            rated = [(game, found) for game in reversed(games) if (found := _rated(game, people)) is not None]
            self._rated = (key, rated)
        return self._rated[1]

    # ---- the database ------------------------------------------------------------------------

    async def _games_of(self, persons: Collection[str]) -> list[Played]:
        mine = select(result_seats.c.table_id).where(result_seats.c.person.in_(list(persons)))
        return await self._games(results.c.table_id.in_(mine))

    async def _games(self, where: Any) -> list[Played]:
        """Games with their seats, the newest first."""
        found = {
            row.table_id: Played(
                row.table_id, row.finished, row.board, row.own_board, row.players, row.counts, []
            )
            for row in await self._store.read(
                select(results).where(where).order_by(results.c.finished.desc(), results.c.table_id)
            )
        }
        seats = select(result_seats).join(results, results.c.table_id == result_seats.c.table_id).where(where)
        for row in await self._store.read(seats.order_by(result_seats.c.seat)):
            if row.table_id in found:
                found[row.table_id].seats.append(row)
        return list(found.values())

    async def _people(self, only: Collection[str] | None) -> dict[str, str]:
        """Whose each cookie is."""
        query = select(devices.c.person, devices.c.member)
        if only is not None:
            query = query.where(devices.c.member.in_(list(only)))
        return {row.person: row.member for row in await self._store.read(query)}

    async def _names(self, of: Iterable[str]) -> dict[str, str]:
        rows = await self._store.read(select(members.c.id, members.c.name).where(members.c.id.in_(list(of))))
        return {row.id: row.name for row in rows}


def _only_seat(game: Played, persons: Collection[str]) -> Row[Any] | None:
    """A person's seat in a game; none where they played for several."""
    mine = [one for one in game.seats if one.person and one.person in persons]
    return mine[0] if len(mine) == 1 else None


def _ahead(one: Row[Any], two: Row[Any]) -> int:
    """1 if the first ended before the second, -1 if behind, 0 where they shared."""
    return int(one.rank < two.rank) - int(one.rank > two.rank)


def _line(game: Played, one: Row[Any]) -> GameLine:
    return GameLine(
        game.table, game.board, game.players, game.finished, one.total, one.rank, one.won, game.counts
    )


def _by_board(mine: list[tuple[Played, Row[Any]]]) -> tuple[BoardTally, ...]:
    """Results by board and number of players."""
    groups: dict[tuple[str, int], list[Row[Any]]] = defaultdict(list)
    for game, one in mine:
        groups[game.board, game.players].append(one)
    return tuple(
        BoardTally(
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


def _favourites(mine: list[tuple[Played, Row[Any]]]) -> tuple[FavouriteRoute, ...]:
    """The routes that I claimed most often, on built-in boards."""
    counted: dict[str, Counter[str]] = defaultdict(Counter)
    for game, one in mine:
        if not game.own_board:
            counted[game.board].update(msgspec.json.decode(one.routes, type=list[str]))
    return tuple(
        FavouriteRoute(board, route, n)
        for board, routes in sorted(counted.items())
        for route, n in routes.most_common(FAVOURITES)
    )


def _rated(game: Played, people: dict[str, str]) -> RatedGame | None:
    """The game as it is rated; None unless everyone is a bot or has an account, and nobody sits twice.

    A bot that a person was replaced by keeps the result; the person is ranked below everybody else.
    """
    persons = [_account(one, people) for one in game.seats if one.person]
    if None in persons or not persons or len(set(persons)) < len(persons):
        return None
    sides: dict[int, list[str]] = defaultdict(list)
    abandoned: list[str] = []
    for one in game.seats:
        account = str(_account(one, people)) if one.person else ""
        sides[one.side].append(f"bot:{one.level}" if one.level else account)
        if account and one.level:
            abandoned.append(account)
    if len(sides) < 2:
        return None
    ranks = {one.side: one.rank for one in game.seats}
    last = max(ranks.values()) + 1
    return RatedGame(
        (*(tuple(side) for side in sides.values()), *((one,) for one in abandoned)),
        (*(ranks[side] for side in sides), *(last for _ in abandoned)),
    )


def _account(one: Row[Any], people: dict[str, str]) -> str | None:
    """The account of a person's seat, or what stands for a deleted one; None for a guest."""
    return one.person if one.person.startswith(GONE) else people.get(one.person)


def _club_row(player: str, standing: Standing, names: dict[str, str]) -> ClubRow | None:
    """A line of the club's table; whoever was forgotten has none."""
    level = player.removeprefix("bot:") if player.startswith("bot:") else None
    if level is None and player not in names:
        return None
    name = names.get(player, "")
    return ClubRow(
        None if level else player,
        name,
        level,
        standing.rating,
        standing.spread,
        standing.games,
        standing.wins,
    )

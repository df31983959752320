"""Messages about the leaderboard and a player's history."""

from __future__ import annotations

import msgspec


class BoardTally(msgspec.Struct, frozen=True):
    """My games on a board with so many players."""

    board: str
    players: int
    games: int
    wins: int
    best: int
    worst: int
    mean: float


class FavouriteRoute(msgspec.Struct, frozen=True):
    """A route that I like, and how often I claimed it."""

    board: str
    route: str
    times: int


class MyRating(msgspec.Struct, frozen=True):
    """My rating on a board; the true strength lies within the spread, nineteen times in twenty."""

    board: str
    rating: int
    spread: int
    games: int


class Companion(msgspec.Struct, frozen=True):
    """Somebody I have played with: how often I ended before them, and they before me."""

    member: str
    name: str
    games: int
    mine: int
    theirs: int


class GameLine(msgspec.Struct, frozen=True):
    """A game of mine that is over."""

    table: str
    board: str
    players: int
    finished: float
    total: int
    rank: int
    won: bool
    counts: bool


class MemoryPage(msgspec.Struct, frozen=True):
    """GET /api/me/memory."""

    name: str
    games: int
    wins: int
    tickets: int
    """Finished."""
    failed: int
    boards: tuple[BoardTally, ...]
    routes: tuple[FavouriteRoute, ...]
    best: str | None
    """The table of my best result."""
    best_total: int | None
    worst: str | None
    worst_total: int | None
    accuracy: float | None
    """The mean of my games that were reviewed."""
    reviewed: int
    ratings: tuple[MyRating, ...]
    friends: tuple[Companion, ...]
    recent: tuple[GameLine, ...]


class PairGame(msgspec.Struct, frozen=True):
    """A game of two people, with whatever others there were."""

    table: str
    board: str
    finished: float
    mine: int
    theirs: int
    ahead: int
    """1 if I ended before them, -1 if behind, 0 where we shared."""


class PairPage(msgspec.Struct, frozen=True):
    """GET /api/me/with/{member}: me and a friend, 12 : 9."""

    friend: str
    games: int
    mine: int
    theirs: int
    recent: tuple[PairGame, ...]


class ClubRow(msgspec.Struct, frozen=True):
    """A player in the club's table; bots by their level."""

    member: str | None
    name: str
    level: str | None
    rating: int
    spread: int
    games: int
    wins: int


class ClubTable(msgspec.Struct, frozen=True):
    """GET /api/club?season=2026-4&board=europe: an empty season is all of them."""

    season: str
    seasons: tuple[str, ...]
    board: str
    boards: tuple[str, ...]
    rows: tuple[ClubRow, ...]

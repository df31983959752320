"""Messages about the leaderboard and a player's history."""

import msgspec


class BoardTally(msgspec.Struct, frozen=True):
    """My results on a board with a number of players."""

    board: str
    players: int
    games: int
    wins: int
    best: int
    worst: int
    mean: float


class FavouriteRoute(msgspec.Struct, frozen=True):
    """A route that I claimed often, and how often."""

    board: str
    route: str
    times: int


class MyRating(msgspec.Struct, frozen=True):
    """My rating on a board; the true strength lies within the spread with a probability of 95 %."""

    board: str
    rating: int
    spread: int
    games: int


class Companion(msgspec.Struct, frozen=True):
    """A person I have played with: how often I ranked above them, and they above me."""

    member: str
    name: str
    games: int
    mine: int
    theirs: int


class GameLine(msgspec.Struct, frozen=True):
    """A finished game of mine."""

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
    """Finished games."""
    failed: int
    boards: tuple[BoardTally, ...]
    routes: tuple[FavouriteRoute, ...]
    best: str | None
    """The table of my best result."""
    best_total: int | None
    worst: str | None
    worst_total: int | None
    accuracy: float | None
    """Average accuracy in my reviewed games."""
    reviewed: int
    ratings: tuple[MyRating, ...]
    friends: tuple[Companion, ...]
    recent: tuple[GameLine, ...]


class PairGame(msgspec.Struct, frozen=True):
    """A game of two people, possibly with others."""

    table: str
    board: str
    finished: float
    mine: int
    theirs: int
    ahead: int
    """1 if I ranked above them, -1 if below, 0 if we tied."""


class PairPage(msgspec.Struct, frozen=True):
    """GET /api/me/with/{member}: my games with a friend."""

    friend: str
    games: int
    mine: int
    theirs: int
    recent: tuple[PairGame, ...]


class ClubRow(msgspec.Struct, frozen=True):
    """A row of the leaderboard; bots have a level instead of a name."""

    member: str | None
    name: str
    level: str | None
    rating: int
    spread: int
    games: int
    wins: int


class ClubTable(msgspec.Struct, frozen=True):
    """GET /api/club?season=2026-4&board=europe: the leaderboard; an empty season means all."""

    season: str
    seasons: tuple[str, ...]
    board: str
    boards: tuple[str, ...]
    rows: tuple[ClubRow, ...]

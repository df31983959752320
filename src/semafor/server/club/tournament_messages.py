"""Messages about tournaments."""

from typing import Annotated, Literal

import msgspec

from semafor.server.message_fields import MOST_SEATS, Level, PersonName, Sent, Status
from semafor.server.messages import TimeControl


class NewTournament(Sent, frozen=True):
    """POST /api/tournaments."""

    name: PersonName
    board: Annotated[str, msgspec.Meta(max_length=64)] = "europe"
    kind: Literal["swiss", "all"] = "swiss"
    """Swiss pairs neighbours in the standings; `all` lets everyone meet everyone."""
    rounds: Annotated[int, msgspec.Meta(ge=1, le=20)] = 3
    """For Swiss; `all` takes as many rounds as it needs."""
    table_size: Annotated[int, msgspec.Meta(ge=2, le=MOST_SEATS)] = 2
    time: TimeControl = TimeControl()
    """For example a few minutes per game, or a day per decision."""
    rate: bool = False
    """Whether its games are rated; entering means agreeing to that."""
    bots: Annotated[tuple[Level, ...], msgspec.Meta(max_length=32)] = ()
    """Levels of the bots that take part."""


class Withdraw(Sent, frozen=True):
    """POST /api/tournaments/{id}/withdraw: the host withdraws an entrant."""

    entrant: Annotated[int, msgspec.Meta(ge=1, le=2**31 - 1)]


class ChangeBots(Sent, frozen=True):
    """POST /api/tournaments/{id}/bots: the bots that take part from the next round on."""

    bots: Annotated[tuple[Level, ...], msgspec.Meta(max_length=32)]


class TournamentCard(msgspec.Struct, frozen=True):
    """A tournament in a list."""

    id: str
    name: str
    status: Status
    round: int
    """0 before the start."""
    created: float


class Tournaments(msgspec.Struct, frozen=True):
    """GET /api/tournaments: those that I host or have entered."""

    tournaments: tuple[TournamentCard, ...]


class Entrant(msgspec.Struct, frozen=True):
    """An entrant; the name is empty for bots and for deleted accounts."""

    number: int
    name: str
    level: str | None
    withdrawn: bool = False
    """Whether they play no further rounds."""


class StandingLine(msgspec.Struct, frozen=True):
    """A line of the standings: points, then opponents' points (Buchholz), then the total score."""

    entrant: int
    points: float
    met: float
    total: int
    played: int


class TournamentSeat(msgspec.Struct, frozen=True):
    """A seat of a table; the entrant is -1 for a bot that fills an empty seat."""

    entrant: int
    rank: int | None
    total: int | None


class TournamentTable(msgspec.Struct, frozen=True):
    """A table of a round."""

    table: str
    ready: bool
    """Whether the table has been created."""
    over: bool
    seats: tuple[TournamentSeat, ...]


class TournamentRound(msgspec.Struct, frozen=True):
    """A round."""

    tables: tuple[TournamentTable, ...]


class TournamentPage(msgspec.Struct, frozen=True):
    """GET /api/tournaments/{id}, and the response to every request that changes it."""

    tournament: TournamentCard
    setup: NewTournament
    last_round: int
    host: bool
    """Whether I am its host."""
    me: int | None
    """My number as an entrant, if I am one."""
    entrants: tuple[Entrant, ...]
    standings: tuple[StandingLine, ...]
    rounds: tuple[TournamentRound, ...]

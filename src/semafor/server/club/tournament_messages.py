"""The messages about tournaments."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from semafor.server.message_fields import MOST_SEATS, Level, PersonName, Sent, Status
from semafor.server.messages import TimeControl


class NewTournament(Sent, frozen=True):
    """POST /api/tournaments."""

    name: PersonName
    board: Annotated[str, msgspec.Meta(max_length=64)] = "europe"
    kind: Literal["swiss", "all"] = "swiss"
    """Those who stand close together meet, or everyone meets everyone."""
    rounds: Annotated[int, msgspec.Meta(ge=1, le=20)] = 3
    """Swiss; all against all takes as many as it needs."""
    table_size: Annotated[int, msgspec.Meta(ge=2, le=MOST_SEATS)] = 2
    time: TimeControl = TimeControl()
    """One evening, or a day for each decision."""
    rate: bool = False
    """Its games count for ratings: whoever enters agrees to that."""
    bots: Annotated[tuple[Level, ...], msgspec.Meta(max_length=32)] = ()
    """Bots that take part like people."""


class Withdraw(Sent, frozen=True):
    """POST /api/tournaments/{id}/withdraw: the host lets somebody play no further rounds."""

    entrant: Annotated[int, msgspec.Meta(ge=1, le=2**31 - 1)]


class ChangeBots(Sent, frozen=True):
    """POST /api/tournaments/{id}/bots: these bots take part, from the next round on."""

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
    """GET /api/tournaments: those that I lead or take part in."""

    tournaments: tuple[TournamentCard, ...]


class Entrant(msgspec.Struct, frozen=True):
    """Who takes part; the name is empty for bots, and for who was forgotten."""

    number: int
    name: str
    level: str | None
    withdrawn: bool = False
    """Plays no round that is still to come."""


class StandingLine(msgspec.Struct, frozen=True):
    """Somebody's place: points, then the points of those they met, then what they scored."""

    entrant: int
    points: float
    met: float
    total: int
    played: int


class TournamentSeat(msgspec.Struct, frozen=True):
    """A seat of a table; the entrant is -1 for a bot that only fills it."""

    entrant: int
    rank: int | None
    total: int | None


class TournamentTable(msgspec.Struct, frozen=True):
    """A table of a round."""

    table: str
    ready: bool
    """Whether one can go there already."""
    over: bool
    seats: tuple[TournamentSeat, ...]


class TournamentRound(msgspec.Struct, frozen=True):
    """A round."""

    tables: tuple[TournamentTable, ...]


class TournamentPage(msgspec.Struct, frozen=True):
    """GET /api/tournaments/{id}, and the answer to everything that is done there."""

    tournament: TournamentCard
    setup: NewTournament
    last_round: int
    host: bool
    """Whether it is mine to begin."""
    me: int | None
    """My number, if I take part."""
    entrants: tuple[Entrant, ...]
    standings: tuple[StandingLine, ...]
    rounds: tuple[TournamentRound, ...]

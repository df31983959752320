"""The messages over HTTP about tables, and the list of all; `docs/protocol.md` tells the story.

What the server sends has no defaults, so every field is always there. What clients send may leave
out whatever has a default here; unknown fields are refused.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from semafor.boards.model import Name
from semafor.events import Event
from semafor.results import Result
from semafor.server.catalogue_messages import BoardPage, Boards, Bots, OwnBoard, Rules
from semafor.server.message_fields import (
    DAY,
    MOST_SEATS,
    NAME_LENGTH,
    BoardFile,
    Key,
    Level,
    Pace,
    PartPromise,
    PersonName,
    Reason,
    SeatNumber,
    Sent,
    Status,
)
from semafor.server.status_messages import EngineProgress, Health, Network, Problem
from semafor.story.review_model import Review
from semafor.view import View


class SeatPlan(Sent, frozen=True):
    """Who is to sit somewhere: me, a friend with the invitation, anyone, or a bot."""

    kind: Literal["me", "friend", "open", "bot"]
    name: PersonName = ""
    """For `me`; several seats can be mine (pass-and-play on one screen)."""
    level: Level = "medium"
    """For bots."""
    promise: PartPromise | None = None
    """For `me`: the hash of what I add to the deal."""


class TimeControl(Sent, frozen=True):
    """How long players may think; whoever runs out of time is replaced by a bot until they are back."""

    kind: Literal["none", "move", "game"] = "none"
    seconds: Annotated[int, msgspec.Meta(ge=5, le=30 * DAY)] = 600
    """For each decision, or for all decisions of the game together."""
    increment: Annotated[int, msgspec.Meta(ge=0, le=3600)] = 0
    """`game`: seconds won back with each decision."""


class CreateTable(Sent, frozen=True):
    """POST /api/tables."""

    seats: Annotated[tuple[SeatPlan, ...], msgspec.Meta(min_length=1, max_length=MOST_SEATS)]
    board: Annotated[str, msgspec.Meta(max_length=64)] = "europe"
    board_file: BoardFile | None = None
    """Then `board` is ignored."""
    options: dict[str, Any] = {}  # noqa: RUF012  # msgspec copies it
    """Options of the board to change, by name, as in `{"longest_bonus": 0}`."""
    first: SeatNumber | None = None
    """Who begins; None lets chance decide."""
    time: TimeControl = TimeControl()
    public: bool = False
    """Listed for everyone; else found only by its link."""
    spectator_delay: Annotated[int, msgspec.Meta(ge=0, le=3600)] = 0
    """Seconds by which spectators are behind."""
    pace: Pace = "normal"
    """How long bots take for a decision: long enough to follow slowly, as usual, or not at all."""
    hints: bool = False
    """Everyone may ask what a bot would do; such a game never counts for ratings."""
    known_cards: bool = True
    """Shows which cards of each hand everyone saw come into it; else that is left to memory."""
    rate: bool = False
    """The game counts for ratings: whoever sits down agrees to that."""
    word: Annotated[str, msgspec.Meta(max_length=NAME_LENGTH)] = ""
    """Whoever sits down must say it; empty asks for none."""
    start: bool = False
    """Begin at once, if nobody is still to come."""
    seed: Annotated[str, msgspec.Meta(min_length=1, max_length=64)] | None = None
    """For tests and puzzles: whoever knows it knows the deal, so the table says that it was given."""


class ClaimSeat(Sent, frozen=True):
    """POST /api/tables/{id}/seats/{seat}."""

    name: PersonName
    invite: Annotated[str, msgspec.Meta(max_length=64)] = ""
    """The table's invitation; friends' seats need it, open ones do not."""
    promise: PartPromise | None = None
    """The hash of what I add to the deal."""
    word: Annotated[str, msgspec.Meta(max_length=NAME_LENGTH)] = ""
    """Where the table asks for one."""
    agree: bool = False
    """That the game counts for ratings, where it does."""


class LockTable(Sent, frozen=True):
    """POST /api/tables/{id}/lock: while it is locked nobody sits down."""

    locked: bool = True


class PassHost(Sent, frozen=True):
    """POST /api/tables/{id}/host: another person is the host from now on."""

    seat: SeatNumber


class StartTable(Sent, frozen=True):
    """POST /api/tables/{id}/start."""

    fill: bool = False
    """Put bots on the seats that nobody has taken."""
    level: Level = "medium"


class LeaveTable(Sent, frozen=True):
    """POST /api/tables/{id}/leave: before the start the seat is free again, later a bot plays it."""

    seat: SeatNumber | None = None
    """None gives up all of my seats."""


class RemoveSeat(Sent, frozen=True):
    """POST /api/tables/{id}/remove: the host frees a seat, before the start."""

    seat: SeatNumber


class Clock(msgspec.Struct, frozen=True, gc=False):
    """A seat's time at the moment of the message."""

    left: float
    """Seconds left."""
    running: bool


class SeatCard(msgspec.Struct, frozen=True, gc=False):
    """What everyone may know of who sits where."""

    seat: int
    kind: Literal["person", "bot", "free"]
    reserved: bool
    """Free for a friend with the invitation only."""
    name: str
    """Of the person, or empty."""
    level: Level | None
    """Of the bot that plays the seat now, for a person who is away too."""
    away: Reason | None
    """Why a bot plays for the person; the seat can be taken back."""
    online: bool
    pending: bool
    """Whether the table waits for this seat."""
    since: float | None
    """Since when it does (seconds since 1970)."""
    clock: Clock | None
    votes: tuple[int, ...]
    """Seats that want a bot to play for this one."""
    host: bool
    """Whether who sits here made the table."""
    promise: str | None
    """The hash of what who sits here adds to the deal; None if nothing."""
    part: str | None
    """That part, once it is told: from the start on. None for ever if it was not told in time."""


class TableCard(msgspec.Struct, frozen=True, gc=False):
    """A table as everyone may see it."""

    id: str
    board: str
    title: Name
    own_board: bool
    """Not one of the built-in boards: ask for /api/tables/{id}/board."""
    players: int
    status: Status
    public: bool
    seats: tuple[SeatCard, ...]
    first: int | None
    time: TimeControl
    spectator_delay: int
    created: float
    updated: float
    version: int
    deal_promise: str | None
    """The hash of the server's part of the deal, from the beginning; None for a given seed."""
    dealing: bool
    """The cards are being dealt: seats tell the parts that they promised."""
    seed_hash: str | None
    """From the start on: the hash of the seed."""
    seed_given: bool
    """The seed was chosen by who made the table, who may know every card."""
    rated: bool
    """Whether the game may count for ratings: not where the seed was given or hints are allowed."""
    hints: bool
    """Everyone may ask what a bot would do."""
    rematch: str | None
    """The table where the game is played again."""
    winners: tuple[int, ...]
    locked: bool = False
    """Nobody sits down any more."""
    asks_word: bool = False
    """Whoever sits down must say a word."""
    counts: bool = False
    """All who sit here agreed that the game counts for ratings."""


class Tables(msgspec.Struct, frozen=True):
    """GET /api/tables: public tables, those with free seats first."""

    tables: tuple[TableCard, ...]


class MyTable(msgspec.Struct, frozen=True):
    """One of my games."""

    table: TableCard
    seats: tuple[int, ...]
    """Mine."""
    my_turn: bool


class MyTables(msgspec.Struct, frozen=True):
    """GET /api/my: the tables where I sit, by cookie or by keys; mine to move first."""

    tables: tuple[MyTable, ...]


class SeatKey(msgspec.Struct, frozen=True):
    """A seat I hold, and its secret. It is told only once."""

    seat: int
    key: Key


class Seated(msgspec.Struct, frozen=True):
    """The answer to making a table, claiming a seat and a rematch."""

    table: TableCard
    keys: tuple[SeatKey, ...]
    """Of the seats just taken."""
    invite: str | None
    """For the links of friends; put it behind a `#`, where no server sees it. Only for host and invited."""


class ReplayStep(msgspec.Struct, frozen=True):
    """The table of a finished game after so many decisions."""

    step: int
    seat: int | None
    """Who decided; None before the first decision."""
    move: str | None
    events: tuple[Event, ...]
    """What happened in this step, as the viewer sees it."""
    views: tuple[View, ...]
    """One as a seat or a spectator sees it; one for each seat where all is open."""


class Replay(msgspec.Struct, frozen=True):
    """GET /api/tables/{id}/replay?viewer=all|spectator|0…5&first=0&count=50, after the end."""

    table: TableCard
    steps: int
    """The last step."""
    result: Result
    shown: tuple[ReplayStep, ...]


class Story(msgspec.Struct, frozen=True):
    """GET /api/tables/{id}/story, after the end; to be asked again until it is whole or has failed."""

    review: Review | None
    """The curve first, then the whole."""
    done: int
    """Decisions judged so far."""
    of: int
    failed: bool = False


BODIES = (
    OwnBoard,
    CreateTable,
    ClaimSeat,
    StartTable,
    LeaveTable,
    RemoveSeat,
    LockTable,
    PassHost,
)


ANSWERS = (
    Boards,
    BoardPage,
    Rules,
    Bots,
    TableCard,
    Tables,
    MyTables,
    EngineProgress,
    Network,
    Seated,
    Replay,
    Story,
    Health,
    Problem,
)

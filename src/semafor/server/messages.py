"""HTTP messages about boards, tables and the server itself; described in `docs/protocol.md`.

Responses have no defaults, so every field is always present. Requests may omit fields that have a
default here; unknown fields are refused."""

from typing import Annotated, Any, Literal

import msgspec

from semafor.boards.model import Board, Language, Name, Options, Provenance
from semafor.events import Event
from semafor.picture.shapes import Geometry
from semafor.picture.svg.board_picture import BoardLayers
from semafor.picture.tokens import Tokens
from semafor.results import Result
from semafor.rulebook import Rule
from semafor.story.review_model import Review
from semafor.view import View

NAME_LENGTH = 40
CHAT_LENGTH = 500
MOST_SEATS = 6
DAY = 86_400

SeatNumber = Annotated[int, msgspec.Meta(ge=0, lt=MOST_SEATS)]
PersonName = Annotated[str, msgspec.Meta(max_length=NAME_LENGTH)]
Key = Annotated[str, msgspec.Meta(min_length=20, max_length=64, pattern="^[A-Za-z0-9_-]+$")]
"""Key of a seat: it gives access to the seat."""
DecisionId = Annotated[str, msgspec.Meta(min_length=1, max_length=64, pattern="^[A-Za-z0-9_.:-]+$")]
"""Chosen by the client: new for each decision, and the same when that decision is sent again."""
PartPromise = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
"""SHA-256 of a part of the deal, in hexadecimal digits."""
DealPart = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{32}$")]
"""A part of the deal: 32 random hexadecimal digits."""
Level = Literal["easy", "medium", "hard", "expert", "master"]
Pace = Literal["slow", "normal", "instant"]
Status = Literal["open", "playing", "over"]
Reason = Literal["left", "vote", "clock"]
Seasons = Literal["year", "half", "quarter", "month"]
BoardFile = Annotated[str, msgspec.Meta(max_length=262_144)]
"""A user's own board as TOML."""


class Sent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base class of requests; unknown fields are refused."""


class OwnBoard(Sent, frozen=True):
    """POST /api/boards and POST /api/drawings: a user's own board."""

    board_file: BoardFile


class BoardCard(msgspec.Struct, frozen=True):
    """A board in a list."""

    board: str
    title: Name
    players: tuple[int, ...]
    teams: bool
    options: Options
    rules: tuple[str, ...]
    """Families of rules, such as `BASE` and `EUR`."""
    provenance: Provenance
    places: int
    routes: int
    tickets: int


class Boards(msgspec.Struct, frozen=True):
    """GET /api/boards."""

    boards: tuple[BoardCard, ...]
    more: tuple[BoardCard, ...] = ()
    """Boards made in the workshop, without lessons and trained bots."""


class BoardPage(msgspec.Struct, frozen=True):
    """GET /api/boards/{name} and GET /api/tables/{id}/board: everything needed to draw the board."""

    board: Board
    route_names: tuple[str, ...]
    """In the order of `board.routes`; used in moves, views and events."""
    ticket_names: tuple[str, ...]
    """In the order of `board.tickets`."""
    geometry: Geometry | None
    """None for the Card Game."""
    layers: BoardLayers | None
    """The drawing of the static board; None without geometry."""
    tokens: Tokens


class Rules(msgspec.Struct, frozen=True):
    """GET /api/rules/{language}."""

    language: Language
    families: dict[str, str]
    rules: tuple[Rule, ...]


class BotLevel(msgspec.Struct, frozen=True):
    """A level of bots, with its name and description."""

    level: Level
    name: Name
    about: Name


class Bots(msgspec.Struct, frozen=True):
    """GET /api/bots."""

    levels: tuple[BotLevel, ...]


class Health(msgspec.Struct, frozen=True):
    """GET /health."""

    status: Literal["ok", "damaged", "low-disk", "not-stored", "no-database"]
    """`damaged`: the journals of some tables cannot be read; the others work.

    `low-disk`: the disk of the database is nearly full.
    """
    version: str
    damaged: int
    """Requested tables whose journal cannot be read."""


class EngineProgress(msgspec.Struct, frozen=True):
    """GET /api/engine: on a new machine the rules are compiled first, for about a minute."""

    ready: bool
    """Whether games can be played; until then, requests that need the rules wait."""
    share: float
    """Compiled share, from 0 to 1."""
    seconds_left: float | None
    """Estimated seconds left; None while there is no estimate."""


class Network(msgspec.Struct, frozen=True):
    """GET /api/network, for a browser on the server's own machine."""

    address: str | None
    """Address in the local network; None without a network, or for browsers on other machines."""
    open: bool
    """Whether the server can be reached at that address."""


class Problem(msgspec.Struct, frozen=True):
    """The body of every response with status 4xx or 5xx; nothing has changed."""

    code: str
    """Stable, for programs and translations."""
    sentence: str
    """For people, in English."""
    rule: str | None
    """The rule that forbids it, such as `BASE-15`."""
    details: dict[str, Any] = {}
    """Details for the message of the code in any language."""


class SeatPlan(Sent, frozen=True):
    """Plan for a seat: me, a friend with the invitation, anyone, or a bot."""

    kind: Literal["me", "friend", "open", "bot"]
    name: PersonName = ""
    """For `me`; several seats can be mine (pass-and-play on one screen)."""
    level: Level = "medium"
    """For bots."""
    promise: PartPromise | None = None
    """For `me`: hash of my part of the deal."""


class TimeControl(Sent, frozen=True):
    """The clock; a player who runs out of time is replaced by a bot until they come back."""

    kind: Literal["none", "move", "game"] = "none"
    seconds: Annotated[int, msgspec.Meta(ge=5, le=30 * DAY)] = 600
    """Per decision, or for the whole game."""
    increment: Annotated[int, msgspec.Meta(ge=0, le=3600)] = 0
    """`game`: seconds added after each decision."""


class CreateTable(Sent, frozen=True):
    """POST /api/tables."""

    seats: Annotated[tuple[SeatPlan, ...], msgspec.Meta(min_length=1, max_length=MOST_SEATS)]
    board: Annotated[str, msgspec.Meta(max_length=64)] = "europe"
    board_file: BoardFile | None = None
    """Then `board` is ignored."""
    options: dict[str, Any] = {}  # msgspec copies it
    """Options of the board to change, by name, as in `{"longest_bonus": 0}`."""
    first: SeatNumber | None = None
    """Seat that starts; None for a random one."""
    time: TimeControl = TimeControl()
    public: bool = False
    """Whether it is listed for everyone; otherwise it is found only by its link."""
    spectator_delay: Annotated[int, msgspec.Meta(ge=0, le=3600)] = 0
    """Delay for spectators, in seconds."""
    pace: Pace = "normal"
    """How fast bots decide."""
    hints: bool = False
    """Whether players may ask for hints; such a game is never rated."""
    known_cards: bool = True
    """Whether the known cards of each hand are shown; otherwise players must remember them."""
    rate: bool = False
    """Whether the game is rated: needs a clock; sitting down means agreeing to it."""
    word: Annotated[str, msgspec.Meta(max_length=NAME_LENGTH)] = ""
    """Password for sitting down; empty for none."""
    start: bool = False
    """Start at once, if no seat is left for other people."""
    seed: Annotated[str, msgspec.Meta(min_length=1, max_length=64)] | None = None
    """For tests and puzzles; the table shows that the seed was given, since its creator may know the deal."""


class ClaimSeat(Sent, frozen=True):
    """POST /api/tables/{id}/seats/{seat}."""

    name: PersonName
    invite: Annotated[str, msgspec.Meta(max_length=64)] = ""
    """The table's invitation; friends' seats need it, open ones do not."""
    promise: PartPromise | None = None
    """Hash of my part of the deal."""
    word: Annotated[str, msgspec.Meta(max_length=NAME_LENGTH)] = ""
    """The password, if the table has one."""
    agree: bool = False
    """Agreement to a rated game."""


class LockTable(Sent, frozen=True):
    """POST /api/tables/{id}/lock: nobody can sit down while the table is locked."""

    locked: bool = True


class PassHost(Sent, frozen=True):
    """POST /api/tables/{id}/host: make another person the host."""

    seat: SeatNumber


class StartTable(Sent, frozen=True):
    """POST /api/tables/{id}/start."""

    fill: bool = False
    """Whether bots fill the free seats."""
    level: Level = "medium"


class LeaveTable(Sent, frozen=True):
    """POST /api/tables/{id}/leave: before the start the seat is free again, later a bot plays it."""

    seat: SeatNumber | None = None
    """None gives up all of my seats."""


class RemoveSeat(Sent, frozen=True):
    """POST /api/tables/{id}/remove: the host removes a person before the start."""

    seat: SeatNumber


class Clock(msgspec.Struct, frozen=True, gc=False):
    """A seat's clock at the time of the message."""

    left: float
    """Seconds left."""
    running: bool


class SeatCard(msgspec.Struct, frozen=True, gc=False):
    """The public description of a seat."""

    seat: int
    kind: Literal["person", "bot", "free"]
    reserved: bool
    """Whether it needs the invitation."""
    name: str
    """Name of the person, or empty."""
    level: Level | None
    """Level of the bot that plays the seat now, also in place of a person."""
    away: Reason | None
    """Why a bot plays for the person, who can take the seat back."""
    online: bool
    pending: bool
    """Whether the table waits for this seat."""
    since: float | None
    """Time since which it waits (seconds since 1970)."""
    clock: Clock | None
    votes: tuple[int, ...]
    """Seats that voted for a bot in place of this one."""
    host: bool
    """Whether this person made the table."""
    promise: str | None
    """Hash of this person's part of the deal; None if they add none."""
    part: str | None
    """That part once it is revealed; stays None if it was not revealed in time."""
    fallbacks: tuple[int, ...] = ()
    """Steps at which a fast player chose, because the bot failed or took too long."""


class TableCard(msgspec.Struct, frozen=True, gc=False):
    """The public description of a table."""

    id: str
    board: str
    title: Name
    own_board: bool
    """Whether a user made the board; it is at /api/tables/{id}/board."""
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
    """Hash of the server's part of the deal, known from the beginning; None for a given seed."""
    dealing: bool
    """Whether the game is about to start: clients reveal their parts of the deal."""
    seed_hash: str | None
    """Hash of the seed, from the start on."""
    seed_given: bool
    """Whether the table's creator chose the seed, and so may know every card."""
    rated: bool
    """Whether the game could be rated: not with a given seed or hints."""
    hints: bool
    """Whether players may ask for hints."""
    rematch: str | None
    """The table of the rematch."""
    winners: tuple[int, ...]
    locked: bool = False
    """Whether the host has locked the table."""
    asks_word: bool = False
    """Whether sitting down needs a password."""
    counts: bool = False
    """Whether the game is rated."""


class Tables(msgspec.Struct, frozen=True):
    """GET /api/tables: public tables, those with free seats first."""

    tables: tuple[TableCard, ...]


class MyTable(msgspec.Struct, frozen=True):
    """One of my games."""

    table: TableCard
    seats: tuple[int, ...]
    """My seats."""
    my_turn: bool


class MyTables(msgspec.Struct, frozen=True):
    """GET /api/my: the tables where I sit, by cookie or keys; those waiting for me first."""

    tables: tuple[MyTable, ...]


class SeatKey(msgspec.Struct, frozen=True):
    """A seat of mine and its key, which is sent only once."""

    seat: int
    key: Key


class Seated(msgspec.Struct, frozen=True):
    """Response to creating a table, claiming a seat and a rematch."""

    table: TableCard
    keys: tuple[SeatKey, ...]
    """Keys of the seats just taken."""
    invite: str | None
    """For links to friends, behind a `#`, where no server sees it; only for the host and invited people."""


class ReplayStep(msgspec.Struct, frozen=True):
    """A step of a finished game."""

    step: int
    seat: int | None
    """The seat that decided; None before the first decision."""
    move: str | None
    events: tuple[Event, ...]
    """What happened in this step, as the viewer sees it."""
    views: tuple[View, ...]
    """The view of a seat or a spectator; for `all` one view per seat."""


class Replay(msgspec.Struct, frozen=True):
    """GET /api/tables/{id}/replay?viewer=all|spectator|0…5&first=0&count=50, after the end."""

    table: TableCard
    steps: int
    """The last step."""
    result: Result
    shown: tuple[ReplayStep, ...]


class Story(msgspec.Struct, frozen=True):
    """GET /api/tables/{id}/story, after the end; ask again until it is complete or has failed."""

    review: Review | None
    """First the curve alone, then the complete review."""
    done: int
    """Decisions judged so far."""
    of: int
    failed: bool = False

"""Every message between server and clients, in both directions; `docs/protocol.md` tells the story.

What the server sends has no defaults, so every field is always there. What clients send may leave
out whatever has a default here; unknown fields are refused.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from semafor.boards.model import Board, Language, Name, Options, Provenance
from semafor.events import Event
from semafor.fair_deal import FairDeal
from semafor.moves import Card, Move
from semafor.picture.shapes import Chart, Geometry, Region
from semafor.picture.svg.page_layers import BoardLayers
from semafor.picture.tokens import Tokens
from semafor.results import Result
from semafor.rulebook import Rule
from semafor.story.model import Review
from semafor.view import View
from semafor.words import Phrase

NAME_LENGTH = 40
CHAT_LENGTH = 500
MOST_SEATS = 6
DAY = 86_400

SeatNumber = Annotated[int, msgspec.Meta(ge=0, lt=MOST_SEATS)]
PersonName = Annotated[str, msgspec.Meta(max_length=NAME_LENGTH)]
Key = Annotated[str, msgspec.Meta(min_length=20, max_length=64, pattern="^[A-Za-z0-9_-]+$")]
"""The secret of a seat. Whoever has it sits there."""
DecisionId = Annotated[str, msgspec.Meta(min_length=1, max_length=64, pattern="^[A-Za-z0-9_.:-]+$")]
"""Chosen by the client, new for each decision and the same whenever that decision is sent again."""
PartPromise = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
"""SHA-256 of a part of the deal, in hexadecimal digits."""
DealPart = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{32}$")]
"""What a seat adds to the deal: 32 hexadecimal digits that nobody can guess."""
Level = Literal["easy", "medium", "hard", "expert", "master"]
Pace = Literal["slow", "normal", "instant"]
Status = Literal["open", "playing", "over"]
Reason = Literal["left", "vote", "clock"]


# ---- what clients send over HTTP -----------------------------------------------------------------


class _Sent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a client sends."""


class SeatPlan(_Sent, frozen=True):
    """Who is to sit somewhere: me, a friend with the invitation, anyone, or a bot."""

    kind: Literal["me", "friend", "open", "bot"]
    name: PersonName = ""
    """For `me`; several seats can be mine (pass-and-play on one screen)."""
    level: Level = "medium"
    """For bots."""
    promise: PartPromise | None = None
    """For `me`: the hash of what I add to the deal."""


class TimeControl(_Sent, frozen=True):
    """How long players may think; whoever runs out of time is replaced by a bot until they are back."""

    kind: Literal["none", "move", "game"] = "none"
    seconds: Annotated[int, msgspec.Meta(ge=5, le=30 * DAY)] = 600
    """For each decision, or for all decisions of the game together."""
    increment: Annotated[int, msgspec.Meta(ge=0, le=3600)] = 0
    """`game`: seconds won back with each decision."""


BoardFile = Annotated[str, msgspec.Meta(max_length=262_144)]
"""An own board as TOML."""


class OwnBoard(_Sent, frozen=True):
    """POST /api/boards and POST /api/drawings: a board to look at before a table is made of it."""

    board_file: BoardFile


class LookAtSketch(_Sent, frozen=True):
    """POST /api/sketches: a board in the making, as JSON or as its file."""

    board: dict[str, Any] | None = None
    board_file: BoardFile | None = None
    """Then `board` is ignored, and told in the answer."""
    region: Region | None = None
    """The sheet it is drawn on; without one nothing is drawn."""
    language: Language = "en"
    """Of the names on it."""
    ground: bool = True
    """False where the land of this sheet is known already."""


class StudyBoard(_Sent, frozen=True):
    """POST /api/studies: have thousands of games played on a board."""

    board_file: BoardFile
    games: Annotated[int, msgspec.Meta(ge=100, le=5000)] = 2000


class ShareBoard(_Sent, frozen=True):
    """POST /api/shelf: put a board where everyone on this server finds it."""

    board_file: BoardFile
    name: PersonName = ""
    """Of who made it; it may stay empty."""
    study: Annotated[str, msgspec.Meta(max_length=262_144)] | None = None
    """What `semafor study --json` wrote about it."""


class UnshareBoard(_Sent, frozen=True):
    """POST /api/shelf/{id}/remove."""

    key: Key


class CreateTable(_Sent, frozen=True):
    """POST /api/tables."""

    seats: Annotated[tuple[SeatPlan, ...], msgspec.Meta(min_length=1, max_length=MOST_SEATS)]
    board: Annotated[str, msgspec.Meta(max_length=64)] = "europe"
    board_file: BoardFile | None = None
    """Then `board` is ignored."""
    options: dict[str, Any] = {}
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


class ClaimSeat(_Sent, frozen=True):
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


class LockTable(_Sent, frozen=True):
    """POST /api/tables/{id}/lock: while it is locked nobody sits down."""

    locked: bool = True


class PassHost(_Sent, frozen=True):
    """POST /api/tables/{id}/host: another person is the host from now on."""

    seat: SeatNumber


class StartTable(_Sent, frozen=True):
    """POST /api/tables/{id}/start."""

    fill: bool = False
    """Put bots on the seats that nobody has taken."""
    level: Level = "medium"


class LeaveTable(_Sent, frozen=True):
    """POST /api/tables/{id}/leave: before the start the seat is free again, later a bot plays it."""

    seat: SeatNumber | None = None
    """None gives up all of my seats."""


class RemoveSeat(_Sent, frozen=True):
    """POST /api/tables/{id}/remove: the host frees a seat, before the start."""

    seat: SeatNumber


# ---- what the server answers over HTTP -----------------------------------------------------------


class BoardCard(msgspec.Struct, frozen=True):
    """A board in a list."""

    board: str
    title: Name
    players: tuple[int, ...]
    teams: bool
    options: Options
    rules: tuple[str, ...]
    """Families of rules, as in `BASE`, `EUR`."""
    provenance: Provenance
    places: int
    routes: int
    tickets: int


class Boards(msgspec.Struct, frozen=True):
    """GET /api/boards."""

    boards: tuple[BoardCard, ...]


class BoardPage(msgspec.Struct, frozen=True):
    """GET /api/boards/{name} and GET /api/tables/{id}/board: all that is needed to draw it."""

    board: Board
    route_names: tuple[str, ...]
    """In the order of `board.routes`; moves, views and events use these."""
    ticket_names: tuple[str, ...]
    """In the order of `board.tickets`."""
    geometry: Geometry | None
    """None for the Card Game."""
    layers: BoardLayers | None
    """The drawing of the static board; None where there is no geometry."""
    tokens: Tokens


class Remark(msgspec.Struct, frozen=True):
    """A fault, or a piece of advice, with where it belongs in the board: `["routes", 16, "length"]`."""

    path: tuple[str | int, ...]
    told: Phrase
    better: Phrase
    """What would be right."""


class SketchPage(msgspec.Struct, frozen=True):
    """A board in the making as it lies on its sheet."""

    geometry: Geometry
    layers: BoardLayers
    """`ground` is empty where it was not asked for."""
    chart: Chart
    routes: tuple[int, ...]
    """The numbers of the routes that could be drawn, in the order of the drawing."""


class SketchLook(msgspec.Struct, frozen=True):
    """The answer to POST /api/sketches."""

    board: dict[str, Any] | None
    """What the file says, if one was sent."""
    file: str | None
    """The board as TOML; None where its form is wrong."""
    faults: tuple[Remark, ...]
    advice: tuple[Remark, ...]
    """Only of a board without faults."""
    page: SketchPage | None


class StudyTable(msgspec.Struct, frozen=True):
    """A table of a study."""

    title: str
    about: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class StudyTold(msgspec.Struct, frozen=True):
    """A study as one reads it, in one language."""

    lead: str
    figures: tuple[str, ...]
    """What the map can be coloured by."""
    scale: tuple[str, str]
    """What the lightest and the darkest colour mean."""
    map: str
    """An SVG with a group of the classes `heat` and `heat-0`, `heat-1`, … for each figure."""
    tables: tuple[StudyTable, ...]


class StudyFound(msgspec.Struct, frozen=True):
    """A whole study."""

    study: str
    """As `semafor study --json` writes it."""
    en: StudyTold
    pl: StudyTold


class StudyState(msgspec.Struct, frozen=True):
    """POST /api/studies, and GET /api/studies/{id} until it is found or has failed."""

    id: str
    done: int
    """Games played so far."""
    of: int
    found: StudyFound | None = None
    failed: bool = False


class ShortStudy(msgspec.Struct, frozen=True):
    """What a maker's study says of a board, in three numbers."""

    games: int
    turns: float
    """Of a game, on average, with as many players as there can be."""
    margin: float
    """Points between the first and the second, likewise."""


class ShelfCard(msgspec.Struct, frozen=True):
    """A board on the shelf."""

    id: str
    title: Name
    by: str
    """Who made it; may be empty."""
    players: tuple[int, ...]
    places: int
    routes: int
    tickets: int
    shared: float
    """When, in seconds since 1970."""
    plays: int
    """Tables that were made with it."""
    study: ShortStudy | None


class Shelf(msgspec.Struct, frozen=True):
    """GET /api/shelf."""

    boards: tuple[ShelfCard, ...]


class Shared(msgspec.Struct, frozen=True):
    """The answer to POST /api/shelf."""

    card: ShelfCard
    key: str
    """Whoever has it can take the board back."""


class SharedFile(msgspec.Struct, frozen=True):
    """GET /api/boards/{name}/file and GET /api/shelf/{id}/file."""

    board_file: str


class Rules(msgspec.Struct, frozen=True):
    """GET /api/rules/{language}."""

    language: Language
    families: dict[str, str]
    rules: tuple[Rule, ...]


class BotLevel(msgspec.Struct, frozen=True):
    """A level of bots, with what it is called."""

    level: Level
    name: Name
    about: Name


class Bots(msgspec.Struct, frozen=True):
    """GET /api/bots."""

    levels: tuple[BotLevel, ...]


class Clock(msgspec.Struct, frozen=True):
    """A seat's time at the moment of the message."""

    left: float
    """Seconds left."""
    running: bool


class SeatCard(msgspec.Struct, frozen=True):
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


class TableCard(msgspec.Struct, frozen=True):
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


class Health(msgspec.Struct, frozen=True):
    """GET /health."""

    status: Literal["ok", "damaged", "not-stored", "no-database"]
    """`damaged`: the journals of some tables cannot be read, the others go on."""
    version: str
    damaged: int
    """Tables that were asked for and whose journal cannot be read."""


class EngineProgress(msgspec.Struct, frozen=True):
    """GET /api/engine: on a new machine the rules are compiled first, for about a minute."""

    ready: bool
    """Whether games can be played; until then what needs the rules waits."""
    share: float
    """What has been compiled, from 0 to 1."""
    seconds_left: float | None
    """How long it still takes at the pace so far; None while it is too early to say."""


class Network(msgspec.Struct, frozen=True):
    """GET /api/network, for who sits at the server's own machine."""

    address: str | None
    """Where others in the network would find it; None where there is no network, or for anyone else."""
    open: bool
    """Whether it answers there."""


class Problem(msgspec.Struct, frozen=True):
    """The body of every refusal, with status 4xx or 5xx; nothing has changed."""

    code: str
    """Stable, for programs and translations."""
    sentence: str
    """For people, in English."""
    rule: str | None
    """The rule that says so, as in `BASE-15`."""
    details: dict[str, Any] = {}
    """What the words of the code need, in any language."""


# ---- what clients send over the WebSocket --------------------------------------------------------


class Hello(_Sent, frozen=True, tag_field="type", tag="hello"):
    """The first message: who I am and what I know already. Without a key or cookie I only watch."""

    keys: Annotated[tuple[Key, ...], msgspec.Meta(max_length=MOST_SEATS)] = ()
    since: Annotated[int, msgspec.Meta(ge=0)] | None = None
    """The last version I have seen; events before it are not sent again."""


class PromisePart(_Sent, frozen=True, tag_field="type", tag="promise"):
    """What my seat adds to the deal, as a hash, if it was not said when I sat down."""

    seat: SeatNumber
    promise: PartPromise


class TellPart(_Sent, frozen=True, tag_field="type", tag="part"):
    """The part that I promised, told while the cards are dealt."""

    seat: SeatNumber
    part: DealPart


class Decide(_Sent, frozen=True, tag_field="type", tag="decide"):
    """A decision of one of my seats."""

    id: DecisionId
    seat: SeatNumber
    move: Annotated[str, msgspec.Meta(min_length=1, max_length=2000)]
    """Its text, as offered."""


class Undo(_Sent, frozen=True, tag_field="type", tag="undo"):
    """Take back the last step, which was mine and showed nothing hidden."""

    id: DecisionId
    seat: SeatNumber


class Chat(_Sent, frozen=True, tag_field="type", tag="chat"):
    """Something said at the table."""

    id: DecisionId
    seat: SeatNumber
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=CHAT_LENGTH)]


class Vote(_Sent, frozen=True, tag_field="type", tag="vote"):
    """Let a bot play for someone who keeps the table waiting, or not after all."""

    seat: SeatNumber
    """Mine."""
    about: SeatNumber
    yes: bool = True


class TakeBack(_Sent, frozen=True, tag_field="type", tag="take-back"):
    """I am here again and play my seat myself."""

    seat: SeatNumber


class AskHint(_Sent, frozen=True, tag_field="type", tag="hint"):
    """Asks what a bot would do here."""

    seat: SeatNumber


class AskProgress(_Sent, frozen=True, tag_field="type", tag="progress"):
    """Asks what my tickets still need."""

    seat: SeatNumber


class Refresh(_Sent, frozen=True, tag_field="type", tag="refresh"):
    """Tell me everything again."""


class Ping(_Sent, frozen=True, tag_field="type", tag="ping"):
    """Asks for a `pong` with the same number."""

    n: int = 0


ClientMessage = (
    Hello
    | PromisePart
    | TellPart
    | Decide
    | Undo
    | Chat
    | Vote
    | TakeBack
    | AskHint
    | AskProgress
    | Refresh
    | Ping
)


# ---- what the server sends over the WebSocket ----------------------------------------------------


class OfferedMove(msgspec.Struct, frozen=True):
    """A legal move: its text, which is sent back, and its parts, to sort and show it."""

    text: str
    move: Move


class TicketProgress(msgspec.Struct, frozen=True):
    """A ticket, and the cheapest way to complete it from here; in the Card Game, the cards it needs."""

    ticket: str
    done: bool
    possible: bool
    """False if no open connection is left."""
    routes: tuple[str, ...]
    """Of the connection, in order from the ticket's first place."""
    missing: tuple[str, ...]
    """Those of them that are not mine yet."""
    borrowed: tuple[str, ...]
    """Those of them that are others', and used by a station."""
    stations: tuple[str, ...]
    """Places where a station is still to be built for them."""
    pieces: int
    """Needed for the missing ones; in the Card Game, how many cards I still need."""
    cards: dict[Card, int]
    """The Card Game: those cards by colour, before locomotives take the place of some."""


class Sight(msgspec.Struct, frozen=True):
    """The game as one of the connection's seats, or a spectator, sees it."""

    seat: int | None
    view: View
    moves: tuple[OfferedMove, ...]
    """All that the seat may do now; empty while it need not decide."""
    first_event: int
    """The number of the first of these events; the game's first event has number 0.

    Where more are known already, a step was taken back: the others have not happened.
    """
    events: tuple[Event, ...]
    progress: tuple[TicketProgress, ...] | None
    """What each of the seat's tickets still needs; None in an update if that is as it was."""
    undo: bool
    """Whether the seat may take its last step back."""


class ChatLine(msgspec.Struct, frozen=True):
    """Something that was said."""

    number: int
    seat: int
    name: str
    text: str
    at: float


class Ending(msgspec.Struct, frozen=True):
    """How it ended, and the seed that proves the deal."""

    result: Result
    seed: str
    deal: FairDeal | None
    """All parts of which the seed is made; None where it was given."""


class State(msgspec.Struct, frozen=True, tag_field="type", tag="state"):
    """Everything, as the answer to `hello` and `refresh`."""

    version: int
    time: float
    """The server's clock, seconds since 1970."""
    table: TableCard
    you: tuple[int, ...]
    """The seats of this connection; none for a spectator."""
    invite: str | None
    """For the host, and for those who came with it."""
    sights: tuple[Sight, ...]
    """One for each of my seats, or one for a spectator; none before the start."""
    chat: tuple[ChatLine, ...]
    ending: Ending | None


class Update(msgspec.Struct, frozen=True, tag_field="type", tag="update"):
    """What has changed since the version before."""

    version: int
    time: float
    table: TableCard
    sights: tuple[Sight, ...]
    """Empty if the game itself has not changed; `events` holds only the new ones."""
    chat: tuple[ChatLine, ...]
    """New lines only."""
    ending: Ending | None


class Presence(msgspec.Struct, frozen=True, tag_field="type", tag="presence"):
    """Which seats are connected now; has no version."""

    online: tuple[int, ...]


class Ack(msgspec.Struct, frozen=True, tag_field="type", tag="ack"):
    """The decision or chat line with this id is stored and was applied exactly once."""

    id: str
    version: int


class Refusal(msgspec.Struct, frozen=True, tag_field="type", tag="error"):
    """Something was wrong, and nothing has changed."""

    code: str
    sentence: str
    rule: str | None
    id: str | None
    """Of the decision or chat line that was refused."""
    details: dict[str, Any] = {}


class Hint(msgspec.Struct, frozen=True, tag_field="type", tag="hint"):
    """What a bot would do, from what the seat sees."""

    seat: int
    version: int
    move: str
    second: str | None = None
    """The runner-up, of another sort."""
    reasons: tuple[Phrase, ...] = ()
    """Why, the most important first."""
    tickets: tuple[str, ...] = ()
    """Those of mine that the move serves."""


class Progress(msgspec.Struct, frozen=True, tag_field="type", tag="progress"):
    """What each of my tickets still needs."""

    seat: int
    version: int
    tickets: tuple[TicketProgress, ...]


class Pong(msgspec.Struct, frozen=True, tag_field="type", tag="pong"):
    """The answer to `ping`."""

    n: int
    time: float


ServerMessage = State | Update | Presence | Ack | Refusal | Hint | Progress | Pong

HTTP_BODIES = (
    OwnBoard,
    LookAtSketch,
    StudyBoard,
    ShareBoard,
    UnshareBoard,
    CreateTable,
    ClaimSeat,
    StartTable,
    LeaveTable,
    RemoveSeat,
    LockTable,
    PassHost,
)
HTTP_ANSWERS = (
    Boards,
    BoardPage,
    SketchLook,
    StudyState,
    Shelf,
    Shared,
    SharedFile,
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

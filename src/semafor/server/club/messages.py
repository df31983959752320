"""The messages about people, over HTTP; `docs/protocol.md` tells the story."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from semafor.server.message_fields import MOST_SEATS, NAME_LENGTH, Level, PersonName, Sent, Status
from semafor.server.messages import TimeControl
from semafor.words import Language

LABEL_LENGTH = 60
PHRASE_LENGTH = 300

Label = Annotated[str, msgspec.Meta(max_length=LABEL_LENGTH)]


class BecomeMyself(Sent, frozen=True):
    """POST /api/me: take a name for life; this browser is its first device."""

    name: Annotated[str, msgspec.Meta(max_length=NAME_LENGTH)]
    language: Language = "en"
    """Of the passphrase's words."""
    device: Label = ""


class Rename(Sent, frozen=True):
    """POST /api/me/name."""

    name: PersonName


class NewPhrase(Sent, frozen=True):
    """POST /api/me/phrase: another passphrase; the one before opens nothing any more."""

    language: Language = "en"


class JoinDevice(Sent, frozen=True):
    """POST /api/me/join: this browser is mine too, by the passphrase or a code of another device."""

    phrase: Annotated[str, msgspec.Meta(max_length=PHRASE_LENGTH)] = ""
    code: Annotated[str, msgspec.Meta(max_length=64)] = ""
    device: Label = ""


class SignOut(Sent, frozen=True):
    """POST /api/me/sign-out: this browser, or the device of this number, is mine no longer."""

    device: Annotated[int, msgspec.Meta(ge=1, le=2**31 - 1)] | None = None


Coded = Annotated[str, msgspec.Meta(max_length=20_000, pattern="^[A-Za-z0-9_-]+$")]
"""Bytes as text (base64url)."""
CredentialId = Annotated[str, msgspec.Meta(max_length=1400, pattern="^[A-Za-z0-9_-]+$")]


class AddPasskey(Sent, frozen=True):
    """POST /api/me/passkeys: what the browser's `credentials.create` gave."""

    credential: CredentialId
    client_data: Coded
    attestation: Coded
    label: Label = ""


class UsePasskey(Sent, frozen=True):
    """POST /api/me/passkeys/enter: what the browser's `credentials.get` gave; this browser is mine then."""

    credential: CredentialId
    client_data: Coded
    authenticator_data: Coded
    signature: Coded
    user: Coded
    device: Label = ""


class RemovePasskey(Sent, frozen=True):
    """POST /api/me/passkeys/remove: the passkey of this number opens nothing any more."""

    number: Annotated[int, msgspec.Meta(ge=1, le=2**31 - 1)]


class PasskeyChallenge(msgspec.Struct, frozen=True):
    """POST /api/me/passkeys/challenge: what an authenticator is to sign, once and soon."""

    challenge: str
    rp: str
    """The name of the server, to which a passkey belongs."""
    user: str
    """Who makes a passkey; empty for who has no name yet here, and wants to sign in."""
    algorithms: tuple[int, ...]
    known: tuple[str, ...]
    """Passkeys that need not be made again."""


class Passkey(msgspec.Struct, frozen=True):
    """A passkey of mine; the server has its public half only."""

    number: int
    label: str
    added: float
    used: float | None


class Device(msgspec.Struct, frozen=True):
    """A browser of mine."""

    number: int
    label: str
    added: float
    here: bool
    """Whether it is the one that asks."""


class Me(msgspec.Struct, frozen=True):
    """GET /api/me: who I am; `name` is None for whoever plays without a name for life."""

    name: str | None
    member: str | None
    """By which others find my page."""
    created: float | None
    devices: tuple[Device, ...]
    passkeys: tuple[Passkey, ...] = ()


class Myself(msgspec.Struct, frozen=True):
    """The answer to taking a name, and to a new passphrase, which is told only now."""

    me: Me
    phrase: str


class DeviceCode(msgspec.Struct, frozen=True):
    """POST /api/me/code: what joins one more device, once and soon; put it behind a `#`."""

    code: str
    until: float


# ---- my turn reaches me --------------------------------------------------------------------------


class PushTarget(Sent, frozen=True):
    """What a browser says of itself when it may be told something (`PushSubscription.toJSON()`)."""

    endpoint: Annotated[str, msgspec.Meta(max_length=1000)]
    p256dh: Annotated[str, msgspec.Meta(max_length=120)]
    auth: Annotated[str, msgspec.Meta(max_length=40)]


class WatchTable(Sent, frozen=True):
    """POST /api/tables/{id}/notices: whether I want to be told that it is my turn here, and how."""

    push: bool = False
    mail: bool = False
    target: PushTarget | None = None
    """Of this browser; told once, it serves all tables."""
    language: Language = "en"


class Notices(msgspec.Struct, frozen=True):
    """GET /api/tables/{id}/notices."""

    push: bool
    mail: bool
    mail_possible: bool
    """I have an address that is confirmed, and the server can send mail."""
    offered: bool
    """Whether to speak of it: not before a first game with friends."""
    key: str
    """The server's public key, with which a browser subscribes."""


Minute = Annotated[int, msgspec.Meta(ge=0, lt=24 * 60)]


class QuietHours(Sent, frozen=True):
    """Between these times of day nothing is sent; what is still true afterwards is told then."""

    begin: Minute
    end: Minute
    zone: Annotated[str, msgspec.Meta(max_length=64)]


class SetNotices(Sent, frozen=True):
    """POST /api/me/notices: None for no quiet hours."""

    quiet: QuietHours | None = None


class SetMail(Sent, frozen=True):
    """POST /api/me/mail: a letter with a link comes first; an empty address deletes it."""

    address: Annotated[str, msgspec.Meta(max_length=254)]
    language: Language = "en"


class MailToken(Sent, frozen=True):
    """POST /api/mail/confirm: what stands in a letter behind the `#`."""

    token: Annotated[str, msgspec.Meta(max_length=200)]


class NoticeSettings(msgspec.Struct, frozen=True):
    """GET /api/me/notices."""

    quiet: QuietHours | None
    mail: str | None
    mail_confirmed: bool
    mail_sent: bool
    """Whether this server can send mail at all."""


class Done(msgspec.Struct, frozen=True):
    """It is done."""

    done: bool = True


# ---- memory --------------------------------------------------------------------------------------


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


# ---- tournaments ---------------------------------------------------------------------------------


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


BODIES: tuple[type, ...] = (
    BecomeMyself,
    Rename,
    NewPhrase,
    JoinDevice,
    SignOut,
    AddPasskey,
    UsePasskey,
    RemovePasskey,
    WatchTable,
    SetNotices,
    SetMail,
    MailToken,
    NewTournament,
    Withdraw,
    ChangeBots,
)
ANSWERS: tuple[type, ...] = (
    Me,
    Myself,
    DeviceCode,
    PasskeyChallenge,
    Notices,
    NoticeSettings,
    Done,
    MemoryPage,
    PairPage,
    ClubTable,
    Tournaments,
    TournamentPage,
)

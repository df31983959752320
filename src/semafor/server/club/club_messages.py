"""All HTTP messages of the club, described in `docs/protocol.md`."""

from typing import Annotated, Literal

import msgspec

from semafor.server.messages import MOST_SEATS, NAME_LENGTH, Level, PersonName, Sent, Status, TimeControl
from semafor.words import Language

LABEL_LENGTH = 60


PHRASE_LENGTH = 300


Label = Annotated[str, msgspec.Meta(max_length=LABEL_LENGTH)]


class BecomeMyself(Sent, frozen=True):
    """POST /api/me: create an account; this browser becomes its first device."""

    name: Annotated[str, msgspec.Meta(max_length=NAME_LENGTH)]
    language: Language = "en"
    """Language of the passphrase."""
    device: Label = ""


class Rename(Sent, frozen=True):
    """POST /api/me/name."""

    name: PersonName


class NewPhrase(Sent, frozen=True):
    """POST /api/me/phrase: replace the passphrase."""

    language: Language = "en"


class JoinDevice(Sent, frozen=True):
    """POST /api/me/join: sign in with the passphrase or with a code from another device."""

    phrase: Annotated[str, msgspec.Meta(max_length=PHRASE_LENGTH)] = ""
    code: Annotated[str, msgspec.Meta(max_length=64)] = ""
    device: Label = ""


class SignOut(Sent, frozen=True):
    """POST /api/me/sign-out: sign out this browser or the device of this number."""

    device: Annotated[int, msgspec.Meta(ge=1, le=2**31 - 1)] | None = None


Coded = Annotated[str, msgspec.Meta(max_length=20_000, pattern="^[A-Za-z0-9_-]+$")]
"""Bytes as base64url."""


CredentialId = Annotated[str, msgspec.Meta(max_length=1400, pattern="^[A-Za-z0-9_-]+$")]


class AddPasskey(Sent, frozen=True):
    """POST /api/me/passkeys: the result of the browser's `credentials.create`."""

    credential: CredentialId
    client_data: Coded
    attestation: Coded
    label: Label = ""


class UsePasskey(Sent, frozen=True):
    """POST /api/me/passkeys/enter: sign in with the result of the browser's `credentials.get`."""

    credential: CredentialId
    client_data: Coded
    authenticator_data: Coded
    signature: Coded
    user: Coded
    device: Label = ""


class RemovePasskey(Sent, frozen=True):
    """POST /api/me/passkeys/remove: remove the passkey of this number."""

    number: Annotated[int, msgspec.Meta(ge=1, le=2**31 - 1)]


class PasskeyChallenge(msgspec.Struct, frozen=True):
    """POST /api/me/passkeys/challenge: a challenge to sign, valid once and for a few minutes."""

    challenge: str
    rp: str
    """The relying party: the host name of the server."""
    user: str
    """The account that creates a passkey; empty for signing in."""
    algorithms: tuple[int, ...]
    known: tuple[str, ...]
    """Credentials that the account already has."""


class Passkey(msgspec.Struct, frozen=True):
    """A passkey of mine; the server stores only its public key."""

    number: int
    label: str
    added: float
    used: float | None


class Device(msgspec.Struct, frozen=True):
    """A signed-in browser of mine."""

    number: int
    label: str
    added: float
    here: bool
    """Whether it sent this request."""


class Me(msgspec.Struct, frozen=True):
    """GET /api/me: my account; `name` is None without one."""

    name: str | None
    member: str | None
    """My account id, for links to my page."""
    created: float | None
    devices: tuple[Device, ...]
    passkeys: tuple[Passkey, ...] = ()


class Myself(msgspec.Struct, frozen=True):
    """A new account or a new passphrase, which is shown only once."""

    me: Me
    phrase: str


class DeviceCode(msgspec.Struct, frozen=True):
    """POST /api/me/code: a code that signs in one more device, once, for ten minutes; put it behind a `#`."""

    code: str
    until: float


class PushTarget(Sent, frozen=True):
    """A push subscription of a browser (`PushSubscription.toJSON()`)."""

    endpoint: Annotated[str, msgspec.Meta(max_length=1000)]
    p256dh: Annotated[str, msgspec.Meta(max_length=120)]
    auth: Annotated[str, msgspec.Meta(max_length=40)]


class WatchTable(Sent, frozen=True):
    """POST /api/tables/{id}/notices: switch notifications for this table on or off."""

    push: bool = False
    mail: bool = False
    target: PushTarget | None = None
    """The subscription of this browser; sent once, it serves all tables."""
    language: Language = "en"


class Notices(msgspec.Struct, frozen=True):
    """GET /api/tables/{id}/notices."""

    push: bool
    mail: bool
    mail_possible: bool
    """Whether I have a confirmed address and the server can send mail."""
    offered: bool
    """Whether to offer notifications: not before a first game with friends."""
    key: str
    """The server's public key for push subscriptions."""


Minute = Annotated[int, msgspec.Meta(ge=0, lt=24 * 60)]


class QuietHours(Sent, frozen=True):
    """Times of day between which nothing is sent; what is still true afterwards is sent then."""

    begin: Minute
    end: Minute
    zone: Annotated[str, msgspec.Meta(max_length=64)]


class SetNotices(Sent, frozen=True):
    """POST /api/me/notices: set quiet hours, or None for none."""

    quiet: QuietHours | None = None


class SetMail(Sent, frozen=True):
    """POST /api/me/mail: set an address, which is confirmed by mail; an empty one deletes it."""

    address: Annotated[str, msgspec.Meta(max_length=254)]
    language: Language = "en"


class MailToken(Sent, frozen=True):
    """POST /api/mail/confirm: the token from the link in the mail."""

    token: Annotated[str, msgspec.Meta(max_length=200)]


class NoticeSettings(msgspec.Struct, frozen=True):
    """GET /api/me/notices."""

    quiet: QuietHours | None
    mail: str | None
    mail_confirmed: bool
    mail_sent: bool
    """Whether this server can send mail."""


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


class Success(msgspec.Struct, frozen=True):
    """An empty success response."""

    done: bool = True

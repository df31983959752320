"""Messages of the WebSocket in both directions; described in `docs/protocol.md`.

Messages of the server have few defaults, so that almost every field is always present.
"""

from typing import Annotated, Any

import msgspec

from semafor.events import Event
from semafor.fair_deal import FairDeal
from semafor.moves import Move, Payment
from semafor.results import Result
from semafor.server.messages import (
    CHAT_LENGTH,
    MOST_SEATS,
    DealPart,
    DecisionId,
    Key,
    PartPromise,
    SeatNumber,
    Sent,
    TableCard,
)
from semafor.view import TicketProgress, View
from semafor.words import Phrase

# ---- from clients --------------------------------------------------------------------------------


class Hello(Sent, frozen=True, tag_field="type", tag="hello"):
    """The first message: identifies the client. Without a key or cookie it is a spectator."""

    keys: Annotated[tuple[Key, ...], msgspec.Meta(max_length=MOST_SEATS)] = ()
    since: Annotated[int, msgspec.Meta(ge=0)] | None = None
    """The last version that the client has; events before it are not sent again."""


class PromisePart(Sent, frozen=True, tag_field="type", tag="promise"):
    """Hash of the seat's part of the deal, if it was not sent when the seat was taken."""

    seat: SeatNumber
    promise: PartPromise


class TellPart(Sent, frozen=True, tag_field="type", tag="part"):
    """Reveals the promised part of the deal."""

    seat: SeatNumber
    part: DealPart


class Decide(Sent, frozen=True, tag_field="type", tag="decide"):
    """A decision of one of the client's seats."""

    id: DecisionId
    seat: SeatNumber
    move: Annotated[str, msgspec.Meta(min_length=1, max_length=2000)]
    """The text of an offered move."""


class Undo(Sent, frozen=True, tag_field="type", tag="undo"):
    """Undo the last step, which was made by this seat and revealed nothing hidden."""

    id: DecisionId
    seat: SeatNumber


class Chat(Sent, frozen=True, tag_field="type", tag="chat"):
    """A chat line to send."""

    id: DecisionId
    seat: SeatNumber
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=CHAT_LENGTH)]


class Vote(Sent, frozen=True, tag_field="type", tag="vote"):
    """Vote for a bot in place of a player who keeps the table waiting, or withdraw the vote."""

    seat: SeatNumber
    """The seat that votes."""
    about: SeatNumber
    yes: bool = True


class TakeBack(Sent, frozen=True, tag_field="type", tag="take-back"):
    """Take the seat back from a bot."""

    seat: SeatNumber


class AskHint(Sent, frozen=True, tag_field="type", tag="hint"):
    """Ask for a hint."""

    seat: SeatNumber


class AskProgress(Sent, frozen=True, tag_field="type", tag="progress"):
    """Ask what the tickets of a seat still need."""

    seat: SeatNumber


class AskRoute(Sent, frozen=True, tag_field="type", tag="route"):
    """Ask what prevents a seat from claiming a route."""

    seat: SeatNumber
    route: str


class Refresh(Sent, frozen=True, tag_field="type", tag="refresh"):
    """Ask for the full state."""


class Ping(Sent, frozen=True, tag_field="type", tag="ping"):
    """Ask for a `pong` with the same number."""

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
    | AskRoute
    | Refresh
    | Ping
)


# ---- from the server -----------------------------------------------------------------------------


class OfferedMove(msgspec.Struct, frozen=True, gc=False):
    """A legal move: the text to send back, and the move itself."""

    text: str
    move: Move


class Sight(msgspec.Struct, frozen=True, gc=False):
    """The game as one of the connection's seats, or a spectator, sees it."""

    seat: int | None
    view: View
    moves: tuple[OfferedMove, ...]
    """Legal moves of the seat; empty while it need not decide."""
    first_event: int
    """Number of the first of these events, counted from 0.

    If the client has more events, a step was undone: the others are no longer valid.
    """
    events: tuple[Event, ...]
    progress: tuple[TicketProgress, ...] | None
    """What each ticket of the seat still needs; None in an update if that has not changed."""
    undo: bool
    """Whether the seat can undo its last step."""


class ChatLine(msgspec.Struct, frozen=True, gc=False):
    """A chat line."""

    number: int
    seat: int
    name: str
    text: str
    at: float


class Ending(msgspec.Struct, frozen=True):
    """The result, and the seed that proves the deal."""

    result: Result
    seed: str
    deal: FairDeal | None
    """All parts of the seed; None if the seed was given."""


class State(msgspec.Struct, frozen=True, tag_field="type", tag="state"):
    """The full state: the answer to `hello` and `refresh`."""

    version: int
    time: float
    """Time of the server, in seconds since 1970."""
    table: TableCard
    you: tuple[int, ...]
    """Seats of this client; empty for a spectator."""
    invite: str | None
    """The invitation, for the host and invited people."""
    sights: tuple[Sight, ...]
    """One per seat of the client, or one for a spectator; empty before the start."""
    chat: tuple[ChatLine, ...]
    ending: Ending | None


class Update(msgspec.Struct, frozen=True, tag_field="type", tag="update", gc=False):
    """Changes since the previous version."""

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
    """An error; nothing has changed."""

    code: str
    sentence: str
    rule: str | None
    id: str | None
    """Id of the decision or chat line that was refused."""
    details: dict[str, Any] = {}


class Hint(msgspec.Struct, frozen=True, tag_field="type", tag="hint"):
    """The move that a bot would make, based on the view of the seat."""

    seat: int
    version: int
    move: str
    second: str | None = None
    """The best move of another kind."""
    reasons: tuple[Phrase, ...] = ()
    """Reasons for the move, the most important first."""
    tickets: tuple[str, ...] = ()
    """Tickets of the seat that the move helps to complete."""


class Progress(msgspec.Struct, frozen=True, tag_field="type", tag="progress", gc=False):
    """What each ticket of the seat still needs."""

    seat: int
    version: int
    tickets: tuple[TicketProgress, ...]


class RouteCheck(msgspec.Struct, frozen=True, tag_field="type", tag="route"):
    """What prevents a seat from claiming a route, apart from whose turn it is."""

    seat: int
    version: int
    route: str
    reason: Phrase | None
    """None if nothing prevents it."""
    rule: str | None
    payment: Payment
    """The payment from the seat's cards that is closest to complete."""
    short: int
    """Number of missing cards."""


class Pong(msgspec.Struct, frozen=True, tag_field="type", tag="pong"):
    """The answer to `ping`."""

    n: int
    time: float


ServerMessage = State | Update | Presence | Ack | Refusal | Hint | Progress | RouteCheck | Pong

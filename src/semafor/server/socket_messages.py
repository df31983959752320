"""The messages of the WebSocket, in both directions; `docs/protocol.md` tells the story.

What the server sends has no defaults where it can be helped, so every field is always there.
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

# ---- what clients send ---------------------------------------------------------------------------


class Hello(Sent, frozen=True, tag_field="type", tag="hello"):
    """The first message: who I am and what I know already. Without a key or cookie I only watch."""

    keys: Annotated[tuple[Key, ...], msgspec.Meta(max_length=MOST_SEATS)] = ()
    since: Annotated[int, msgspec.Meta(ge=0)] | None = None
    """The last version I have seen; events before it are not sent again."""


class PromisePart(Sent, frozen=True, tag_field="type", tag="promise"):
    """What my seat adds to the deal, as a hash, if it was not said when I sat down."""

    seat: SeatNumber
    promise: PartPromise


class TellPart(Sent, frozen=True, tag_field="type", tag="part"):
    """The part that I promised, told while the cards are dealt."""

    seat: SeatNumber
    part: DealPart


class Decide(Sent, frozen=True, tag_field="type", tag="decide"):
    """A decision of one of my seats."""

    id: DecisionId
    seat: SeatNumber
    move: Annotated[str, msgspec.Meta(min_length=1, max_length=2000)]
    """Its text, as offered."""


class Undo(Sent, frozen=True, tag_field="type", tag="undo"):
    """Take back the last step, which was mine and showed nothing hidden."""

    id: DecisionId
    seat: SeatNumber


class Chat(Sent, frozen=True, tag_field="type", tag="chat"):
    """Something said at the table."""

    id: DecisionId
    seat: SeatNumber
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=CHAT_LENGTH)]


class Vote(Sent, frozen=True, tag_field="type", tag="vote"):
    """Let a bot play for someone who keeps the table waiting, or not after all."""

    seat: SeatNumber
    """Mine."""
    about: SeatNumber
    yes: bool = True


class TakeBack(Sent, frozen=True, tag_field="type", tag="take-back"):
    """I am here again and play my seat myself."""

    seat: SeatNumber


class AskHint(Sent, frozen=True, tag_field="type", tag="hint"):
    """Asks what a bot would do here."""

    seat: SeatNumber


class AskProgress(Sent, frozen=True, tag_field="type", tag="progress"):
    """Asks what my tickets still need."""

    seat: SeatNumber


class AskRoute(Sent, frozen=True, tag_field="type", tag="route"):
    """Asks what prevents me from claiming a route."""

    seat: SeatNumber
    route: str


class Refresh(Sent, frozen=True, tag_field="type", tag="refresh"):
    """Tell me everything again."""


class Ping(Sent, frozen=True, tag_field="type", tag="ping"):
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
    | AskRoute
    | Refresh
    | Ping
)


# ---- what the server sends -----------------------------------------------------------------------


class OfferedMove(msgspec.Struct, frozen=True, gc=False):
    """A legal move: its text, which is sent back, and its parts, to sort and show it."""

    text: str
    move: Move


class Sight(msgspec.Struct, frozen=True, gc=False):
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


class ChatLine(msgspec.Struct, frozen=True, gc=False):
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


class Update(msgspec.Struct, frozen=True, tag_field="type", tag="update", gc=False):
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


class Progress(msgspec.Struct, frozen=True, tag_field="type", tag="progress", gc=False):
    """What each of my tickets still needs."""

    seat: int
    version: int
    tickets: tuple[TicketProgress, ...]


class RouteCheck(msgspec.Struct, frozen=True, tag_field="type", tag="route"):
    """What prevents a seat from claiming a route, apart from whose turn it is."""

    seat: int
    version: int
    route: str
    reason: Phrase | None
    """None if nothing does."""
    rule: str | None
    payment: Payment
    """The cards of the seat that come nearest to paying for it."""
    short: int
    """How many cards are missing."""


class Pong(msgspec.Struct, frozen=True, tag_field="type", tag="pong"):
    """The answer to `ping`."""

    n: int
    time: float


ServerMessage = State | Update | Presence | Ack | Refusal | Hint | Progress | RouteCheck | Pong

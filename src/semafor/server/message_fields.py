"""Types of message fields, and the base class of requests."""

from typing import Annotated, Literal

import msgspec

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

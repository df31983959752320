"""The journal: everything that ever happens at a table, as small values kept in order.

A table is its setup and its journal. Whoever applies the same entries in the same order, today, after
a restart or in another process, has the same table.
"""

from __future__ import annotations

import msgspec

from semafor.server.message_fields import Level, Reason


class _Entry(msgspec.Struct, frozen=True, tag_field="entry", omit_defaults=True):
    """Something that happened at a table."""


class Sat(_Entry, frozen=True, tag="sat"):
    """A person took a seat."""

    seat: int
    name: str
    person: str
    """The hash of the browser's cookie."""
    key: str
    """The hash of the seat's key."""
    host: bool | None = None
    """Whether they made the table; None in journals of older versions."""
    invited: bool | None = None
    """Whether they came with the invitation; None likewise."""
    promise: str = ""
    """The hash of what they add to the deal; empty if they add nothing."""
    agreed: bool = True
    """Whether they agreed that the game counts, where it may."""


class BotSat(_Entry, frozen=True, tag="bot-sat"):
    """A bot was put on a free seat."""

    seat: int
    level: Level


class Left(_Entry, frozen=True, tag="left"):
    """A person gave a seat up, before the start."""

    seat: int


class Removed(_Entry, frozen=True, tag="removed"):
    """The host asked a person to give a seat up, before the start."""

    seat: int
    person: str
    """The hash of that browser's cookie, which may not sit down here again."""


class Rekeyed(_Entry, frozen=True, tag="rekeyed"):
    """The key of a seat opens nothing any more: a device of who sits there was signed out."""

    seat: int
    key: str
    """What is stored of another key, which nobody has."""


class Forgotten(_Entry, frozen=True, tag="forgotten"):
    """Who sits here wanted to be forgotten: neither key nor browser opens the seat any more."""

    seat: int
    person: str
    """Stands for them from now on, and for nobody else."""


class Locked(_Entry, frozen=True, tag="locked"):
    """The host lets nobody sit down any more, or somebody again."""

    locked: bool


class HostPassed(_Entry, frozen=True, tag="host-passed"):
    """Another person is the host."""

    seat: int


class Promised(_Entry, frozen=True, tag="promised"):
    """A seat said what it adds to the deal, as a hash."""

    seat: int
    promise: str


class Agreed(_Entry, frozen=True, tag="agreed"):
    """Who was seated for another game agreed that it counts."""

    seat: int


class Dealing(_Entry, frozen=True, tag="dealing"):
    """All seats are taken and the game shall begin: from now on the promised parts are told."""


class Told(_Entry, frozen=True, tag="told"):
    """A seat told the part it had promised."""

    seat: int
    part: str


class Began(_Entry, frozen=True, tag="began"):
    """The cards were dealt."""

    seed: str


class Decided(_Entry, frozen=True, tag="decided"):
    """A seat decided."""

    id: str
    seat: int
    move: str


class Undone(_Entry, frozen=True, tag="undone"):
    """A seat took its last step back."""

    id: str
    seat: int


class Said(_Entry, frozen=True, tag="said"):
    """A person said something."""

    id: str
    seat: int
    text: str


class Voted(_Entry, frozen=True, tag="voted"):
    """A seat wants a bot to play for another, or no longer."""

    seat: int
    about: int
    yes: bool


class Replaced(_Entry, frozen=True, tag="replaced"):
    """A bot plays for a person who is away."""

    seat: int
    level: Level
    why: Reason


class CameBack(_Entry, frozen=True, tag="came-back"):
    """The person plays again."""

    seat: int


class Resumed(_Entry, frozen=True, tag="resumed"):
    """The server goes on after an outage, or with another clock."""

    seconds: float
    """By which running clocks are moved, so that nobody has lost time; negative to move them back."""


class PlayedAgain(_Entry, frozen=True, tag="played-again"):
    """There is a table for the rematch."""

    table: str


Entry = (
    Sat
    | BotSat
    | Left
    | Removed
    | Rekeyed
    | Forgotten
    | Locked
    | HostPassed
    | Promised
    | Agreed
    | Dealing
    | Told
    | Began
    | Decided
    | Undone
    | Said
    | Voted
    | Replaced
    | CameBack
    | Resumed
    | PlayedAgain
)


class Written(msgspec.Struct, frozen=True):
    """An entry with its place in the journal (from 1) and its time."""

    number: int
    at: float
    entry: Entry

    @property
    def id(self) -> str | None:
        """The id that a client gave it, by which it is known if it comes again."""
        return self.entry.id if isinstance(self.entry, Decided | Undone | Said) else None


_decoder: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)


def encode_entry(entry: Entry) -> str:
    """The entry as it is stored."""
    return msgspec.json.encode(entry).decode()


def decode_entry(text: str) -> Entry:
    """A stored entry."""
    return _decoder.decode(text)

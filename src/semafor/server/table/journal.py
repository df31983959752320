"""The journal: everything that happens at a table, as small values in order.

A table is determined by its setup and its journal: applying the same entries in the same order gives the
same table, after a restart or in another process."""

import msgspec

from semafor.server.messages import Level, Reason


class _Entry(msgspec.Struct, frozen=True, tag_field="entry", omit_defaults=True):
    """Base class of journal entries."""


class Sat(_Entry, frozen=True, tag="sat"):
    """A person took a seat."""

    seat: int
    name: str
    person: str
    """Hash of the browser's cookie."""
    key: str
    """Hash of the seat's key."""
    host: bool = False
    """Whether they made the table."""
    invited: bool = False
    """Whether they used the invitation."""
    promise: str = ""
    """Hash of their part of the deal; empty if they add none."""
    agreed: bool = True
    """Whether they agreed to a rated game."""


class BotSat(_Entry, frozen=True, tag="bot-sat"):
    """A bot was put in a free seat."""

    seat: int
    level: Level


class Left(_Entry, frozen=True, tag="left"):
    """A person gave up a seat before the start."""

    seat: int


class Removed(_Entry, frozen=True, tag="removed"):
    """The host removed a person before the start."""

    seat: int
    person: str
    """Hash of that browser's cookie, which may not sit down here again."""


class Rekeyed(_Entry, frozen=True, tag="rekeyed"):
    """The key of a seat was replaced because the device that took it was signed out."""

    seat: int
    key: str
    """A stored key that nobody has."""


class Forgotten(_Entry, frozen=True, tag="forgotten"):
    """The person's account was deleted: neither key nor browser opens the seat any more."""

    seat: int
    person: str
    """A placeholder for this person."""


class Locked(_Entry, frozen=True, tag="locked"):
    """The host locked or unlocked the table."""

    locked: bool


class HostPassed(_Entry, frozen=True, tag="host-passed"):
    """Another person became the host."""

    seat: int


class Promised(_Entry, frozen=True, tag="promised"):
    """A seat published the hash of its part of the deal."""

    seat: int
    promise: str


class Agreed(_Entry, frozen=True, tag="agreed"):
    """A person agreed to a rated rematch."""

    seat: int


class Dealing(_Entry, frozen=True, tag="dealing"):
    """The game is about to start: clients now reveal their parts of the deal."""


class Told(_Entry, frozen=True, tag="told"):
    """A seat revealed its part of the deal."""

    seat: int
    part: str


class Began(_Entry, frozen=True, tag="began"):
    """The cards were dealt."""

    seed: str


class Decided(_Entry, frozen=True, tag="decided"):
    """A seat made a decision."""

    id: str
    seat: int
    move: str
    fallback: bool = False
    """Whether the fallback chose, because the bot failed or took too long."""


class Undone(_Entry, frozen=True, tag="undone"):
    """A seat undid its last step."""

    id: str
    seat: int


class Said(_Entry, frozen=True, tag="said"):
    """A person wrote a chat line."""

    id: str
    seat: int
    text: str


class Voted(_Entry, frozen=True, tag="voted"):
    """A seat voted for a bot in place of another, or withdrew the vote."""

    seat: int
    about: int
    yes: bool


class Replaced(_Entry, frozen=True, tag="replaced"):
    """A bot took over a person's seat."""

    seat: int
    level: Level
    why: Reason


class CameBack(_Entry, frozen=True, tag="came-back"):
    """The person took the seat back."""

    seat: int


class Resumed(_Entry, frozen=True, tag="resumed"):
    """The server resumed after an outage or with a corrected clock."""

    seconds: float
    """How far running clocks are moved, so that nobody loses time; negative moves them back."""


class PlayedAgain(_Entry, frozen=True, tag="played-again"):
    """A table for the rematch was created."""

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
    """An entry with its number in the journal (from 1) and its time."""

    number: int
    at: float
    entry: Entry

    @property
    def id(self) -> str | None:
        """The id that the client gave it, which identifies repeated requests."""
        return self.entry.id if isinstance(self.entry, Decided | Undone | Said) else None


_decoder: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)


def encode_entry(entry: Entry) -> str:
    """Encode an entry for storage."""
    return msgspec.json.encode(entry).decode()


def decode_entry(text: str) -> Entry:
    """Decode a stored entry."""
    return _decoder.decode(text)

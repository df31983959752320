"""The messages about how my turn reaches me."""

from __future__ import annotations

from typing import Annotated

import msgspec

from semafor.server.message_fields import Sent
from semafor.words import Language


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

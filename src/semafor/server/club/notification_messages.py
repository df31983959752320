"""Messages about notifications."""

from typing import Annotated

import msgspec

from semafor.server.message_fields import Sent
from semafor.words import Language


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

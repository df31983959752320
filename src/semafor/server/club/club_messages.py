"""All HTTP messages of the club, described in `docs/protocol.md`."""

import msgspec

from semafor.server.club.account_messages import (
    AddPasskey,
    BecomeMyself,
    DeviceCode,
    JoinDevice,
    Me,
    Myself,
    NewPhrase,
    PasskeyChallenge,
    RemovePasskey,
    Rename,
    SignOut,
    UsePasskey,
)
from semafor.server.club.history_messages import ClubTable, MemoryPage, PairPage
from semafor.server.club.notification_messages import (
    MailToken,
    Notices,
    NoticeSettings,
    SetMail,
    SetNotices,
    WatchTable,
)
from semafor.server.club.tournament_messages import (
    ChangeBots,
    NewTournament,
    TournamentPage,
    Tournaments,
    Withdraw,
)


class Success(msgspec.Struct, frozen=True):
    """An empty success response."""

    done: bool = True


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
    Success,
    MemoryPage,
    PairPage,
    ClubTable,
    Tournaments,
    TournamentPage,
)

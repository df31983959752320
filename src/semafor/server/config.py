"""The settings of a server."""

from functools import partial
from pathlib import Path

import msgspec
from platformdirs import user_cache_path, user_data_path

from semafor.server.messages import Level, Seasons


class Config(msgspec.Struct, frozen=True):
    """All settings; the defaults suit a few friends on one machine."""

    data: Path = msgspec.field(default_factory=partial(user_data_path, "semafor", appauthor=False))
    """Folder of the SQLite file."""
    cache: Path = msgspec.field(default_factory=partial(user_cache_path, "semafor", appauthor=False))
    """Folder of cached drawings and stories."""
    prepare: bool = False
    """Draw all boards when the server starts."""
    compile: bool = False
    """Compile the rules in another process while pages are already served."""
    database: str | None = None
    """Database URL; None means SQLite in the data folder."""
    origins: tuple[str, ...] = ()
    """Origins of pages that may connect, in addition to the server's own."""
    bot_seconds: float = 1.2
    """Minimum seconds per decision of a bot, so that people can follow."""
    bot_processes: int = 2
    """Number of processes for bots; they are started on demand."""
    bots_only_seconds_per_minute: float = 60.0
    """Seconds of bot time per minute for all tables of one owner where no person plays."""
    bots: dict[Level, str] = {}
    """Other bots for some levels, by name or as `module:Class`."""
    vote_after: float = 60.0
    """Seconds a seat must keep a table without a clock waiting before others can vote for a bot."""
    messages_per_second: float = 20.0
    """Average messages of one connection; bursts of five times as many are allowed."""
    posts_per_minute: float = 120.0
    """Per address."""
    gets_per_minute: float = 1200.0
    """Per address."""
    files_per_minute: float = 3000.0
    """Pages and files of the client per address; opening the first page takes forty of them."""
    connections_per_address: int = 200
    connections_per_table: int = 200
    """Beyond this only people with a seat are admitted."""
    address_work_per_second: float = 400.0
    """Messages of all connections of one address; expensive and long ones count more."""
    table_work_per_second: float = 100.0
    """The same per table, for everything except decisions: chat, refresh, progress, hints."""
    lines_per_day: float = 20_000.0
    """Chat lines, undone steps and votes per address, since journals keep them."""
    tables_per_minute: float = 20.0
    """New tables per address."""
    public_tables_per_minute: float = 2.0
    """New public tables per address."""
    public_tables_per_day: float = 20.0
    """Long-term limit of new public tables per address; the list shows the newest 100."""
    own_board_seconds_per_minute: float = 30.0
    """Processor time per address for checking and drawing users' own boards."""
    finishing_seconds_per_minute: float = 40.0
    """Processor time per address for full drawings of boards being designed."""
    studies_per_hour: float = 20.0
    """Board studies per address, one at a time."""
    phrases_per_minute: float = 10.0
    """New accounts, and attempts at passphrases, passwords and codes, per address."""
    mail: str | None = None
    """SMTP server, as in `smtp://user:password@host:587?from=games@example.org`; None sends no mail."""
    public_url: str | None = None
    """Public address of the server, for links in mails and previews."""
    push_key: str | None = None
    """Private P-256 key as PEM; None generates one and stores it in the database."""
    push_locally: bool = False
    """For tests: allow push services on this machine over plain HTTP."""
    notice_after: float = 45.0
    """Seconds a table waits for a person before they are notified."""
    mails_per_hour: float = 6.0
    """Confirmation mails per client address and per mail address."""
    seasons: Seasons = "quarter"
    """Length of the leaderboard's seasons."""
    shared_boards_per_day: float = 10.0
    """Boards that one address may share."""
    hosts: tuple[str, ...] = ()
    """Allowed host names, in addition to numeric addresses and names of this machine; `*` for any."""
    secure_cookie: bool = False
    """Set it behind HTTPS."""
    check_seconds: float = 2.0
    """Seconds between checks of the database for missed messages and due tables."""
    unstarted_days: float = 30.0
    """Days without a change after which a table that has not started is deleted."""
    idle_seconds: float = 120.0
    """Seconds after which a table without viewers is removed from memory."""

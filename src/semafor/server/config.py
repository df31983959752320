"""The settings of a server."""

from __future__ import annotations

from pathlib import Path

import msgspec
from platformdirs import user_cache_path, user_data_path

from semafor.server.message_fields import Level, Seasons


class Config(msgspec.Struct, frozen=True):
    """Everything that can be set; the defaults serve a few friends on one machine."""

    data: Path = user_data_path("semafor", appauthor=False)
    """The folder of the SQLite file."""
    cache: Path = user_cache_path("semafor", appauthor=False)
    """The folder of drawn boards."""
    prepare: bool = False
    """Draw all boards when the server starts."""
    compile: bool = False
    """Have the rules compiled by another process while the pages are served already."""
    database: str | None = None
    """A database URL; None is SQLite in the data folder."""
    origins: tuple[str, ...] = ()
    """Origins of pages that may connect, besides the server's own."""
    bot_seconds: float = 1.2
    """How long a bot takes for a decision at least, so that people can follow."""
    bot_processes: int = 2
    """In how many processes bots think; they are started when they are needed."""
    bots_only_seconds_per_minute: float = 60.0
    """Seconds of bots' thinking per minute for all tables of one owner at which no person plays."""
    bots: dict[Level, str] = {}
    """Other bots for some levels, by name or as `module:Class`."""
    vote_after: float = 60.0
    """Seconds a seat must keep the table waiting before others can vote for a bot."""
    messages_per_second: float = 20.0
    """Of one connection, on average; bursts of five times as many are fine."""
    posts_per_minute: float = 120.0
    """Of one address."""
    gets_per_minute: float = 1200.0
    """Of one address."""
    files_per_minute: float = 3000.0
    """Pages and files of the client, of one address; the first page that a browser opens is forty of them."""
    connections_per_address: int = 200
    connections_per_table: int = 200
    """Beyond them only those who have a seat are let in."""
    address_work_per_second: float = 400.0
    """Messages of all connections of one address; work counts as more, and so do bytes."""
    table_work_per_second: float = 100.0
    """The same at one table, for all that is not the game itself: chat, refreshing, progress, hints."""
    lines_per_day: float = 20_000.0
    """Chat lines, steps taken back and votes of one address: what a journal could be filled with."""
    tables_per_minute: float = 20.0
    """New tables of one address."""
    public_tables_per_minute: float = 2.0
    """New tables of one address that are listed for everyone."""
    public_tables_per_day: float = 20.0
    """The same in the long run; the list has room for five such addresses, the newest tables first."""
    own_board_seconds_per_minute: float = 30.0
    """Processor time for checking and drawing the own boards of one address."""
    finishing_seconds_per_minute: float = 40.0
    """Processor time for drawing boards in the making as at the table, of one address."""
    studies_per_hour: float = 20.0
    """Studies of boards that one address may begin; one of them at a time."""
    phrases_per_minute: float = 10.0
    """Names for life taken, and passphrases and codes tried, of one address."""
    mail: str | None = None
    """The SMTP server, as in `smtp://user:password@host:587?from=games@example.org`; None sends no mail."""
    public_url: str | None = None
    """Where people find the server, for links in mails."""
    push_key: str | None = None
    """A private key on P-256 as PEM; None draws one and keeps it in the database."""
    push_locally: bool = False
    """For tests: push services may live on this machine and speak plain HTTP."""
    notice_after: float = 45.0
    """Seconds that a table must wait for somebody before they are told."""
    mails_per_hour: float = 6.0
    """Letters that ask whether an address is right: of one machine, and to one address."""
    seasons: Seasons = "quarter"
    """How the club divides the year, for its table."""
    shared_boards_per_day: float = 10.0
    """Boards that one address may put on the shelf."""
    hosts: tuple[str, ...] = ()
    """Names under which the server may be asked, besides numbers and those of this machine; `*` for any."""
    secure_cookie: bool = False
    """Set it behind HTTPS."""
    check_seconds: float = 2.0
    """How often the database is asked for what was missed and what is due."""
    unstarted_days: float = 30.0
    """A table whose game has not begun is deleted when nothing has changed there for so long."""
    idle_seconds: float = 120.0
    """A table that nobody looks at leaves the memory after so long."""

"""`semafor serve`: tables for friends and bots in the browser."""

from __future__ import annotations

import os
import signal
import sys
import threading
import webbrowser
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter
from cyclopts.validators import Number

from semafor.cli.output import Refused, stderr_console, word

if TYPE_CHECKING:
    from litestar import Litestar

    from semafor.server.config import Config


@Parameter(name="*")
@dataclass(frozen=True)
class AccessOptions:
    """Which hosts, pages and proxies may reach the server.

    Parameters
    ----------
    origin
        Origin of pages (https://games.example) that may connect, in addition to the server's own; repeatable.
    allow_host
        Host name of the server (games.example), in addition to those of this machine; repeatable.
    secure_cookie
        Send the cookie over HTTPS only; use this behind an HTTPS proxy.
    trusted_proxies
        Addresses of trusted proxies, which report the addresses of clients; separated by commas.
    """

    origin: tuple[str, ...] = ()
    allow_host: tuple[str, ...] = ()
    secure_cookie: bool = False
    trusted_proxies: str = "127.0.0.1"


@Parameter(name="*")
@dataclass(frozen=True)
class ClubOptions:
    """Notifications and the leaderboard.

    Parameters
    ----------
    public_url
        Public address of the server (https://games.example), for links in mails.
    mail
        The mail server: smtp://user:password@host:587?from=games@example.org; better set as SEMAFOR_MAIL.
    push_key
        A file with the key of push notices (PEM, P-256); without it one is drawn and kept in the
        database.
    seasons
        Length of the leaderboard's seasons.
    """

    public_url: str | None = None
    mail: Annotated[str | None, Parameter(env_var="SEMAFOR_MAIL")] = None
    push_key: Path | None = None
    seasons: Literal["year", "half", "quarter", "month"] = "quarter"


DEFAULT_ACCESS, DEFAULT_CLUB = AccessOptions(), ClubOptions()


def serve(
    *,
    host: str = "127.0.0.1",
    port: Annotated[int, Parameter(validator=Number(gte=0, lte=65535))] = 8000,
    data: Path | None = None,
    database: str | None = None,
    open_browser: Annotated[bool, Parameter(name="--open")] = False,
    access: AccessOptions = DEFAULT_ACCESS,
    bot_seconds: Annotated[float, Parameter(validator=Number(gte=0, lte=60))] = 1.2,
    club: ClubOptions = DEFAULT_CLUB,
    log: Literal["lines", "json"] = "lines",
    log_level: Literal["debug", "info", "warning", "error"] = "info",
) -> None:
    """Run tables for friends and bots; the browser client and any program can connect.

    Parameters
    ----------
    host
        The address to listen on; 0.0.0.0 lets other machines in.
    port
        The port; 0 finds a free one.
    data
        The folder of the database file; by default the user's data folder.
    database
        The URL of another database, as in postgresql://user@host/name; several servers can share it.
    open_browser
        Open the browser, if there is one.
    bot_seconds
        Minimum seconds per decision of a bot, so that people can follow.
    log
        Logs as lines for people, or as JSON for machines.
    log_level
        Minimum level of log messages.
    """
    if not os.path.isabs(os.path.expanduser("~")):  # a user id without an account has no home folder
        if data is None:
            raise Refused(word("no-home"), code=1)
        os.environ.setdefault("XDG_CACHE_HOME", str(data / "cache"))
    from semafor.server.app import create_app
    from semafor.server.monitoring import set_up_logs

    set_up_logs(json=log == "json", level=log_level)
    settings = _settings(data, database, bot_seconds, access, club)
    app = _app(create_app, settings)
    if not settings.compile:
        load_rules()
    _run(app, host, port, open_browser, access.trusted_proxies)


def _settings(
    data: Path | None, database: str | None, bot_seconds: float, access: AccessOptions, club: ClubOptions
) -> Config:
    """The settings of the server that was asked for."""
    from semafor.server.compiling import is_compiled
    from semafor.server.config import Config

    return Config(
        **({"data": data} if data else {}),  # type: ignore[arg-type]  # a path or nothing
        database=database,
        origins=access.origin,
        hosts=access.allow_host,
        bot_seconds=bot_seconds,
        secure_cookie=access.secure_cookie,
        public_url=club.public_url,
        mail=club.mail,
        push_key=_read(club.push_key),
        seasons=club.seasons,
        prepare=True,
        compile=not is_compiled(),
    )


def _read(file: Path | None) -> str | None:
    """The text of a file; refused if there is none."""
    try:
        return None if file is None else file.read_text(encoding="utf-8")
    except OSError as error:
        raise Refused(word("cannot-start", error=str(error)), code=1) from None


def load_rules() -> None:
    """Load the compiled rules before the first player waits for them."""
    from semafor.server.run import tune_collector
    from semafor.server.warming import warm_up

    with stderr_console().status(word("loading")):
        warm_up()
    tune_collector()


def _app(create_app: object, settings: Config) -> Litestar:
    from sqlalchemy.exc import ArgumentError

    try:
        return create_app(settings)  # type: ignore[operator, no-any-return]  # Litestar's types are not imported here
    except (OSError, ValueError, ArgumentError) as error:
        raise Refused(word("cannot-start", error=str(error)), code=1) from None


def _run(app: Litestar, host: str, port: int, open_browser: bool, trusted: str) -> None:
    from semafor.server.resources import allow_many_files
    from semafor.server.run import address_of, listen, make_server

    allow_many_files()
    try:
        listener = listen(host, port)
    except OSError as error:
        raise Refused(word("cannot-listen", host=host, port=port, error=error.strerror), code=1) from None
    address = address_of(listener)
    print(word("open-at", address=address), flush=True)
    if open_browser:
        # In a thread: some browsers return only when they are closed.
        threading.Thread(target=_open_browser, args=(address,), daemon=True).start()
    signal.signal(signal.SIGTERM, _leave)  # the server takes it first, and passes it on when all is stored
    try:
        make_server(app, trusted).run(sockets=[listener])
    except SystemExit as left:
        if left.code:  # the way in which uvicorn says so
            raise Refused(word("cannot-start", above=True), code=1) from None


def _leave(_signal: int, _frame: object) -> None:
    sys.exit(0)


def _open_browser(address: str) -> None:
    try:
        webbrowser.get().open(address)
    except webbrowser.Error:
        print(word("no-browser"), file=sys.stderr)

"""Errors of tables that cannot be opened, and of a server that shuts down."""

from __future__ import annotations

from semafor.errors import SemaforError


class NoSuchTable(SemaforError):
    """There is no table of this id."""

    def __init__(self) -> None:
        super().__init__("no-such-table")


class SetAside(SemaforError):
    """A table on an own board asks for more work than a table may."""

    def __init__(self) -> None:
        super().__init__("set-aside")


class Busy(SemaforError):
    """A table on an own board has made more work than its share; later perhaps."""

    def __init__(self) -> None:
        super().__init__("too-many")


class OtherVersion(SemaforError):
    """The table was begun by rules or on a board that this version does not have any more."""

    def __init__(self) -> None:
        super().__init__("other-version")


class Damaged(SemaforError):
    """The journal of a table cannot be read."""

    def __init__(self) -> None:
        super().__init__("damaged")


FOR_GOOD = (SetAside, OtherVersion, Damaged)
"""The table is there, and cannot be loaded by this process however often it is tried."""


class Restarting(SemaforError):
    """This server ends; it or another one will be there in a moment."""

    def __init__(self) -> None:
        super().__init__("restarting")

"""Errors of tables that cannot be opened, and of a server that shuts down."""

from semafor.errors import SemaforError


class NoSuchTable(SemaforError):
    """No table has this id."""

    def __init__(self) -> None:
        super().__init__("no-such-table")


class SetAside(SemaforError):
    """A table on a user's board exceeded a limit of work."""

    def __init__(self) -> None:
        super().__init__("set-aside")


class Busy(SemaforError):
    """A table on a user's board has used up its budget for now."""

    def __init__(self) -> None:
        super().__init__("too-many")


class OtherVersion(SemaforError):
    """The table uses rules or a board that this version does not have."""

    def __init__(self) -> None:
        super().__init__("other-version")


class Damaged(SemaforError):
    """The journal of a table cannot be read."""

    def __init__(self) -> None:
        super().__init__("damaged")


FOR_GOOD = (SetAside, OtherVersion, Damaged)
"""Permanent errors: this process can never load the table."""


class Restarting(SemaforError):
    """The server is shutting down; a retry will succeed soon."""

    def __init__(self) -> None:
        super().__init__("restarting")

"""Errors of the server that code tells apart by their class."""

from semafor.errors import SemaforError


class ServerError(SemaforError):
    """Base class of errors whose class determines their code."""

    own_code = ""

    def __init__(self) -> None:
        super().__init__(self.own_code)


class NoSuchTable(ServerError):
    """No table has this id."""

    own_code = "no-such-table"


class SetAside(ServerError):
    """A table on a user's board exceeded a limit of work."""

    own_code = "set-aside"


class Busy(ServerError):
    """A table on a user's board has used up its budget for now."""

    own_code = "too-many"


class OtherVersion(ServerError):
    """The table uses rules or a board that this version does not have."""

    own_code = "other-version"


class Damaged(ServerError):
    """The journal of a table cannot be read."""

    own_code = "damaged"


PERMANENT = (SetAside, OtherVersion, Damaged)
"""Errors after which this process can never load the table."""


class NotDealing(ServerError):
    """The table does not wait for this part of the deal."""

    own_code = "not-dealing"


class Restarting(ServerError):
    """The server is shutting down; a retry will succeed soon."""

    own_code = "restarting"


class NoDatabase(ServerError):
    """The database cannot be read at the moment."""

    own_code = "no-database"


class NotStored(ServerError):
    """The change could not be stored and was not applied."""

    own_code = "not-stored"


class Taken(Exception):
    """Another process has already written this journal number, decision or row."""

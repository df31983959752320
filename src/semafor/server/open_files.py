"""Open files: every connection is one, and some are kept for the rest of the server."""

from contextlib import suppress

KEPT_FILES = 100
"""Descriptors reserved for the database, bots and returning players."""


def most_connections() -> int | None:
    """How many connections may be open before new requests are refused: some files are kept for the rest."""
    try:
        import resource
    except ImportError:  # a system without such limits
        return None
    most, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return max(KEPT_FILES, most - KEPT_FILES) if most != resource.RLIM_INFINITY else None


def allow_many_files() -> None:
    """Raise the limit of open files as far as the system allows: every player is one."""
    try:
        import resource
    except ImportError:  # a system without such limits
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))

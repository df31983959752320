"""Structured logs: one line an event, without keys, names or chat."""

import logging
import sys
from contextlib import suppress
from typing import Any, TextIO

import structlog

SECRET = frozenset({"key", "keys", "cookie", "authorization", "invite", "seed", "name", "text"})


class Lines:
    """Writes lines, ignoring a full disk or a closed pipe."""

    def __init__(self, out: TextIO) -> None:
        self._out = out

    def msg(self, line: str) -> None:
        """Write one line, if that is possible."""
        with suppress(OSError, ValueError):
            self._out.write(line + "\n")
            self._out.flush()

    debug = info = warning = error = critical = log = msg


class FromLibraries(logging.Handler):
    """Passes log records of libraries on, one line each."""

    def emit(self, record: logging.LogRecord) -> None:
        """Pass it on; tracebacks have been logged where they were caught."""
        message = record.getMessage().strip()
        if "\n" not in message:
            structlog.get_logger(record.name).log(record.levelno, message)


def set_up_logs(json: bool, level: str = "info") -> None:
    """Log to standard error, as JSON or as readable lines."""
    people = structlog.dev.ConsoleRenderer(
        colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
    )
    machines = [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            hide_secrets,
            *(machines if json else [people]),  # neither shows the variables of a traceback
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        logger_factory=lambda *_: Lines(sys.stderr),
    )
    logging.basicConfig(level=logging.WARNING, handlers=[FromLibraries()], force=True)


def hide_secrets(_logger: Any, _method: str, event: Any) -> Any:
    """Replace the values of secret fields."""
    return {name: "hidden" if name in SECRET else value for name, value in event.items()}

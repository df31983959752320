"""Logs and Prometheus metrics, without keys, names, chat or complete ids."""

import logging
import sys
from contextlib import suppress
from functools import cache
from typing import Any, TextIO

import structlog
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

REGISTRY = CollectorRegistry()

LIVE_TABLES = Gauge("semafor_live_tables", "Tables in memory.", registry=REGISTRY)
CONNECTIONS = Gauge("semafor_connections", "Open WebSockets.", registry=REGISTRY)
ENTRIES = Counter("semafor_entries", "Entries written to journals.", ["kind"], registry=REGISTRY)
COMMITS = Counter("semafor_commits", "Transactions that stored entries.", registry=REGISTRY)
REFUSALS = Counter("semafor_refusals", "Refused requests and messages.", ["code"], registry=REGISTRY)
FAILURES = Counter("semafor_failures", "Mistakes of the program itself.", registry=REGISTRY)
NOT_STORED = Counter("semafor_not_stored", "Changes that the database did not take.", registry=REGISTRY)
DAMAGED = Gauge("semafor_damaged_tables", "Tables whose journal cannot be read.", registry=REGISTRY)
BOT_SECONDS = Histogram("semafor_bot_seconds", "How long bots think.", registry=REGISTRY)
STORE_SECONDS = Histogram(
    "semafor_store_seconds",
    "From a decision to its commit.",
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5),
    registry=REGISTRY,
)


@cache
def entries_of(kind: type) -> Counter:
    """The counter of the entries of a kind, looked up once."""
    return ENTRIES.labels(kind.__name__)


def metrics_text() -> bytes:
    """All metrics in Prometheus's text format."""
    return generate_latest(REGISTRY)


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

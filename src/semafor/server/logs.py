"""Structured logs: one line an event, without keys, names or chat."""

from __future__ import annotations

import logging
import sys
from typing import Any

import structlog

SECRET = frozenset({"key", "keys", "cookie", "authorization", "invite", "seed", "name", "text"})


def set_up_logs(json: bool, level: str = "info") -> None:
    """Write logs to the error output: JSON for machines, or lines for people."""
    lines = (
        structlog.processors.JSONRenderer()
        if json
        else structlog.dev.ConsoleRenderer(
            colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
        )
    )
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            hide_secrets,
            *([structlog.processors.format_exc_info] if json else []),  # tracebacks without variables
            lines,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )


def hide_secrets(_logger: Any, _method: str, event: Any) -> Any:
    """Whatever is called like a secret leaves the line."""
    return {name: "hidden" if name in SECRET else value for name, value in event.items()}

"""Quiet hours: when nobody wants to be told anything."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from semafor.errors import SemaforError


def check_zone(name: str) -> str:
    """A time zone by its usual name, as in `Europe/Warsaw`; refused if there is none."""
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise SemaforError("bad-zone") from None
    return name


def is_quiet(begin: int, end: int, zone: str, now: float) -> bool:
    """Whether a moment lies between two times of day, given in minutes after midnight; they may span it."""
    local = datetime.fromtimestamp(now, ZoneInfo(zone))
    minute = local.hour * 60 + local.minute
    if begin <= end:
        return begin <= minute < end
    return minute >= begin or minute < end

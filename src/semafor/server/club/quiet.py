"""Quiet hours: when nobody wants to be told anything."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from semafor.errors import SemaforError


def check_zone(name: str) -> str:
    """Return a time zone name such as `Europe/Warsaw`; refused if it is unknown."""
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise SemaforError("bad-zone") from None
    return name


def is_quiet(begin: int, end: int, zone: str, now: float) -> bool:
    """Whether a moment lies between two times of day (minutes after midnight, may span midnight)."""
    local = datetime.fromtimestamp(now, ZoneInfo(zone))
    minute = local.hour * 60 + local.minute
    if begin <= end:
        return begin <= minute < end
    return minute >= begin or minute < end

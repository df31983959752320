"""Bots that take part in a tournament: from a wish to the rows that must change."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import delete, insert, update

from semafor.server.message_fields import Level
from semafor.server.storage.club_tables import entrants


def bot_rows(tournament: str, levels: Sequence[Level], first: int) -> list[dict[str, Any]]:
    """Rows of bots that enter, numbered from `first`."""
    return [
        {"tournament": tournament, "number": n, "member": None, "level": level, "name": ""}
        for n, level in enumerate(levels, first)
    ]


def bot_changes(
    tournament: str, numbers: Sequence[int], bots: Sequence[Any], levels: Sequence[Level], begun: bool
) -> list[Any]:
    """Statements that change the bots of a tournament to these levels."""
    mine = entrants.c.tournament == tournament
    changes: list[Any] = [
        update(entrants).where(mine, entrants.c.number == bot.number).values(level=level)
        for bot, level in zip(bots, levels, strict=False)
        if bot.level != level
    ]
    extra = mine & entrants.c.number.in_([bot.number for bot in bots[len(levels) :]])
    if len(bots) > len(levels):
        changes.append(
            update(entrants).where(extra).values(withdrawn=True) if begun else delete(entrants).where(extra)
        )
    if len(levels) > len(bots):
        fresh = bot_rows(tournament, levels[len(bots) :], max(numbers, default=0) + 1)
        changes.append(insert(entrants).values(fresh))
    return changes

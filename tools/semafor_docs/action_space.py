"""Which part of the action space a board uses, read from its options and the engine's ranges."""

from __future__ import annotations

from typing import TYPE_CHECKING

from semafor.engine import actions
from semafor.engine.cardgame import actions as card_actions
from semafor_docs.markdown import table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from semafor.boards.model import Board
    from semafor.engine.actions import Range

TEAMS = ("SHARE", "SPLIT", "RACK_TICKET", "TO_HAND", "TO_RACK", "SHARE_STOP")


def used_ranges(board: Board) -> list[Range]:
    """The ranges with actions that can become legal on this board, cut to its size."""
    if board.options.card_game:
        return [_cut(given, {"COMPLETE": len(board.tickets)}) for given in card_actions.RANGES]
    sizes = {"CLAIM": len(board.routes), "STATION": len(board.places), "SHARE": len(board.tickets)}
    absent = set(_absent(board))
    return [_cut(given, sizes) for given in actions.RANGES if given.name not in absent]


def _absent(board: Board) -> Iterable[str]:
    options = board.options
    yield from () if options.teams else TEAMS
    yield from () if options.tunnels else ("EXTRA", "REFUSE")
    yield from () if options.stations else ("STATION",)
    yield from () if options.draft else ("PICK",)
    yield from () if options.festivals else ("FESTIVAL",)


def _cut(given: Range, sizes: dict[str, int]) -> Range:
    return given._replace(size=min(given.size, sizes.get(given.name, given.size)))


def action_space(board: Board) -> str:
    """The table of a game page."""
    rows = ((f"`{r.name}`", r.first, r.first + r.size - 1, r.meaning) for r in used_ranges(board))
    return table("lrrl", ("range", "first", "last", "meaning"), rows)

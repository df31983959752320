"""Options of a table: a board with some of its options changed."""

from collections.abc import Mapping
from typing import Any

import msgspec

from semafor.boards.faults import Fault
from semafor.boards.load import check_board
from semafor.boards.model import Board, CardGame, Options
from semafor.errors import BadSetup

OPTIONS = frozenset(Options.__struct_fields__)
CARD_OPTIONS = frozenset(CardGame.__struct_fields__)
MOST_FAULTS = 200
"""Maximum number of faults that are listed."""


def with_options(board: Board, changes: Mapping[str, Any]) -> Board:
    """Return the board with some options changed and checked; raise BadSetup if they are not valid.

    Names are those of the board file; those under `card_game` may be given directly.
    """
    whole = msgspec.to_builtins(board.options)
    for name, value in changes.items():
        if name in CARD_OPTIONS and "card_game" in whole:
            whole["card_game"][name] = msgspec.to_builtins(value)
        elif name in OPTIONS:
            whole[name] = msgspec.to_builtins(value)
        else:
            raise BadSetup("bad-options", case="unknown", title=board.title, name=name)
    try:
        options = msgspec.convert(whole, Options)
    except msgspec.ValidationError as error:
        raise BadSetup("bad-options", reason=str(error)) from None
    changed = msgspec.structs.replace(board, options=options)
    faults = check_board(changed)
    if faults:
        raise BadSetup("bad-options", **listed(faults))
    return changed


def listed(faults: list[Fault]) -> dict[str, Any]:
    """Return the faults, up to a maximum, and how many more there are."""
    more = max(0, len(faults) - MOST_FAULTS)
    return {"faults": [fault.phrase for fault in faults[:MOST_FAULTS]], "more": more or None}

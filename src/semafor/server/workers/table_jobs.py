"""What workers do with tables on users' boards: carry out their journals and list what everybody sees.

A table is sent as a `TableState`, without its board: both sides have it.
"""

import math
from array import array

import msgspec

from semafor.boards.model import Board
from semafor.game import Game
from semafor.grown_list import GrownList
from semafor.server.live.table_loader import rebuild
from semafor.server.socket_messages import ChatLine
from semafor.server.storage.store import StoredTable
from semafor.server.table.decision_ids import DecisionIds
from semafor.server.table.journal import Written
from semafor.server.table.progress import progress_of
from semafor.server.table.seat import Seat
from semafor.server.table.setup import Setup
from semafor.server.table.table import Sights, Table
from semafor.server.table.undo import LastStep


class StepState(msgspec.Struct, frozen=True):
    """A step that can be undone (`LastStep`)."""

    seat: int
    game: bytes
    events: int
    left: float | None


class PlainState(msgspec.Struct, frozen=True):
    """The attributes of a table that are sent as they are."""

    updated: float
    version: int
    seed: str
    seed_hash: str | None
    dealing: float | None
    removed: frozenset[str]
    locked: bool
    events: int
    undone: int
    chat: list[ChatLine]
    said: int
    rematch: str | None
    pending: tuple[int, ...]


class TableState(msgspec.Struct, frozen=True):
    """All of a table except its board."""

    id: str
    setup: Setup
    created: float
    plain: PlainState
    seats: list[Seat]
    game: bytes | None
    ids: bytes
    marks: list[int]
    last_step: StepState | None
    sights: Sights


class LoadOrder(msgspec.Struct, frozen=True):
    """A journal to carry out up to a time."""

    stored: StoredTable
    until: float = math.inf


class AdvanceOrder(msgspec.Struct, frozen=True):
    """Entries to add to a table."""

    table: TableState
    entries: tuple[Written, ...]


def table_to_state(table: Table) -> TableState:
    """Return a table without its board."""
    step = table.last_step
    return TableState(
        id=table.id,
        setup=table.setup,
        created=table.created,
        plain=PlainState(*(getattr(table, name) for name in PlainState.__struct_fields__)),
        seats=table.seats,
        game=None if table.game is None else table.game.to_bytes(),
        ids=table.ids.to_bytes(),
        marks=list(table.marks),
        last_step=None
        if step is None
        else StepState(step.seat, step.game.to_bytes(), step.events, step.left),
        sights=table.sights,
    )


def table_from_state(state: TableState, board: Board) -> Table:
    """Return the table of a state on its board."""
    table, step = Table(state.id, state.setup, board, state.created), state.last_step
    for name in PlainState.__struct_fields__:
        setattr(table, name, getattr(state.plain, name))
    table.seats = state.seats
    table.game = None if state.game is None else Game.from_bytes(state.game, board)
    table.ids = DecisionIds.from_bytes(state.ids)
    table.marks = GrownList(array("I", state.marks))
    if step is not None:
        table.last_step = LastStep(step.seat, Game.from_bytes(step.game, board), step.events, step.left)
    table.put_sights(state.sights)
    return table


def load_own_board(setup: Setup) -> Board:
    """Return the board of a setup."""
    return setup.load_board()


def load_table(order: LoadOrder) -> TableState:
    """Return the table of a journal, with what everybody sees of it."""
    return _looked_at(rebuild(order.stored, order.until))


def advance_table(order: AdvanceOrder) -> TableState:
    """Return a table with more entries, with what everybody sees of it."""
    table = table_from_state(order.table, order.table.setup.load_board())
    for written in order.entries:
        table.apply(written)
    return _looked_at(table)


def look_at_table(state: TableState) -> Sights:
    """Return what everybody sees of a table."""
    return _looked_at(table_from_state(state, state.setup.load_board())).sights


def _looked_at(table: Table) -> TableState:
    """Make what all seats and spectators see, including the progress of tickets."""
    if table.game is not None:
        table.look()
        for seat in range(0 if table.game.over else len(table.seats)):
            progress_of(table, seat)
    return table_to_state(table)

"""What the tickets of a table's seats still need."""

from collections.abc import Iterable

from semafor.errors import SemaforError
from semafor.server.socket_messages import Progress, RouteCheck
from semafor.server.table.table import Table
from semafor.view import TicketProgress


def fresh_progress(table: Table, seats: Iterable[int]) -> dict[int, tuple[TicketProgress, ...]]:
    """Return the progress of those of these seats where it differs from what was sent before."""
    keys = {} if table.game is None or table.game.over else table.game.progress_keys(seats)
    fresh = [seat for seat, key in keys.items() if table.told_progress.get(seat) != key]
    make_progress(table, fresh)
    table.told_progress |= keys
    return {seat: table.progress_at_hand[seat].tickets for seat in fresh}


def progress_of(table: Table, seat: int) -> Progress:
    """Return the progress of all tickets that a seat holds or is offered, its team's rack included."""
    if table.game is None:
        raise SemaforError("no-progress")
    make_progress(table, (seat,))
    return table.progress_at_hand[seat]


def check_route(table: Table, seat: int, route: str) -> RouteCheck:
    """Say what prevents a seat from claiming a route."""
    if table.game is None:
        raise SemaforError("not-started")
    found = table.game.check_claim(route, seat)
    reason, rule = (found.refusal.phrase, found.refusal.rule) if found.refusal else (None, None)
    return RouteCheck(seat, table.version, route, reason, rule, found.payment, found.short)


def make_progress(table: Table, seats: Iterable[int]) -> None:
    """Compute the progress of those of these seats for which the table does not have it yet."""
    new = [seat for seat in seats if seat not in table.progress_at_hand]
    made = table.game.ticket_progress(new) if table.game is not None else []
    for seat, tickets in zip(new, made, strict=True):
        table.progress_at_hand[seat] = Progress(seat, table.version, tickets)

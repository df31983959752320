"""What tickets still need, from what a seat can see: connections, or cards in the Card Game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from semafor.boards.model import WILD, Board, Colour
from semafor.errors import SemaforError
from semafor.games.lookup import kind_of
from semafor.moves import Card
from semafor.server.socket_messages import Progress, TicketProgress
from semafor.server.table.table import Table
from semafor.ticket_progress import RoutesToGo, routes_to_go_for_each
from semafor.view import View


def progress_keys(table: Table, seats: Iterable[int]) -> dict[int, int]:
    """For each seat what differs whenever the progress of its tickets may."""
    views = {seat: table.view(seat) for seat in seats}
    if not views:
        return {}
    shared = hash(_network_key(next(iter(views.values()))))
    mine = kind_of(table.board).pick(board=_piece_key, cards=_card_key)
    return {seat: hash((shared, _held(view), mine(view, seat))) for seat, view in views.items()}


def _network_key(view: View) -> Hashable:
    """What everyone sees of the ways: who owns which routes, and where stations are."""
    return (*view.routes.items(), *view.stations.items())


def _held(view: View) -> Hashable:
    assert view.own is not None
    return view.own.tickets, view.own.rack_tickets, view.own.offer


def _card_key(view: View, seat: int) -> Hashable:
    assert view.own is not None
    assert view.card_game is not None
    assert view.card_game.own is not None
    return msgspec.msgpack.encode(
        [view.own.hand, view.card_game.seats[seat].siding, view.card_game.own.track]
    )


def _piece_key(view: View, seat: int) -> Hashable:
    mine = view.seats[seat]
    return *mine.pieces.values(), mine.stations


def fresh_progress(table: Table, seats: Iterable[int]) -> dict[int, tuple[TicketProgress, ...]]:
    """The progress of those of these seats where it differs from what was told before."""
    playing = table.game is not None and not table.game.over
    keys = progress_keys(table, seats) if playing else {}
    fresh = [seat for seat, key in keys.items() if table.told_progress.get(seat) != key]
    make_progress(table, fresh)
    table.told_progress |= keys
    return {seat: table.progress_at_hand[seat].tickets for seat in fresh}


def progress_of(table: Table, seat: int) -> Progress:
    """The progress of all tickets that a seat holds or is offered, its team's rack included."""
    if table.game is None:
        raise SemaforError("no-progress")
    make_progress(table, (seat,))
    return table.progress_at_hand[seat]


def make_progress(table: Table, seats: Iterable[int]) -> None:
    """Have the progress of these seats at hand, those that are new made together."""
    new = [seat for seat in seats if seat not in table.progress_at_hand]
    made = tickets_to_go(table.board, [table.view(seat) for seat in new])
    for seat, tickets in zip(new, made, strict=True):
        table.progress_at_hand[seat] = Progress(seat, table.version, tickets)


def tickets_to_go(board: Board, views: Sequence[View]) -> list[tuple[TicketProgress, ...]]:
    """What each ticket that a viewer holds or is offered still needs, from nothing but that viewer's view."""
    return kind_of(board).pick(board=_all_by_routes, cards=_all_by_cards)(board, views)


def _in_sight(view: View) -> tuple[str, ...]:
    """The tickets that a viewer holds or is offered."""
    assert view.own is not None
    return tuple(dict.fromkeys((*view.own.tickets, *view.own.rack_tickets, *view.own.offer)))


def _all_by_cards(board: Board, views: Sequence[View]) -> list[tuple[TicketProgress, ...]]:
    return [_by_cards(board, view) for view in views]


def _by_cards(board: Board, view: View) -> tuple[TicketProgress, ...]:
    """Each ticket for itself; cards count from the hand to the track, as far as the seat may look."""
    assert view.own is not None
    assert view.card_game is not None
    assert view.card_game.own is not None
    track = Counter(view.card_game.own.track or {})
    rows = view.card_game.seats[view.own.seat].siding
    mine = Counter(view.own.hand) + track
    for row in rows:
        mine += Counter({row.colour: row.plain, WILD: row.wild})
    tickets = dict(zip(board.ticket_names, board.tickets, strict=True))
    return tuple(_card_progress(name, tickets[name].needs, mine, track) for name in _in_sight(view))


def _card_progress(
    ticket: str, wanted: Mapping[Colour, int], mine: Counter[Card], track: Counter[Card]
) -> TicketProgress:
    needs = Counter[Card]({str(colour): number for colour, number in wanted.items()})
    lacking = needs - mine
    return TicketProgress(
        ticket=ticket,
        done=(needs - track).total() <= track[WILD],
        possible=True,
        routes=(),
        missing=(),
        borrowed=(),
        stations=(),
        pieces=max(0, lacking.total() - mine[WILD]),
        cards=dict(lacking),
    )


def _all_by_routes(board: Board, views: Sequence[View]) -> list[tuple[TicketProgress, ...]]:
    needs = routes_to_go_for_each(board, [(view, _in_sight(view)) for view in views])
    return [tuple(map(_route_progress, mine)) for mine in needs]


def _route_progress(need: RoutesToGo) -> TicketProgress:
    fields: tuple[Any, ...] = (*msgspec.structs.astuple(need), {})  # in order: far faster than by their names
    return TicketProgress(*fields)

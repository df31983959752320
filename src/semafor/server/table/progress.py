"""What tickets still need, from what a seat can see: connections, or cards in the Card Game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping

import msgspec

from semafor.boards.model import WILD, Board, Colour
from semafor.errors import SemaforError
from semafor.kinds.base import KindName
from semafor.kinds.lookup import kind_of
from semafor.moves import Card
from semafor.server.messages import Progress, TicketProgress
from semafor.server.table.table import Table
from semafor.ticket_progress import routes_to_go
from semafor.view import View


def progress_key(table: Table, seat: int) -> int:
    """Differs whenever the progress of a seat's tickets may: routes, stations, pieces, cards, tickets."""
    view = table.view(seat)
    assert view.own is not None
    held = (view.own.tickets, view.own.rack_tickets, view.own.offer)
    return hash((held, _KEYS[kind_of(table.board).name](view, seat)))


def _card_key(view: View, seat: int) -> Hashable:
    assert view.own is not None
    assert view.card_game is not None
    assert view.card_game.own is not None
    return msgspec.msgpack.encode(
        [view.own.hand, view.card_game.seats[seat].siding, view.card_game.own.track]
    )


def _route_key(view: View, seat: int) -> Hashable:
    mine = view.seats[seat]
    return *view.routes.items(), *view.stations.items(), *mine.pieces.values(), mine.stations


def fresh_progress(table: Table, seats: Iterable[int]) -> dict[int, tuple[TicketProgress, ...]]:
    """The progress of those of these seats where it differs from what was told before."""
    fresh = {}
    for seat in seats if table.game is not None and not table.game.over else ():
        key = progress_key(table, seat)
        if table.told_progress.get(seat) != key:
            table.told_progress[seat] = key
            fresh[seat] = progress_of(table, seat).tickets
    return fresh


def progress_of(table: Table, seat: int) -> Progress:
    """The progress of all tickets that a seat holds or is offered, its team's rack included."""
    if table.game is None:
        raise SemaforError("no-progress")
    if seat not in table.progress_at_hand:
        tickets = tickets_to_go(table.board, table.view(seat))
        table.progress_at_hand[seat] = Progress(seat, table.version, tickets)
    return table.progress_at_hand[seat]


def tickets_to_go(board: Board, view: View) -> tuple[TicketProgress, ...]:
    """What each ticket that a viewer holds or is offered still needs, from nothing but the view."""
    assert view.own is not None
    names = tuple(dict.fromkeys((*view.own.tickets, *view.own.rack_tickets, *view.own.offer)))
    return _PROGRESS[kind_of(board).name](board, view, names)


def _by_cards(board: Board, view: View, names: tuple[str, ...]) -> tuple[TicketProgress, ...]:
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
    return tuple(_card_progress(name, tickets[name].needs, mine, track) for name in names)


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


def _by_routes(board: Board, view: View, names: tuple[str, ...]) -> tuple[TicketProgress, ...]:
    """What each ticket still takes, each for itself."""
    return tuple(
        TicketProgress(
            ticket=need.ticket,
            done=need.done,
            possible=need.possible,
            routes=need.routes,
            missing=need.missing,
            borrowed=need.borrowed,
            stations=need.stations,
            pieces=need.pieces,
            cards={},
        )
        for need in routes_to_go(board, view, names)
    )


_PROGRESS: dict[KindName, Callable[[Board, View, tuple[str, ...]], tuple[TicketProgress, ...]]] = {
    "board": _by_routes,
    "cards": _by_cards,
}
_KEYS: Mapping[str, Callable[[View, int], Hashable]] = {"board": _route_key, "cards": _card_key}

"""What tickets still take on a board, from what a seat can see: stations and pieces left count."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise

import msgspec

from semafor.boards.model import Board
from semafor.engine.state import Array
from semafor.engine.ticket_needs import BORROW, BUILD, CLAIM, DESK, NEED, find_needs
from semafor.games.board_facts import Names, facts_array, names_of
from semafor.games.board_known import open_network, with_own_tickets
from semafor.games.kind import blank
from semafor.view import View


class RoutesToGo(msgspec.Struct, frozen=True, gc=False):
    """A ticket, and what completing it still takes: the fewest new stations, then the fewest pieces."""

    ticket: str
    done: bool
    """Whether it would count as completed if the game ended now."""
    possible: bool
    """False if no way is left, or none that the pieces and stations are enough for."""
    routes: tuple[str, ...]
    """Of the way, in order from the ticket's first place."""
    missing: tuple[str, ...]
    """Those of them that are still to be claimed."""
    borrowed: tuple[str, ...]
    """Those of them that are others', and used by a station."""
    stations: tuple[str, ...]
    """Places where a station is still to be built for them."""
    pieces: int
    """To be laid on the missing ones."""


def routes_to_go(board: Board, view: View, tickets: Iterable[str]) -> tuple[RoutesToGo, ...]:
    """What each of these tickets still takes the viewer's side, each for itself."""
    return routes_to_go_for_each(board, [(view, tickets)])[0]


def routes_to_go_for_each(
    board: Board, asked: Sequence[tuple[View, Iterable[str]]]
) -> list[tuple[RoutesToGo, ...]]:
    """The same for several viewers of one moment: what all of them see is laid out once."""
    if not asked:
        return []
    names, network = names_of(board), open_network(board, asked[0][0])
    numbers = [[names.ticket_number[ticket] for ticket in tickets] for _, tickets in asked]
    needs = blank(NEED, sum(map(len, numbers)))
    needs["ticket"] = [ticket for mine in numbers for ticket in mine]
    ends = [*accumulate(map(len, numbers), initial=0)]
    for (view, _), (first, end) in zip(asked, pairwise(ends), strict=True):
        assert view.own is not None, "tickets are somebody's"
        mine = with_own_tickets(network, board, view)
        find_needs(mine, facts_array(board), view.own.seat, blank(DESK), needs[first:end])
    found = _Needs(needs)
    told = [_told(names, found, index) for index in range(len(needs))]
    return [tuple(told[first:end]) for first, end in pairwise(ends)]


class _Needs:
    """What was found, as plain numbers."""

    def __init__(self, needs: Array) -> None:
        self.ticket, self.done, self.possible = (
            needs[name].tolist() for name in ("ticket", "done", "possible")
        )
        self.pieces, self.steps = needs["pieces"].tolist(), needs["steps"].tolist()
        longest = max(self.steps, default=0)
        self.route, self.means, self.site = (
            needs[name][:, :longest].tolist() for name in ("route", "means", "site")
        )


def _told(names: Names, needs: _Needs, index: int) -> RoutesToGo:
    """The way that was found for a ticket, by names."""
    steps = needs.steps[index]
    routes = [names.routes[route] for route in needs.route[index][:steps]]
    means = needs.means[index][:steps]
    lent, sites = (), ()  # hardly ever any
    if BORROW in means or BUILD in means:
        lent = tuple([route for route, how in zip(routes, means, strict=True) if how in (BORROW, BUILD)])
        places = zip(needs.site[index], means, strict=False)
        sites = tuple([names.places[site] for site, how in places if how == BUILD])
    return RoutesToGo(
        ticket=names.tickets[needs.ticket[index]],
        done=bool(needs.done[index]),
        possible=bool(needs.possible[index]),
        routes=tuple(routes),
        missing=tuple([route for route, how in zip(routes, means, strict=True) if how == CLAIM]),
        borrowed=lent,
        stations=sites,
        pieces=needs.pieces[index],
    )

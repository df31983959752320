"""What tickets still need, as far as a seat may know: routes, pieces and stations, or cards."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, pairwise

from semafor.boards.model import WILD, Board, Colour
from semafor.engine.state import SEATS, Array
from semafor.engine.ticket_needs import BORROW, BUILD, CLAIM, DESK, NEED, find_needs
from semafor.games.board_facts import Names, elements, facts_array, names_of
from semafor.games.board_known import open_network, with_own_tickets
from semafor.games.kind import Plain, blank, copy_states
from semafor.moves import Card
from semafor.view import TicketProgress, View


def tickets_in_sight(state: Plain, seat: int, racked: int = 0) -> list[int]:
    """Return the numbers of the tickets that a seat holds, finds on its side's rack or is offered."""
    offer = state.offer[seat][: state.offered[seat]]
    return list(dict.fromkeys((*elements(state.tickets[seat]), *elements(racked), *offer)))


# ---- boards --------------------------------------------------------------------------------------


def board_progress(board: Board, states: Array, seats: Sequence[int]) -> list[tuple[TicketProgress, ...]]:
    """Return for each seat what its tickets still need; nothing depends on the tickets of other seats."""
    state, size = Plain(states), board.options.team_size
    numbers = [tickets_in_sight(state, seat, state.rack_tickets[seat // size]) for seat in seats]
    known = [_without_other_tickets(states, seat, size) for seat in seats]
    return _find_progress(board, known, seats, numbers)


def _without_other_tickets(states: Array, seat: int, team_size: int) -> Array:
    """Return a copy of the state without the tickets of other seats."""
    known = copy_states(states)
    known["tickets"][0, [other for other in range(SEATS) if other != seat]] = 0
    known["rack_tickets"][0, [side for side in range(SEATS) if side != seat // team_size]] = 0
    return known


def routes_to_go(board: Board, view: View, tickets: Iterable[str]) -> tuple[TicketProgress, ...]:
    """Return what each of these tickets still takes the viewer's side, from a view alone."""
    assert view.own is not None, "a seat of the game"
    numbers = [names_of(board).ticket_number[ticket] for ticket in tickets]
    known = with_own_tickets(open_network(board, view), board, view)
    return _find_progress(board, [known], [view.own.seat], [numbers])[0]


def _find_progress(
    board: Board, known: Sequence[Array], seats: Sequence[int], numbers: Sequence[list[int]]
) -> list[tuple[TicketProgress, ...]]:
    needs = blank(NEED, sum(map(len, numbers)))
    needs["ticket"] = [ticket for mine in numbers for ticket in mine]
    ends = [*accumulate(map(len, numbers), initial=0)]
    for states, seat, (first, end) in zip(known, seats, pairwise(ends), strict=True):
        find_needs(states, facts_array(board), seat, blank(DESK), needs[first:end])
    found, names = _Needs(needs), names_of(board)
    told = [_route_progress(names, found, index) for index in range(len(needs))]
    return [tuple(told[first:end]) for first, end in pairwise(ends)]


class _Needs:
    """The needs that were found, as plain numbers."""

    def __init__(self, needs: Array) -> None:
        self.ticket, self.done, self.possible = (
            needs[name].tolist() for name in ("ticket", "done", "possible")
        )
        self.pieces, self.steps = needs["pieces"].tolist(), needs["steps"].tolist()
        longest = max(self.steps, default=0)
        self.route, self.means, self.site = (
            needs[name][:, :longest].tolist() for name in ("route", "means", "site")
        )


def _route_progress(names: Names, needs: _Needs, index: int) -> TicketProgress:
    """Return the way that was found for a ticket, by names."""
    steps = needs.steps[index]
    routes = [names.routes[route] for route in needs.route[index][:steps]]
    means = needs.means[index][:steps]
    lent, sites = (), ()  # hardly ever any
    if BORROW in means or BUILD in means:
        lent = tuple([route for route, how in zip(routes, means, strict=True) if how in (BORROW, BUILD)])
        places = zip(needs.site[index], means, strict=False)
        sites = tuple([names.places[site] for site, how in places if how == BUILD])
    return TicketProgress(
        ticket=names.tickets[needs.ticket[index]],
        done=bool(needs.done[index]),
        possible=bool(needs.possible[index]),
        routes=tuple(routes),
        missing=tuple([route for route, how in zip(routes, means, strict=True) if how == CLAIM]),
        borrowed=lent,
        stations=sites,
        pieces=needs.pieces[index],
        cards={},
    )


# ---- the Card Game -------------------------------------------------------------------------------


def card_progress(
    ticket: str, wanted: Mapping[Colour, int], mine: Counter[Card], track: Counter[Card]
) -> TicketProgress:
    """Return the cards that a ticket lacks; `mine` are all cards of the seat that it may see."""
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

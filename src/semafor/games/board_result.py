"""From the engine's final count to a result with names, paths and lines."""

from collections import defaultdict, deque
from collections.abc import Iterable

from semafor.boards.model import Board
from semafor.engine.score import score_game
from semafor.engine.state import Facts, State, TieBreak
from semafor.engine.state import Result as Count
from semafor.engine.work import WORK
from semafor.games.board_facts import Names, elements, names_of, route_elements
from semafor.games.board_view import seats_of_side
from semafor.games.kind import vast
from semafor.results import Result, SideResult, TicketResult

Links = dict[int, list[tuple[int, int]]]
"""For every place its (route, neighbour) pairs."""


_TIE_NAMES = {
    TieBreak.NONE: None,
    TieBreak.TICKETS: "tickets",
    TieBreak.STATIONS: "stations",
    TieBreak.LONGEST: "longest",
    TieBreak.EXPRESS: "longest",
}


def result_of(state: State, board: Board, facts: Facts) -> Result:
    """Return everything each side scored, with ranks."""
    work = vast(WORK)[0]
    count = work.result
    score_game(state, facts, count, work)
    sides = tuple(_side_result(state, board, facts, count, side) for side in range(count.sides))
    winners = tuple(seat for side in sides if side.rank == 1 for seat in side.seats)
    return Result(sides, winners, _TIE_NAMES[TieBreak(count.tie_break)])


def _side_result(state: State, board: Board, facts: Facts, count: Count, side: int) -> SideResult:
    names, seats = names_of(board), seats_of_side(int(facts.team_size), side)
    borrowed = _borrowed(state, count, seats)
    own = [route for seat in seats for route in route_elements(state.owned[seat])]
    links = _links(facts, [*own, *borrowed.values()])
    return SideResult(
        side=side,
        seats=seats,
        routes=int(count.routes[side]),
        tickets=_tickets(state, facts, count, names, links, side),
        ticket_points=int(count.tickets[side]),
        completed=int(count.completed_count[side]),
        stations=int(count.stations[side]),
        borrowed={names.places[place]: names.routes[route] for place, route in borrowed.items()},
        longest=int(count.longest[side]),
        line=tuple(names.routes[route] for route in trail_of(facts, route_elements(count.line[side]))),
        longest_bonus=int(count.longest_bonus[side]),
        most_tickets_bonus=int(count.most_tickets_bonus[side]),
        festivals=int(count.festivals[side]),
        big_cities={},
        big_cities_bonus=0,
        total=int(count.total[side]),
        rank=int(count.rank[side]),
    )


def _borrowed(state: State, count: Count, seats: Iterable[int]) -> dict[int, int]:
    """For each station's place the route that it borrows, if any."""
    borrowed: dict[int, int] = {}
    for seat in seats:
        for place, route in zip(elements(state.stations[seat]), count.borrowed[seat], strict=False):
            if route > 0:
                borrowed[place] = int(route) - 1
    return borrowed


def _links(facts: Facts, routes: Iterable[int]) -> Links:
    links: Links = defaultdict(list)
    for route in routes:
        a, b = int(facts.route_a[route]), int(facts.route_b[route])
        links[a].append((route, b))
        links[b].append((route, a))
    return links


def _tickets(
    state: State, facts: Facts, count: Count, names: Names, links: Links, side: int
) -> tuple[TicketResult, ...]:
    held = int(state.rack_tickets[side])
    for seat in seats_of_side(int(facts.team_size), side):
        held |= int(state.tickets[seat])
    done = elements(count.completed[side])
    return tuple(_ticket(facts, names, links, n, n in done) for n in elements(held))


def _ticket(facts: Facts, names: Names, links: Links, n: int, completed: bool) -> TicketResult:
    path = path_between(links, int(facts.ticket_a[n]), int(facts.ticket_b[n]))
    routes = tuple(names.routes[route] for route in path)
    return TicketResult(names.tickets[n], int(facts.ticket_points[n]), completed, routes)


def path_between(links: Links, start: int, goal: int) -> list[int]:
    """A path of fewest routes, empty where there is none."""
    came: dict[int, tuple[int, int]] = {start: (-1, -1)}
    waiting = deque([start])
    while waiting and goal not in came:
        here = waiting.popleft()
        for route, there in links[here]:
            if there not in came:
                came[there] = (route, here)
                waiting.append(there)
    path: list[int] = []
    here = goal
    while came.get(here, (-1, -1))[0] >= 0:
        path.append(came[here][0])
        here = came[here][1]
    return path[::-1]


def trail_of(facts: Facts, routes: list[int]) -> list[int]:
    """The routes of a line in the order in which one travels it (Hierholzer)."""
    links = _links(facts, routes)
    odd = [place for place in links if len(links[place]) % 2]
    stack, trail, used = [(min(odd or links, default=0), -1)], [], set[int]()
    while stack:
        here, came_by = stack[-1]
        while links[here] and links[here][-1][0] in used:
            links[here].pop()
        if links[here]:
            route, there = links[here].pop()
            used.add(route)
            stack.append((there, route))
        else:
            stack.pop()
            trail.append(came_by)
    return [route for route in reversed(trail) if route >= 0]

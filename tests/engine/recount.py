"""The final score once more, slowly and from the rules: names and plain sets, nothing of the engine's."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from semafor.boards.model import Board, Ticket
    from semafor.engine.state import State

Parts = frozenset[frozenset[str]]
"""Connected places; places without a route are left out."""


class Side(NamedTuple):
    """A seat or a team at the end of a game."""

    seats: list[int]
    routes: set[int]
    tickets: set[int]
    stations: list[str]
    stations_left: int
    festivals: dict[str, int]


class Score(NamedTuple):
    """What a side has, and its place."""

    routes: int
    tickets: int
    completed: int
    stations: int
    festivals: int
    longest_bonus: int
    most_tickets_bonus: int
    total: int
    rank: int


def elements(*words: object) -> set[int]:
    """The members of a set of 64-bit words."""
    return {64 * n + i for n, word in enumerate(words) for i in range(64) if int(str(word)) >> i & 1}


def sides_of(board: Board, state: State) -> list[Side]:
    """Who plays for whom, and with what (ASI-1, ASI-2)."""
    size = 2 if board.options.teams else 1
    seats = [list(range(first, first + size)) for first in range(0, int(state.players), size)]
    return [_side(board, state, number, partners) for number, partners in enumerate(seats)]


def _side(board: Board, state: State, number: int, partners: list[int]) -> Side:
    held = [elements(state.tickets[seat]) for seat in partners] + [elements(state.rack_tickets[number])]
    festivals = board.festivals if board.options.festivals else ()
    return Side(
        partners,
        set().union(*(elements(*state.owned[seat]) for seat in partners)),
        set().union(*held),
        [board.places[n].id for seat in partners for n in sorted(elements(state.stations[seat]))],
        sum(int(state.stations_left[seat]) for seat in partners),
        {f.id: sum(int(state.festival_held[seat, n]) for seat in partners) for n, f in enumerate(festivals)},
    )


def parts_of(board: Board, routes: Iterable[int]) -> Parts:
    """The places that these routes join (BASE-21)."""
    parts: Parts = frozenset()
    for number in routes:
        parts = join(parts, board.routes[number].a, board.routes[number].b)
    return parts


def join(parts: Parts, a: str, b: str) -> Parts:
    """The parts once a and b are joined."""
    touched = [part for part in parts if a in part or b in part]
    if len(touched) == 1 and {a, b} <= touched[0]:
        return parts
    return parts.difference(touched) | {frozenset({a, b}).union(*touched)}


def completed(parts: Parts, tickets: Iterable[Ticket]) -> list[bool]:
    """Return for each ticket whether its places are connected."""
    home = {place: part for part in parts for place in part}
    return [t.a in home and home[t.a] is home.get(t.b) for t in tickets]


def lent(board: Board, side: Side, others: list[Side], station: str) -> list[tuple[str, str]]:
    """EUR-10: the opponents' routes into the station's place, by their ends."""
    routes = set().union(*(other.routes for other in others if other is not side))
    ends = {(board.routes[n].a, board.routes[n].b) for n in routes}
    return sorted(pair for pair in ends if station in pair)


def ways_to_borrow(board: Board, side: Side, others: list[Side]) -> Iterator[Parts]:
    """Every network a side can have with one borrowed route a station, or none."""
    networks = {parts_of(board, side.routes)}
    for station in side.stations:
        options = lent(board, side, others, station)
        networks |= {join(parts, *route) for parts, route in product(networks, options)}
    return iter(networks)


def score_tickets(board: Board, side: Side, others: list[Side]) -> tuple[int, int]:
    """EUR-10, ruling: the most points of tickets, then the most completed."""
    held = [board.tickets[n] for n in side.tickets]

    def count(parts: Parts) -> tuple[int, int]:
        done = completed(parts, held)
        points = sum(t.points if is_done else -t.points for t, is_done in zip(held, done, strict=True))
        return points, sum(done)

    return max(count(parts) for parts in ways_to_borrow(board, side, others))


def score_festivals(board: Board, side: Side) -> int:
    """IBE-12: each festival by the number of its cards."""
    by_id = {festival.id: festival for festival in board.festivals}
    return sum(by_id[name].points[cards - 1] for name, cards in side.festivals.items() if cards)


def recount(board: Board, state: State, lines: list[int]) -> list[Score]:
    """The score of every side, given the lengths of their longest lines."""
    sides, options = sides_of(board, state), board.options
    tickets = [score_tickets(board, side, sides) for side in sides]
    most = max(done for _, done in tickets)
    scores = []
    for side, line, (points, done) in zip(sides, lines, tickets, strict=True):
        parts = {
            "routes": sum(_route_points(board, n) for n in side.routes),
            "tickets": points,
            "stations": side.stations_left * (options.stations.value if options.stations else 0),
            "festivals": score_festivals(board, side),
            "longest_bonus": options.longest_bonus if line == max(lines) > 0 else 0,
            "most_tickets_bonus": options.most_tickets_bonus if done == most > 0 else 0,
        }
        scores.append(Score(**parts, completed=done, total=sum(parts.values()), rank=0))
    return rank(board, sides, scores, lines)


def _route_points(board: Board, number: int) -> int:
    route = board.routes[number]
    return board.route_points[route.kind][str(route.cost)]


def merits(board: Board, side: Side, score: Score, line: int, best: int) -> tuple[int, ...]:
    """BASE-26, EUR-13, ASI-19: points, then what the board breaks ties by."""
    values = {
        "tickets": score.completed,
        "stations": side.stations_left,
        "longest": line,
        "express": int(line == best > 0),
    }
    return (score.total, *(values[tie] for tie in board.options.ties))


def rank(board: Board, sides: list[Side], scores: list[Score], lines: list[int]) -> list[Score]:
    """The scores with their places; equals share one."""
    values = [merits(board, *row, max(lines)) for row in zip(sides, scores, lines, strict=True)]
    return [
        score._replace(rank=1 + sum(other > value for other in values))
        for score, value in zip(scores, values, strict=True)
    ]


def deciding_tie(board: Board, sides: list[Side], scores: list[Score], lines: list[int]) -> str | None:
    """The last of the board's tie-breaks that was needed to tell the winners from the others."""
    values = [merits(board, *row, max(lines)) for row in zip(sides, scores, lines, strict=True)]
    best = max(values)
    level = [value for value in values if value[0] == best[0] and value != best]
    first_difference = [[a == b for a, b in zip(value, best, strict=True)].index(False) for value in level]
    return board.options.ties[max(first_difference) - 1] if level else None

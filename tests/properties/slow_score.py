"""The result that `Game` tells, against the slow recount of the engine's tests."""

from __future__ import annotations

from semafor import Game
from semafor.results import SideResult
from tests.engine.naive_lines import Edge, Network, is_trail, longest_by_subsets
from tests.engine.recount import Score, completed, parts_of, recount, sides_of

TANGLED = 14
"""Routes of a side beyond which the slow twin of the longest line takes too long."""


def check_score(game: Game) -> None:
    """Points, ranks and winners are those of the recount; lines and paths are what they say."""
    result = game.result()
    scores = recount(game.board, game.states[0], [side.longest for side in result.sides])
    for side, score in zip(result.sides, scores, strict=True):
        assert score == Score(
            routes=side.routes,
            tickets=side.ticket_points,
            completed=side.completed,
            stations=side.stations,
            festivals=side.festivals,
            longest_bonus=side.longest_bonus,
            most_tickets_bonus=side.most_tickets_bonus,
            total=side.total,
            rank=side.rank,
        )
        check_line(game, side)
        check_paths(game, side)
    best = [side.seats for side, score in zip(result.sides, scores, strict=True) if score.rank == 1]
    assert result.winners == tuple(seat for seats in best for seat in seats)


def network_of(game: Game, routes: set[int]) -> Network:
    """Routes as edges."""
    at = game.board.place_index
    return {n: Edge(at[r.a], at[r.b], r.length) for n in routes for r in [game.board.routes[n]]}


def check_line(game: Game, side: SideResult) -> None:
    """BASE-25: the line is a trail of own routes, as long as it says, and none is longer."""
    names = {name: n for n, name in enumerate(game.board.route_names)}
    owned = sides_of(game.board, game.states[0])[side.side].routes
    line = network_of(game, {names[name] for name in side.line})
    assert len(line) == len(side.line)
    assert set(line) <= owned
    assert is_trail(line)
    assert sum(edge.length for edge in line.values()) == side.longest
    if len(owned) <= TANGLED:
        assert longest_by_subsets(network_of(game, owned)) == side.longest


def check_paths(game: Game, side: SideResult) -> None:
    """BASE-21, EUR-10: the path of a completed ticket joins its places by own and borrowed routes."""
    names = {name: n for n, name in enumerate(game.board.route_names)}
    tickets = dict(zip(game.board.ticket_names, game.board.tickets, strict=True))
    usable = sides_of(game.board, game.states[0])[side.side].routes
    usable |= {names[route] for route in side.borrowed.values()}
    for told in side.tickets:
        path = {names[route] for route in told.path}
        assert path <= usable
        assert completed(parts_of(game.board, path), [tickets[told.ticket]]) == [told.completed]

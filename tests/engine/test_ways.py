"""Cheapest ways, and what a ticket still takes, against slow and obvious twins."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from semafor.boards.load import load_board
from semafor.engine.connections import FAR, NO_ROUTE, WAYS, find_distances, find_way, other_end, price_routes
from semafor.engine.state import PLACES, ROUTES, STATE, Facts, State, f8, i2, record_of
from semafor.engine.ticket_needs import BORROW, BUILD, CLAIM, OWN, REMAINING, find_remaining, look_at_side
from semafor.games.board_facts import facts_of, write_neighbours
from tests.engine.naive_lines import Edge
from tests.engine.naive_ways import Side, cheapest, remaining
from tests.engine.networks import BOARDS, facts_of_edges, route_set

FLOAT_WAYS = record_of(("price", f8, ROUTES), ("dist", f8, PLACES), ("via", i2, PLACES))


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("kind", [WAYS, FLOAT_WAYS])
def test_cheapest_ways(name: str, kind: np.dtype[np.void]) -> None:
    facts, chance, ways = facts_of(load_board(name)), Random(name), np.zeros(1, kind)[0]
    for _ in range(20):
        price = {r: chance.choice((0, 1, 2, 5, FAR)) for r in range(int(facts.routes))}
        ways.price[: len(price)] = list(price.values())
        start, goal = chance.randrange(int(facts.places)), chance.randrange(int(facts.places))
        best = cheapest(facts, {r: cost for r, cost in price.items() if cost < FAR}, start)
        assert find_way(facts, ways, start, goal) == best.get(goal, FAR)
        if goal in best:
            assert price_back(facts, ways, start, goal) == best[goal]
        find_distances(facts, ways, start)
        assert [ways.dist[p] for p in range(int(facts.places))] == [
            best.get(p, FAR) for p in range(int(facts.places))
        ]


def price_back(facts: Facts, ways: np.record, start: int, goal: int) -> float:
    """Return the cost of the path that leads back to the start."""
    total, here = 0.0, goal
    while ways.via[here] != NO_ROUTE:
        total += float(ways.price[ways.via[here]])
        here = other_end(facts, int(ways.via[here]), here)
    assert here == start
    return total


def test_prices_of_a_seat() -> None:
    facts, state, price = facts_of(load_board("asia")), np.zeros(1, STATE)[0], np.zeros(ROUTES, np.int32)
    state.players = 4
    state.owned[1] = route_set([3])  # the partner's
    state.owned[2] = route_set([4])
    state.open[0] = route_set([5])
    price_routes(state, facts, 0, facts.route_cost, price)
    assert (price[3], price[4], price[5], price[6]) == (0, FAR, facts.route_cost[5], FAR)


# ---- what a ticket still takes ----------------------------------------------------------------


def random_board(chance: Random) -> Facts:
    """A small multigraph with two kinds of pieces and some junctions."""
    places = chance.randint(3, 7)
    pairs = [(a, b) for a in range(places) for b in range(a)]
    edges = [Edge(*chance.choice(pairs), chance.randint(1, 4)) for _ in range(chance.randint(3, 12))]
    facts = facts_of_edges(edges)
    facts.places, facts.team_size = places, 1
    facts.cities = sum(1 << place for place in range(places) if chance.random() < 0.8)
    for route in range(int(facts.routes)):
        facts.route_kind[route] = chance.random() < 0.3
    write_neighbours(facts)
    return facts


def random_position(chance: Random, facts: Facts) -> tuple[State, Side]:
    """Three seats with routes and stations, seen by the first, as a state and as plain sets."""
    state: State = np.zeros(1, STATE)[0]
    state.players = 3
    owners = chance.choice(((0, 1, 2, None), (0, 1, 2, 2, None, None), (1, 2)))
    whose = [chance.choice(owners) for _ in range(int(facts.routes))]
    for seat in range(3):
        state.owned[seat] = route_set(r for r, owner in enumerate(whose) if owner == seat)
    free = [r for r, owner in enumerate(whose) if owner is None and chance.random() < 0.8]
    state.open[0] = route_set(free)
    state.pieces[0] = chance.randint(0, 9), chance.randint(0, 5)
    crowded = chance.choice((0.0, 0.2, 0.4))
    stations = {p: chance.choice((0, 1, 2)) for p in range(int(facts.places)) if chance.random() < crowded}
    for place, seat in stations.items():
        state.stations[seat] |= np.uint64(1 << place)
    state.stations_left[0] = chance.randint(0, 3)
    pieces = [int(number) for number in state.pieces[0]]
    side = Side(
        own={r for r, owner in enumerate(whose) if owner == 0},
        open={r for r in free if facts.route_pieces[r] <= pieces[int(facts.route_kind[r])]},
        lent={r for r, owner in enumerate(whose) if owner in (1, 2)},
        standing={place for place, seat in stations.items() if seat == 0},
        sites={p for p in range(int(facts.places)) if int(facts.cities) >> p & 1 and p not in stations},
        left=int(state.stations_left[0]),
        limit=(pieces[0], pieces[1]),
    )
    return state, side


def check_told(facts: Facts, side: Side, work: np.record, a: int, b: int) -> None:
    """The reported path joins the places by allowed routes, and each station is used once."""
    here, lenders, new = a, [], set()
    for step in range(int(work.steps)):
        route, means, site = int(work.route[step]), int(work.means[step]), int(work.site[step])
        assert route in {OWN: side.own, CLAIM: side.open, BORROW: side.lent, BUILD: side.lent}[means]
        if means in (BORROW, BUILD):
            assert site in (int(facts.route_a[route]), int(facts.route_b[route]))
            assert site in (side.standing if means == BORROW else side.sites)
            lenders.append(site)
            new |= {site} if means == BUILD else set()
        here = other_end(facts, route, here)
    assert here == b
    assert len(set(lenders)) == len(lenders)
    assert len(new) == work.stations <= side.left


@pytest.mark.adds_no_line
@pytest.mark.rule("EUR-10")
def test_what_a_ticket_still_takes() -> None:
    chance, work = Random(7), np.zeros(1, REMAINING)[0]
    told = []
    for _ in range(1500):
        facts = random_board(chance)
        state, side = random_position(chance, facts)
        goal = int(facts.places) - 1
        look_at_side(state, facts, 0, work)
        found = find_remaining(facts, work, 0, goal)
        expected = remaining(facts, side, 0, goal)
        told.append((found, int(work.stations) if found else 0))
        assert found == (expected is not None)
        if found:
            check_told(facts, side, work, 0, goal)
            assert (int(work.stations), int(work.pieces.sum())) == expected
    assert {(True, number) for number in range(4)} | {(False, 0)} <= set(told)

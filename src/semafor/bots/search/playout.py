"""Playing a world on to its end, and what the end is worth to a seat."""

from semafor.bots.search.chart import Chart, Desk
from semafor.bots.search.policy import decide
from semafor.engine.arithmetic import exp, tanh
from semafor.engine.chains import LINK, LINK_BITS, is_inner, may_go_on
from semafor.engine.compile import compiled
from semafor.engine.connections import FAR, find_way, price_routes
from semafor.engine.score import count_totals
from semafor.engine.state import Facts, State
from semafor.engine.teams import side_of, sides
from semafor.engine.tickets import next_to_decide
from semafor.engine.turn import apply

LONGEST_GAME = 4000
"""Decisions after which a playout is given up; a game of sensible players has a few hundred."""
WIN_SHARE = 0.4
"""How much of a result's worth is winning; the rest is the margin."""
MARGIN = 40.0
"""Points of margin that count as much."""


@compiled
def play_on(state: State, facts: Facts, chart: Chart, desk: Desk, seat: int, chain: int, inner: bool) -> int:
    """Carry out the seat's chain and play on: to the end or, if inner, as long as the chain goes on.

    The actions of an inner chain are returned as a chain; without one to begin with the first
    action is the policy's. One function for both: compiled rules are large, and this holds them once.
    """
    packed, shift = 0, 0
    for step in range(LONGEST_GAME):
        decider = seat
        if chain > 0:
            action = (chain & LINK) - 1
            chain >>= LINK_BITS
        elif state.over or (inner and step > 0 and not is_inner(state.ask[seat])):
            break
        else:
            decider = seat if inner else next_to_decide(state)
            action = decide(state, facts, chart, decider, desk)
        if inner:
            packed |= (action + 1) << shift
            shift += LINK_BITS
        desk.log.count = 0
        if not (inner and step == 0 and not may_go_on(state, facts, seat, action)):
            apply(state, facts, decider, action, desk.log)
        elif chain == 0:
            break
    return packed


@compiled
def worth_of_margin(margin: int) -> float:
    """From 0 to 1: winning counts, and by how much a little."""
    won = 1.0 if margin > 0 else 0.5 if margin == 0 else 0.0
    return WIN_SHARE * won + (1.0 - WIN_SHARE) * (0.5 + 0.5 * tanh(margin / MARGIN))


@compiled
def worth_of_end(state: State, facts: Facts, seat: int, desk: Desk) -> float:
    """What the end of a game is worth to a seat, from 0 to 1."""
    count_totals(state, facts, desk.result, desk)
    side, best = side_of(facts, seat), -10_000
    for other in range(int(sides(state, facts))):
        if other != side:
            best = max(best, int(desk.result.total[other]))
    return worth_of_margin(int(desk.result.total[side]) - best)


FIT = 3.0
"""How much likelier a ticket is whose way is built already: e to this power."""


@compiled
def write_likely(state: State, facts: Facts, chart: Chart, desk: Desk) -> None:
    """Write how well each ticket fits what each seat has built: its way has become shorter."""
    for seat in range(int(state.players)):
        price_routes(state, facts, seat, chart.weight, desk.ways.price)
        for ticket in range(int(facts.tickets)):
            way = find_way(facts, desk.ways, facts.ticket_a[ticket], facts.ticket_b[ticket])
            apart = max(1, chart.apart[ticket])
            built = 0.0 if way >= FAR else 1.0 - way / apart
            desk.hidden.likely[seat, ticket] = exp(FIT * max(-1.0, built))

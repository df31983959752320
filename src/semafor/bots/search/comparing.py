"""The comparison: every candidate is played on in the same sampled worlds."""

from __future__ import annotations

from semafor.bots.search.candidates import list_candidates
from semafor.bots.search.likely import write_likely
from semafor.bots.search.planning import keep_plan
from semafor.bots.search.playout import play_on, worth_of_end
from semafor.bots.search.records import KNOWN, PLAYED, WORLD, Chart, Desk
from semafor.engine.compile import compiled
from semafor.engine.state import SEATS, Array, Facts
from semafor.worlds.board_world import sample_world
from semafor.worlds.dealing import seed_dice


@compiled
def set_world(facts: Facts, chart: Chart, desk: Desk) -> None:
    """Sample a world, and let everyone plan in it."""
    desk.states[WORLD] = desk.states[KNOWN]
    world = desk.states[WORLD]
    sample_world(world, facts, desk)
    for seat in range(int(world.players)):
        desk.plans[seat].made = 0
        keep_plan(world, facts, chart, seat, desk)
        desk.world_plans[seat] = desk.plans[seat]


@compiled
def set_out(facts: Facts, chart: Chart, seat: int, desk: Desk) -> None:
    """List the candidates, with nothing tried yet."""
    known = desk.states[KNOWN]
    write_likely(known, facts, chart, desk)
    list_candidates(known, facts, chart, seat, desk)
    forget_tries(desk)


@compiled
def forget_tries(desk: Desk) -> None:
    """No candidate has been tried yet."""
    for i in range(int(desk.candidates)):
        desk.alive[i] = 1
        desk.visits[i] = 0
        desk.gain[i] = 0.0
        desk.square[i] = 0.0


@compiled
def note_worth(desk: Desk, candidate: int, worth: float, usual: float) -> float:
    """Note by how much a candidate did better in a world than the policy's choice, the first one.

    Returns what the policy's choice was worth there.
    """
    if candidate == 0:
        usual = worth
    desk.visits[candidate] += 1
    desk.gain[candidate] += worth - usual
    desk.square[candidate] += (worth - usual) ** 2
    return usual


@compiled
def take_state(desk: Desk, which: int) -> None:
    """Play on from a state of the desk, with the plans of its world."""
    desk.states[PLAYED] = desk.states[which]
    for seat in range(SEATS):
        desk.plans[seat] = desk.world_plans[seat]


@compiled
def think(desks: Array, facts: Array, charts: Array, numbers: Array) -> None:
    """Play the seat's candidates on in worlds `numbers[2]` to `numbers[3]` - 1; list them before world 0.

    `numbers` are seat, seed and the worlds. One function, because whatever contains the rules
    takes seconds to compile.
    """
    desk, fact, chart, seat = desks[0], facts[0], charts[0], numbers[0]
    listing = numbers[3] <= numbers[2]
    if listing:
        forget_plans(desk)
        desk.candidates = 1
        desk.chain[0] = 0
    for world in range(numbers[2], max(numbers[2] + 1, numbers[3])):
        if not listing:
            seed_dice(desk, numbers[1], world)
            set_world(fact, chart, desk)
        i, usual = 0, 0.0
        while i < desk.candidates:
            if listing or desk.alive[i]:
                take_state(desk, KNOWN if listing else WORLD)
                chain = play_on(desk.states[PLAYED], fact, chart, desk, seat, desk.chain[i], listing)
                if listing:
                    desk.chain[i] = chain
                else:
                    usual = note_worth(desk, i, worth_of_end(desk.states[PLAYED], fact, seat, desk), usual)
            if listing and i == 0:
                set_out(fact, chart, seat, desk)
            i += 1


@compiled
def forget_plans(desk: Desk) -> None:
    """Nobody has planned yet."""
    for seat in range(SEATS):
        desk.world_plans[seat].made = 0

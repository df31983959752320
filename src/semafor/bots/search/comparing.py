"""The comparison: every candidate is played out in the same sampled worlds."""

import re
import time
from collections.abc import Callable
from typing import NamedTuple

import msgspec
import numpy as np

from semafor.bots.search import candidates, card_policy, policy
from semafor.bots.search.chart import KNOWN, PLAYED, WORLD, Work
from semafor.engine import chains
from semafor.engine.arithmetic import tanh
from semafor.engine.chains import LINK, LINK_BITS
from semafor.engine.compile import compiled
from semafor.engine.state import Array, Facts, State
from semafor.errors import BadSetup
from semafor.games.arrays import by_state, count_totals
from semafor.games.kind import Rule
from semafor.games.points import margin_of
from semafor.knowledge.hidden import seed_dice
from semafor.knowledge.rollouts import SAME_STYLE, carry_out, choose, play_out
from semafor.knowledge.sampler import sample_world

WIN_SHARE = 0.4
"""How much of the value of a result is winning; the rest is the margin."""
MARGIN = 40.0
"""The margin in points at which its value is about three quarters of the maximum."""


class SearchRules(NamedTuple):
    """The compiled functions of a policy that the search needs besides its decisions."""

    write_likely: Rule
    """`(state, facts, settings, work)`: estimate which tickets other seats hold."""
    list_candidates: Rule
    """`(state, facts, settings, seat, work)`: add the decisions worth comparing."""
    plan_world: Rule
    """`(state, facts, settings, work)`: prepare playouts in a new world."""
    forget_plans: Rule
    """`(state, work)`: prepare playouts without a plan."""
    begin_playout: Rule
    """`(state, work)`: restore what was prepared."""
    goes_on: Rule
    """`(state, facts, seat, action)`: whether an inner question may follow an action."""
    is_inner: Rule
    """`(state, seat)`: whether the seat is asked an inner question."""


_BOARD = SearchRules(
    candidates.write_likely,
    candidates.list_candidates,
    policy.plan_world,
    policy.forget_plans,
    policy.begin_playout,
    chains.may_go_on,
    policy.is_inner,
)
_CARDS = SearchRules(
    card_policy.write_likely,
    card_policy.list_candidates,
    card_policy.plan_world,
    card_policy.forget_plans,
    card_policy.begin_playout,
    card_policy.goes_on,
    card_policy.is_inner,
)
_PAIRS = zip(_BOARD, _CARDS, strict=True)
write_likely, list_candidates, plan_world, forget_plans, begin_playout, goes_on, is_inner = (
    by_state(board=board, cards=cards) for board, cards in _PAIRS
)


@compiled
def worth_of_end(state: State, facts: Facts, seat: int, work: Work) -> float:
    """Return the value of a finished game to a seat, from 0 to 1: winning counts, and the margin."""
    count_totals(state, facts, work.result, work)
    side = seat // int(facts.team_size)
    margin = margin_of(work.result.total[: work.result.sides], side, 1)
    won = 1.0 if margin > 0 else 0.5 if margin == 0 else 0.0
    return WIN_SHARE * won + (1.0 - WIN_SHARE) * (0.5 + 0.5 * tanh(margin / MARGIN))


@compiled
def complete_chain(state: State, facts: Facts, settings: Array, seat: int, work: Work, chain: int) -> int:
    """Return the chain that begins with these actions and continues by the policy; changes the state."""
    packed, shift = 0, 0
    while True:
        if chain > 0:
            action = (chain & LINK) - 1
            chain >>= LINK_BITS
        else:
            action = choose(state, facts, settings, seat, work)
        packed |= (action + 1) << shift
        shift += LINK_BITS
        if not goes_on(state, facts, seat, action):
            return packed
        carry_out(state, facts, seat, action, work)
        if not is_inner(state, seat):
            return packed


@compiled
def apply_chain(state: State, facts: Facts, seat: int, chain: int, work: Work) -> None:
    """Apply the actions of a chain."""
    while chain > 0:
        carry_out(state, facts, seat, (chain & LINK) - 1, work)
        chain >>= LINK_BITS


@compiled
def start_from(work: Work, which: int) -> None:
    """Copy one of the states to the one that is played, and prepare the policy."""
    work.states[PLAYED] = work.states[which]
    begin_playout(work.states[PLAYED], work)


@compiled
def think(works: Array, facts: Array, settings: Array, numbers: Array) -> None:
    """Play the remaining candidates out in worlds `numbers[2]` to `numbers[3]` - 1; list them before world 0.

    `numbers` are seat, seed and the worlds. One function for both, because anything that contains the rules
    takes seconds to compile.
    """
    if numbers[3] <= numbers[2]:
        list_chains(works[0], facts[0], settings[0], numbers[0])
    for world in range(numbers[2], numbers[3]):
        compare_in_world(works[0], facts[0], settings, numbers[0], numbers[1], world)


@compiled
def list_chains(work: Work, facts: Facts, settings: Array, seat: int) -> None:
    """List the candidates of a seat in the known state, the policy's choice first."""
    known, played = work.states[KNOWN], work.states[PLAYED]
    forget_plans(known, work)
    work.candidates = 1
    work.chain[0] = 0
    number = 0
    while number < work.candidates:
        start_from(work, KNOWN)
        work.chain[number] = complete_chain(played, facts, settings, seat, work, work.chain[number])
        if number == 0:
            write_likely(known, facts, settings, work)
            list_candidates(known, facts, settings, seat, work)
        number += 1
    for i in range(int(work.candidates)):
        work.alive[i] = 1
        work.visits[i] = 0
        work.gain[i] = 0.0
        work.square[i] = 0.0


@compiled
def compare_in_world(work: Work, facts: Facts, settings: Array, seat: int, seed: int, number: int) -> None:
    """Play the remaining candidates out in one world."""
    deal_world(work, facts, seed, number, work.states, WORLD)
    plan_world(work.states[WORLD], facts, settings[0], work)
    played, usual = work.states[PLAYED], 0.0
    for i in range(int(work.candidates)):
        if work.alive[i]:
            start_from(work, WORLD)
            apply_chain(played, facts, seat, work.chain[i], work)
            play_out(played, facts, settings, SAME_STYLE, work)
            usual = note_worth(work, i, worth_of_end(played, facts, seat, work), usual)


@compiled
def note_worth(work: Work, candidate: int, worth: float, usual: float) -> float:
    """Record by how much a candidate did better in a world than the policy's choice, the first one.

    Returns the value of the policy's choice there.
    """
    if candidate == 0:
        usual = worth
    work.visits[candidate] += 1
    work.gain[candidate] += worth - usual
    work.square[candidate] += (worth - usual) ** 2
    return usual


@compiled
def deal_world(work: Work, facts: Facts, seed: int, number: int, worlds: Array, place: int) -> None:
    """Write a world that the seat cannot rule out to a place; the same for the same seed and number."""
    seed_dice(work, seed, number)
    worlds[place] = work.states[KNOWN]
    sample_world(worlds[place], facts, work)


@compiled
def deal_worlds(works: Array, facts: Array, settings: Array, seed: int, worlds: Array) -> None:
    """Fill `worlds` with worlds that the seat cannot rule out."""
    write_likely(works[0].states[KNOWN], facts[0], settings[0], works[0])
    for number in range(worlds.size):
        deal_world(works[0], facts[0], seed, number, worlds, number)


DEFAULT = "1s"
_TEXT = re.compile(r"(?P<number>\d+(?:\.\d+)?)(?P<unit>ms|s|)")


class Budget(msgspec.Struct, frozen=True):
    """The budget of a decision: a time or a number of playouts; the other is None."""

    seconds: float | None = None
    playouts: int | None = None


def parse_budget(text: str) -> Budget:
    """Parse `1s`, `100ms` or `500` (playouts); raise BadSetup for anything else."""
    match = _TEXT.fullmatch(text or DEFAULT)
    number = float(match["number"]) if match else 0.0
    if not match or number <= 0 or (not match["unit"] and number != int(number)):
        raise BadSetup("bad-budget", text=text)
    if match["unit"]:
        return Budget(seconds=number / 1000 if match["unit"] == "ms" else number)
    return Budget(playouts=int(number))


CHUNK = 0.006
"""Approximate duration of one compiled call, in seconds."""
DOUBT = 1.0
"""Standard errors by which a candidate must be better than the policy's choice."""
Compare = Callable[[int, int], None]
"""Play the remaining candidates out in the worlds from the first number to below the second."""


class Halving:
    """Spends the budget of one decision on its candidates by successive halving."""

    def __init__(self, work: np.record, compare: Compare, budget: Budget) -> None:
        self._work, self._compare, self._budget = work, compare, budget
        self._candidates = int(work.candidates)
        self._rounds = max(1, (self._candidates - 1).bit_length())
        self._worlds = 0
        """The number of worlds played so far."""
        self._speed = 0.0
        """Worlds per second, as measured so far."""

    def run(self) -> int:
        """Return the index of the best candidate."""
        if self._budget.seconds is not None:
            self._run_for(self._budget.seconds)
        else:
            self._run_playouts(self._budget.playouts or 0)
        return self._best()

    def _run_for(self, seconds: float) -> None:
        begin = time.perf_counter()
        for number in range(1, self._rounds + 1):
            end = begin + seconds * number / self._rounds
            while (left := end - time.perf_counter()) > 0:
                self._play(self._fitting(left))
            self._drop_worse()

    def _fitting(self, left: float) -> int:
        """Return the number of worlds for one call: a few milliseconds' worth, within the round."""
        return max(1, int(self._speed * min(CHUNK, left)))

    def _play(self, worlds: int) -> None:
        """Play the next worlds and measure the speed."""
        begin = time.perf_counter()
        if worlds > 0:
            self._compare(self._worlds, self._worlds + worlds)
        self._worlds += worlds
        self._speed = worlds / max(1e-6, time.perf_counter() - begin)

    def _run_playouts(self, playouts: int) -> None:
        """Give every round an equal share of what is left; all candidates play the same worlds."""
        for number in range(self._rounds):
            share = playouts // (self._rounds - number)
            alive = int(self._work.alive[: self._candidates].sum())
            worlds = share // alive
            self._play(worlds)
            playouts -= worlds * alive
            self._drop_worse()

    def _gains(self) -> tuple[Array, Array]:
        """Return each candidate's mean gain over the policy's choice, and its standard error."""
        work, end = self._work, self._candidates
        visits = np.maximum(1, work.visits[:end])
        means = work.gain[:end] / visits
        spread = np.maximum(0.0, work.square[:end] / visits - means**2)
        return means, np.sqrt(spread / visits)

    def _best(self) -> int:
        """Return the candidate with the largest certain gain, or the policy's choice."""
        means, errors = self._gains()
        sure = np.where(self._work.alive[: self._candidates] == 1, means - DOUBT * errors, -1.0)
        best = int(np.argmax(sure))
        return best if sure[best] > 0 else 0

    def _drop_worse(self) -> None:
        means, _ = self._gains()
        others = [i for i in range(1, self._candidates) if self._work.alive[i]]
        others.sort(key=lambda i: -means[i])
        for candidate in others[max(1, (len(others) + 1) // 2) :]:
            self._work.alive[candidate] = 0

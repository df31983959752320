"""The comparison: every candidate is played on in the same sampled worlds."""

import re
import time
from collections.abc import Callable, Sequence

import msgspec
import numpy as np

from semafor.boards.model import Board
from semafor.bots.search.candidates import list_candidates
from semafor.bots.search.chart import (
    CHART,
    DESK,
    KNOWN,
    PLAYED,
    WORLD,
    Chart,
    Desk,
    Knob,
    chart_of,
    chart_with,
)
from semafor.bots.search.planning import keep_plan
from semafor.bots.search.playout import play_on, worth_of_end, write_likely
from semafor.engine.compile import compiled
from semafor.engine.state import SEATS, STATE, Array, Facts
from semafor.errors import BadSetup
from semafor.games.board_codec import Codec, unpack
from semafor.games.board_facts import facts_array
from semafor.games.kind import Plain
from semafor.games.lookup import kind_of
from semafor.knowledge.board_worlds import sample_world
from semafor.knowledge.hidden import seed_dice
from semafor.knowledge.memory import SeatMemory
from semafor.knowledge.sampler import write_sizes
from semafor.moves import Move
from semafor.view import View


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


@compiled
def deal_worlds(desks: Array, facts: Array, charts: Array, seed: int, worlds: Array) -> None:
    """Fill `worlds`; tickets that fit what a seat has built are more likely to be its own."""
    desk = desks[0]
    write_likely(desk.states[KNOWN], facts[0], charts[0], desk)
    for world in range(worlds.size):
        seed_dice(desk, seed, world)
        worlds[world] = desk.states[KNOWN]
        sample_world(worlds[world], facts[0], desk)


class BoardSearch:
    """The search of one seat in a board game, with the given knobs or those tuned for the board."""

    def __init__(self, board: Board, knobs: dict[Knob, float] | None = None) -> None:
        self._board, self._knobs = board, knobs
        self._facts = facts_array(board)
        self._charts = np.zeros(1, CHART) if knobs is None else chart_with(board, knobs)
        self._codec = Codec(board, self._facts)
        self._memory = SeatMemory(board)
        self._desks = np.zeros(1, DESK)
        self._known = np.zeros(1, DESK["states"].base)

    @property
    def desk(self) -> np.record:
        """All working space; looked up each time, for a copy of it is elsewhere."""
        return self._desks[0]  # type: ignore[no-any-return]  # an array of records

    def lay_out(self, view: View) -> None:
        """Write everything that the seat sees and remembers into the working space."""
        if self._knobs is None:
            self._charts = chart_of(self._board, view.players)
        self._known = self._memory.known(view)
        self.desk.states[KNOWN] = self._known[0]
        write_sizes(self.desk, kind_of(self._board), self.desk.states[KNOWN], view, self._memory)

    def deal(self, view: View, seed: int, number: int) -> Array:
        """Return worlds in which tickets are likelier where they fit what was built."""
        self.lay_out(view)
        worlds = np.zeros(number, STATE)
        deal_worlds(self._desks, self._facts, self._charts, seed, worlds)
        return worlds

    def totals(self) -> Array:
        """Return everyone's points at the end of the last playout."""
        return self.desk.result.total  # type: ignore[no-any-return]  # a field of a record

    def think(self, numbers: Array) -> None:
        """List candidates or compare them (see `comparing.think`)."""
        think(self._desks, self._facts, self._charts, numbers)

    def move_of(self, candidate: int, seat: int, moves: Sequence[Move]) -> Move:
        """The move that a candidate makes; one of the moves."""
        chain = unpack(int(self.desk.chain[candidate]))
        move = self._codec.move_of(Plain(self._known), seat, chain)
        assert move in moves, "the search considers legal moves only"
        return move

    def note(self, view: View, move: Move) -> None:
        """Remember the move that was made."""
        self._memory.note(view, move)


DEFAULT = "1s"
_TEXT = re.compile(r"(?P<number>\d+(?:\.\d+)?)(?P<unit>ms|s|)")


class Budget(msgspec.Struct, frozen=True):
    """Either of the two; the other is None."""

    seconds: float | None = None
    playouts: int | None = None


def parse_budget(text: str) -> Budget:
    """`1s`, `100ms` or `500` (playouts); BadSetup for anything else."""
    match = _TEXT.fullmatch(text or DEFAULT)
    number = float(match["number"]) if match else 0.0
    if not match or number <= 0 or (not match["unit"] and number != int(number)):
        raise BadSetup("bad-budget", text=text)
    if match["unit"]:
        return Budget(seconds=number / 1000 if match["unit"] == "ms" else number)
    return Budget(playouts=int(number))


CHUNK = 0.006
"""Seconds of one compiled call, about."""
DOUBT = 1.0
"""Standard errors by which a candidate must be better than the policy's choice."""
Compare = Callable[[int, int], None]
"""Play the alive candidates on in the worlds from the first number to below the second."""


class Halving:
    """One decision's search: spends a budget on candidates that lie on a desk."""

    def __init__(self, desk: np.record, compare: Compare, budget: Budget) -> None:
        self._desk, self._compare, self._budget = desk, compare, budget
        self._candidates = int(desk.candidates)
        self._rounds = max(1, (self._candidates - 1).bit_length())
        self._worlds = 0
        """Worlds played so far."""
        self._speed = 0.0
        """Worlds a second, as measured so far."""

    def run(self) -> int:
        """The number of the best candidate."""
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
        """Worlds for one call: a few milliseconds' worth, no more than the round has time for."""
        return max(1, int(self._speed * min(CHUNK, left)))

    def _play(self, worlds: int) -> None:
        """Play the next worlds, and see how fast that goes."""
        begin = time.perf_counter()
        if worlds > 0:
            self._compare(self._worlds, self._worlds + worlds)
        self._worlds += worlds
        self._speed = worlds / max(1e-6, time.perf_counter() - begin)

    def _run_playouts(self, playouts: int) -> None:
        """Every round gets an equal share of what is left; a world is played by all or by none."""
        for number in range(self._rounds):
            share = playouts // (self._rounds - number)
            alive = int(self._desk.alive[: self._candidates].sum())
            worlds = share // alive
            self._play(worlds)
            playouts -= worlds * alive
            self._drop_worse()

    def _gains(self) -> tuple[Array, Array]:
        """By how much each candidate does better than the policy's choice, and how sure that is."""
        desk, end = self._desk, self._candidates
        visits = np.maximum(1, desk.visits[:end])
        means = desk.gain[:end] / visits
        spread = np.maximum(0.0, desk.square[:end] / visits - means**2)
        return means, np.sqrt(spread / visits)

    def _best(self) -> int:
        """The candidate that gains most even if it was lucky; else the policy's choice."""
        means, errors = self._gains()
        sure = np.where(self._desk.alive[: self._candidates] == 1, means - DOUBT * errors, -1.0)
        best = int(np.argmax(sure))
        return best if sure[best] > 0 else 0

    def _drop_worse(self) -> None:
        means, _ = self._gains()
        others = [i for i in range(1, self._candidates) if self._desk.alive[i]]
        others.sort(key=lambda i: -means[i])
        for candidate in others[max(1, (len(others) + 1) // 2) :]:
            self._desk.alive[candidate] = 0

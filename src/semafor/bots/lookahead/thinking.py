"""The tree search for one decision, with successive halving of the moves at the root.

A simulation applies a move in a world, lets other seats answer as their network would, and descends the tree
to a decision of the seat that is new; there the network's value is its result. The network evaluates all
running simulations together.
"""

from __future__ import annotations

import time
from collections import deque
from functools import cache
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from semafor.boards.model import Board
from semafor.bots.learned.network import PlainNetwork
from semafor.bots.learned.reading import SCALE
from semafor.bots.learned.weights import SHIPPED
from semafor.bots.lookahead.simulation import Numbers, SimulatedGames
from semafor.bots.search.comparing import Budget
from semafor.engine.arithmetic import exp, exp_of, log
from semafor.engine.state import NOBODY, Array

Floats = NDArray[np.float32]
Counts = NDArray[np.int64]

CURIOSITY = 0.35
"""Exploration weight of preferred actions with few visits; a win has value one."""
SHY = 0.03
"""By how much an unvisited action is assumed to be worse than the average of the others."""


class Node:
    """A decision of the seat, identified by its own earlier actions only.

    Within one turn, decisions are also distinguished by the seat's hand. Across turns they are not, so a node
    averages over everything that others and chance may have done.
    """

    __slots__ = ("begun", "children", "ended", "reached", "worth", "worth_here")

    def __init__(self, actions: int) -> None:
        self.begun = np.zeros(actions, np.int32)
        """Visits of each action, including running simulations."""
        self.ended = np.zeros(actions, np.int32)
        self.worth = np.zeros(actions)
        self.reached, self.worth_here = 0, 0.0
        """Sum and number of network values of this node itself."""
        self.children: dict[tuple[int, bytes], Node] = {}

    def child(self, action: int, hand: bytes) -> Node:
        """Return the decision after an action; `hand` is empty in a later turn."""
        known = self.children.get((action, hand))
        if known is None:
            known = self.children[action, hand] = Node(len(self.begun))
        return known

    def mean(self) -> float:
        """Return the average value so far."""
        times = self.reached + int(self.ended.sum())
        return (self.worth_here + float(self.worth.sum())) / max(1, times)

    def choose(self, legal: Counts, preferred: Floats) -> int:
        """Return the legal action to try next, given the network's preference for each."""
        begun, ended = self.begun[legal], self.ended[legal]
        known = self.worth[legal] / np.maximum(1, ended)
        worth = np.where(ended > 0, known, self.mean() - SHY)
        interest = CURIOSITY * preferred * np.sqrt(1 + begun.sum()) / (1 + begun)
        return int(legal[np.argmax(worth + interest)])

    def most_tried(self, among: Counts, fewest: int) -> int | None:
        """Return the most visited of some actions; None if they have fewer visits than `fewest` in total."""
        ended = self.ended[among]
        return int(among[np.argmax(ended)]) if ended.sum() >= fewest else None


def follow(node: Node, action: int) -> Node | None:
    """Return the decision after an action in the same turn, or None if it was never reached."""
    found = [child for (taken, hand), child in node.children.items() if taken == action and hand]
    return max(found, key=lambda child: int(child.ended.sum()) + child.reached, default=None)


CANDIDATES = 12
"""Maximum number of moves that are tried."""
FAINTEST, FEWEST = 1e-3, 4
"""Moves less probable than this fraction of the network's choice are not tried, except for the first few."""
RELUCTANCE = 1.0
"""Standard errors by which a move must be better than the network's choice."""
FAITH, BELIEF = 50, 0.5
"""Weight of the network's preference against simulations: that of FAITH simulations, times BELIEF.
Errors of values do not shrink with more simulations, and preferences were learned from many more games.
"""
TRUST = 6
"""Network values of a decision before the tree descends beyond it."""
DEEPEST = 6
"""Maximum number of the seat's decisions in a simulation."""


class SearchQuestion(NamedTuple):
    """The decision to make: seat, worlds, and actions by their indexes in the reading."""

    seat: int
    worlds: Array
    actions: Numbers
    preferred: Floats
    """The probability of each action by the network."""


class Try:
    """One candidate in one world, while it is simulated."""

    __slots__ = ("candidate", "elsewhere", "number", "path")

    def __init__(self, candidate: int, number: int, root: Node, action: int) -> None:
        self.candidate, self.number = candidate, number
        self.path = [(root, action)]
        self.elsewhere = False
        """Whether another seat has decided since the seat's last decision."""


class Thought:
    """The search for one decision."""

    def __init__(
        self, games: SimulatedGames, network: PlainNetwork, question: SearchQuestion, spread: float
    ) -> None:
        self._games, self._network, self._question, self._spread = games, network, question, spread
        order = candidates(question.preferred)
        self._actions: Numbers = question.actions[order]
        preferred = question.preferred[order].tolist()
        self._preferred = np.array([log(max(1e-30, chance)) for chance in preferred], np.float32)
        self.root = Node(len(games.reading.actions))
        self._worth: list[dict[int, float]] = [{} for _ in self._actions]
        """The results of each candidate by number of the simulation; equal numbers mean equal worlds."""
        self._alive = list(range(len(self._actions)))
        self._free = deque(range(games.slots))
        self._tries: dict[int, Try] = {}
        self._queue: deque[tuple[int, int]] = deque()
        self._asked = 0
        self.judged = 0
        """The number of evaluated positions, including ends of games."""
        self._dice = np.random.default_rng(int(question.worlds["key"][0, 0]))
        self._hidden = self._hidden_margin()

    def _hidden_margin(self) -> float:
        """Return what tickets unknown to the seat add to its margin, on average over the worlds."""
        games, seat, worlds = self._games, self._question.seat, self._question.worlds
        slots = np.arange(min(games.slots, len(worlds)))
        games.begin(slots, worlds, slots, seat, np.full(len(slots), -1))
        return float((games.margins(slots, seat, NOBODY) - games.margins(slots, seat, seat)).mean())

    # ---- the rounds --------------------------------------------------------------------------

    def run(self, budget: Budget) -> int:
        """Spend the budget; return the best action, by its index in the reading."""
        rounds = max(1, (len(self._alive) - 1).bit_length())
        begin = time.perf_counter()
        for number in range(1, rounds + 1):
            part = number / rounds
            while not self._is_spent(budget, part, begin):
                self._tick()
            self._drop_worse()
        while self._tries and budget.seconds is None:
            self._tick(refill=False)
        return int(self._actions[self._best()])

    def _is_spent(self, budget: Budget, part: float, begin: float) -> bool:
        if budget.seconds is not None:
            return time.perf_counter() - begin >= part * budget.seconds
        return self.judged >= part * (budget.playouts or 0)

    def _gains(self, candidate: int) -> tuple[float, float, int]:
        """Return the gain over the network's choice in the same worlds: mean, standard error, simulations."""
        usual, worth = self._worth[0], self._worth[candidate]
        gains = np.array([worth[number] - usual[number] for number in worth if number in usual])
        if len(gains) < 2:
            return 0.0, 1.0, len(gains)
        return float(gains.mean()), float(gains.std(ddof=1) / np.sqrt(len(gains))), len(gains)

    def _promise(self, candidate: int, reluctance: float) -> float:
        """Return a candidate's advantage over the network's choice: its gain minus uncertainty and prior."""
        mean, error, tries = self._gains(candidate)
        unlikely = float(self._preferred[0] - self._preferred[candidate])
        return mean - reluctance * error - BELIEF * unlikely / (FAITH + tries)

    def _drop_worse(self) -> None:
        """Remove the worse half; the network's choice stays."""
        others = sorted(self._alive[1:], key=lambda candidate: -self._promise(candidate, 0.0))
        self._alive = [0, *sorted(others[: max(1, len(others) // 2)])]
        self._queue = deque(item for item in self._queue if item[0] in self._alive)

    def _best(self) -> int:
        """Return the candidate with the largest certain gain, or the network's choice."""
        sure = [self._promise(candidate, RELUCTANCE) for candidate in self._alive[1:]]
        best = int(np.argmax(sure)) if sure else 0
        return self._alive[1 + best] if sure and sure[best] > 0 else 0

    # ---- tries on their way ------------------------------------------------------------------

    def _tick(self, refill: bool = True) -> None:
        """Start simulations in free slots, evaluate the positions reached, and continue or end each."""
        if refill:
            self._begin_tries()
        games, slots = self._games, np.array(list(self._tries), np.int64)
        seats = games.seats(slots)
        over = slots[seats == NOBODY]
        self.judged += len(over)  # counted, otherwise the search for the last move would never end
        if len(over):
            for slot, margin in zip(over, games.margins(over, self._question.seat, NOBODY), strict=True):
                self._end(int(slot), float(margin))
        slots, seats = slots[seats != NOBODY], seats[seats != NOBODY]
        if len(slots):
            self._judge(slots, seats)

    def _begin_tries(self) -> None:
        """Put the next simulations into free slots: every candidate visits the same worlds."""
        slots, numbers, actions = [], [], []
        while self._free:
            if not self._queue:
                self._queue.extend((candidate, self._asked) for candidate in self._alive)
                self._asked += 1
            candidate, number = self._queue.popleft()
            slot, action = self._free.popleft(), int(self._actions[candidate])
            self.root.begun[action] += 1
            self._tries[slot] = Try(candidate, number, self.root, action)
            slots.append(slot)
            numbers.append(number % len(self._question.worlds))
            actions.append(self._games.reading.actions[action])
        if slots:
            where = np.array(slots)
            self._games.begin(
                where, self._question.worlds, np.array(numbers), self._question.seat, np.array(actions)
            )

    def _judge(self, slots: Numbers, seats: Numbers) -> None:
        """Evaluate these positions; new decisions of the seat end their simulations, the others continue."""
        games, own = self._games, self._question.seat
        rows = games.rows(slots)
        wanted, values = self._network.judge(rows)
        self.judged += len(slots)
        chances = likely(wanted, legal_of(games, rows))
        sums = chances.cumsum(1, dtype=np.float64)
        drawn = (sums <= self._dice.random((len(slots), 1)) * sums[:, -1:]).sum(1)
        margins = games.margins(slots, own, own)
        going, actions = [], []
        for place, slot in enumerate(slots.tolist()):
            action = int(drawn[place])
            if seats[place] == own:
                told = SCALE * float(values[place]) + float(margins[place]) + self._hidden
                mine = self._next_own(slot, chances[place], told)
                if mine is None:
                    continue
                action = mine
            else:
                self._tries[slot].elsewhere = True
            going.append(slot)
            actions.append(games.reading.actions[action])
        if going:
            games.step(np.array(going), np.array(actions))

    def _next_own(self, slot: int, chances: Floats, told: float) -> int | None:
        """Return the seat's next action; None if the simulation ends here with the network's value."""
        current = self._tries[slot]
        parent, before = current.path[-1]
        node = parent.child(before, b"" if current.elsewhere else self._hand(slot))
        if node.reached < TRUST or len(current.path) > DEEPEST:
            node.reached += 1
            node.worth_here += self._end(slot, told)
            return None
        legal = np.flatnonzero(chances)
        action = node.choose(legal, chances[legal])
        node.begun[action] += 1
        current.path.append((node, action))
        current.elsewhere = False
        return action

    def _hand(self, slot: int) -> bytes:
        """Return a key that differs between the decisions of a turn."""
        hand: bytes = self._games.sight.states["hand"][slot, self._question.seat].tobytes()
        return hand

    def _end(self, slot: int, margin: float) -> float:
        """End a simulation and back up its value."""
        current = self._tries.pop(slot)
        worth = chance_of(margin, self._spread)
        for node, action in current.path:
            node.ended[action] += 1
            node.worth[action] += worth
        self._worth[current.candidate][current.number] = worth
        self._free.append(slot)
        return worth


def candidates(preferred: Floats) -> Numbers:
    """Return the indexes of the actions worth trying, the most preferred first."""
    order = np.argsort(-preferred, kind="stable")[:CANDIDATES]
    worth = (preferred[order] >= FAINTEST * preferred[order[0]]) | (np.arange(len(order)) < FEWEST)
    tried: Numbers = order[worth]
    return tried


def chance_of(margin: float, spread: float) -> float:
    """The chance to win where so large a margin, the win counted in, is expected."""
    return 1.0 / (1.0 + exp(-margin / spread))


def legal_of(games: SimulatedGames, rows: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Return which actions are legal according to the rows."""
    reading = games.reading
    legal: NDArray[np.bool_] = rows[:, reading.features - len(reading.actions) : reading.features] > 0
    return legal


def likely(wanted: Floats, legal: NDArray[np.bool_]) -> Floats:
    """Return preferences as probabilities; zero for illegal actions."""
    wanted = np.where(legal, wanted, -np.inf)
    chances: Floats = exp_of(wanted - wanted.max(1, keepdims=True))
    chances /= chances.sum(1, keepdims=True)
    return chances


SPREADS = SHIPPED / "spreads.json"
"""Measured values by board and number of players, written by `lab/measure_spreads.py`."""
USUAL_SPREAD = 22.0
"""The value for boards that were not measured."""


def spread_of(board: Board, players: int) -> float:
    """Return the margin, including the value of the win, that makes a win e times as likely as a loss."""
    return _measured().get(board.board, {}).get(str(players), USUAL_SPREAD)


@cache
def _measured() -> dict[str, dict[str, float]]:
    return msgspec.json.decode(SPREADS.read_bytes(), type=dict[str, dict[str, float]])

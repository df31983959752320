"""One decision thought about: the better moves are tried in the same worlds, then the better half of them.

A try carries out the move in a world, lets the others answer as their network would, and goes on to own
decisions that are new to the tree; there the network's value says what the try was worth. All tries that
are on their way are judged by the network together.
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
"""Exploration weight of preferred actions with few tries; a win is worth one."""
SHY = 0.03
"""By how much an action that was never tried is taken to be worse than the average of the others."""


class Node:
    """One own decision: reached by own actions only, whatever others and chance did in between.

    Within one turn the own hand tells decisions apart; from one turn to the next nothing does, so a
    node holds what is good on the average of all that may have happened.
    """

    __slots__ = ("begun", "children", "ended", "reached", "worth", "worth_here")

    def __init__(self, actions: int) -> None:
        self.begun = np.zeros(actions, np.int32)
        """How often each action was tried, those still on their way included."""
        self.ended = np.zeros(actions, np.int32)
        self.worth = np.zeros(actions)
        self.reached, self.worth_here = 0, 0.0
        """Network values of this node before anything was tried."""
        self.children: dict[tuple[int, bytes], Node] = {}

    def child(self, action: int, hand: bytes) -> Node:
        """The decision that follows an action; `hand` is empty in a later turn."""
        known = self.children.get((action, hand))
        if known is None:
            known = self.children[action, hand] = Node(len(self.begun))
        return known

    def mean(self) -> float:
        """What the decision was worth so far, on average."""
        times = self.reached + int(self.ended.sum())
        return (self.worth_here + float(self.worth.sum())) / max(1, times)

    def choose(self, legal: Counts, preferred: Floats) -> int:
        """Which of the legal actions to try next, given how much the network prefers each."""
        begun, ended = self.begun[legal], self.ended[legal]
        known = self.worth[legal] / np.maximum(1, ended)
        worth = np.where(ended > 0, known, self.mean() - SHY)
        interest = CURIOSITY * preferred * np.sqrt(1 + begun.sum()) / (1 + begun)
        return int(legal[np.argmax(worth + interest)])

    def most_tried(self, among: Counts, fewest: int) -> int | None:
        """Of some actions the one with most tries; None where all together were tried too seldom."""
        ended = self.ended[among]
        return int(among[np.argmax(ended)]) if ended.sum() >= fewest else None


def follow(node: Node, action: int) -> Node | None:
    """The decision that follows an action in the same turn, where it was ever reached."""
    found = [child for (taken, hand), child in node.children.items() if taken == action and hand]
    return max(found, key=lambda child: int(child.ended.sum()) + child.reached, default=None)


CANDIDATES = 12
"""Most moves that are tried."""
FAINTEST, FEWEST = 1e-3, 4
"""Moves that the network prefers by less than this part of its own choice are not tried, but for a few."""
RELUCTANCE = 1.0
"""Standard errors by which a move must be better than the network's own choice."""
FAITH, BELIEF = 50, 0.5
"""How much the network's preference counts beside what tries taught: as much as FAITH tries, times BELIEF.
Values are wrong in ways that more tries do not mend, and preferences were learnt from many more games."""
TRUST = 6
"""Values that are told at a decision before the tree goes beyond it."""
DEEPEST = 6
"""Own decisions that a try may pass."""


class SearchQuestion(NamedTuple):
    """Whose decision, in which worlds, between which actions, by their places in the reading."""

    seat: int
    worlds: Array
    actions: Numbers
    preferred: Floats
    """How much the network prefers each of them, as a probability."""


class Try:
    """One candidate on its way through one world."""

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
        """For each candidate what its tries were worth, by their numbers: the same number, the same world."""
        self._alive = list(range(len(self._actions)))
        self._free = deque(range(games.slots))
        self._tries: dict[int, Try] = {}
        self._queue: deque[tuple[int, int]] = deque()
        self._asked = 0
        self.judged = 0
        """Positions that the network was asked about, and ends of games."""
        self._dice = np.random.default_rng(int(question.worlds["key"][0, 0]))
        self._hidden = self._hidden_margin()

    def _hidden_margin(self) -> float:
        """What tickets that the seat does not know of add to its margin, on average of the worlds."""
        games, seat, worlds = self._games, self._question.seat, self._question.worlds
        slots = np.arange(min(games.slots, len(worlds)))
        games.begin(slots, worlds, slots, seat, np.full(len(slots), -1))
        return float((games.margins(slots, seat, NOBODY) - games.margins(slots, seat, seat)).mean())

    # ---- the rounds --------------------------------------------------------------------------

    def run(self, budget: Budget) -> int:
        """Spend the budget; the best action, by its place in the reading."""
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
        """How much better than the network's choice in the same worlds: mean, its error, how often tried."""
        usual, worth = self._worth[0], self._worth[candidate]
        gains = np.array([worth[number] - usual[number] for number in worth if number in usual])
        if len(gains) < 2:
            return 0.0, 1.0, len(gains)
        return float(gains.mean()), float(gains.std(ddof=1) / np.sqrt(len(gains))), len(gains)

    def _promise(self, candidate: int, reluctance: float) -> float:
        """By how much a candidate is to be favoured over the network's choice: its gains less doubts."""
        mean, error, tries = self._gains(candidate)
        unlikely = float(self._preferred[0] - self._preferred[candidate])
        return mean - reluctance * error - BELIEF * unlikely / (FAITH + tries)

    def _drop_worse(self) -> None:
        """The worse half is left; the network's choice stays."""
        others = sorted(self._alive[1:], key=lambda candidate: -self._promise(candidate, 0.0))
        self._alive = [0, *sorted(others[: max(1, len(others) // 2)])]
        self._queue = deque(item for item in self._queue if item[0] in self._alive)

    def _best(self) -> int:
        """The candidate that gains most even if it was lucky; else the network's choice."""
        sure = [self._promise(candidate, RELUCTANCE) for candidate in self._alive[1:]]
        best = int(np.argmax(sure)) if sure else 0
        return self._alive[1 + best] if sure and sure[best] > 0 else 0

    # ---- tries on their way ------------------------------------------------------------------

    def _tick(self, refill: bool = True) -> None:
        """Begin tries where there is room, judge all positions reached, and go on or come back from each."""
        if refill:
            self._begin_tries()
        games, slots = self._games, np.array(list(self._tries), np.int64)
        seats = games.seats(slots)
        over = slots[seats == NOBODY]
        self.judged += len(over)  # a position like any other, or thought about the last move would never end
        if len(over):
            for slot, margin in zip(over, games.margins(over, self._question.seat, NOBODY), strict=True):
                self._end(int(slot), float(margin))
        slots, seats = slots[seats != NOBODY], seats[seats != NOBODY]
        if len(slots):
            self._judge(slots, seats)

    def _begin_tries(self) -> None:
        """Put the next tries into free slots: every candidate goes through the same worlds in turn."""
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
        """Ask the network about all these positions; own new ones end their tries, the others go on."""
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
        """The own action that is tried next; None where the try ends here, worth what the network says."""
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
        """Come back from a try with what it was worth."""
        current = self._tries.pop(slot)
        worth = chance_of(margin, self._spread)
        for node, action in current.path:
            node.ended[action] += 1
            node.worth[action] += worth
        self._worth[current.candidate][current.number] = worth
        self._free.append(slot)
        return worth


def candidates(preferred: Floats) -> Numbers:
    """The places of the actions that are worth trying, the most preferred first."""
    order = np.argsort(-preferred, kind="stable")[:CANDIDATES]
    worth = (preferred[order] >= FAINTEST * preferred[order[0]]) | (np.arange(len(order)) < FEWEST)
    tried: Numbers = order[worth]
    return tried


def chance_of(margin: float, spread: float) -> float:
    """The chance to win where so large a margin, the win counted in, is expected."""
    return 1.0 / (1.0 + exp(-margin / spread))


def legal_of(games: SimulatedGames, rows: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Which actions the rows say to be legal."""
    reading = games.reading
    legal: NDArray[np.bool_] = rows[:, reading.features - len(reading.actions) : reading.features] > 0
    return legal


def likely(wanted: Floats, legal: NDArray[np.bool_]) -> Floats:
    """Preferences as probabilities, nothing for what is not legal."""
    wanted = np.where(legal, wanted, -np.inf)
    chances: Floats = exp_of(wanted - wanted.max(1, keepdims=True))
    chances /= chances.sum(1, keepdims=True)
    return chances


SPREADS = SHIPPED / "spreads.json"
"""By board and number of players: written by `lab/measure_spreads.py`."""
USUAL_SPREAD = 22.0
"""Where nothing was measured."""


def spread_of(board: Board, players: int) -> float:
    """Points of margin, the win counted in, that make a win e times as likely as a loss."""
    return _measured().get(board.board, {}).get(str(players), USUAL_SPREAD)


@cache
def _measured() -> dict[str, dict[str, float]]:
    return msgspec.json.decode(SPREADS.read_bytes(), type=dict[str, dict[str, float]])

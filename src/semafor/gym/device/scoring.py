"""Exact scores on the device: one thread a side for its line and its tickets, then one a game to compare.

A longest line is searched in a few kilobytes of the thread's own memory, which nearly always suffice. Who
has no room there gives up and is put on a list, to be searched in a few large working spaces; the score
is always exact. (Lists after so many shapes looked at, too, so that nobody waits for one who takes long,
cost more than they save: lab/GPU.md.)
"""

from typing import Any

import numpy as np

from semafor.engine.longest import GAVE_UP
from semafor.engine.score import score_line, score_tickets_of_side
from semafor.games.arrays import compare_sides, write_row
from semafor.games.kind import Kind
from semafor.gym.device.driver import LINE, LONG_LINE, SIMULATED, TICKETS, device, load_cuda, words_of

cuda = load_cuda()  # a module-level name, because the simulator replaces it while a kernel runs

ENDLESS = 10**9
"""Effectively unlimited patience."""
TIERS = (ENDLESS,)
"""Shapes visited before a search is given up, one launch per tier; one tier is fastest."""
LARGE = 1 if SIMULATED else 16
"""Large working spaces."""
LINE_WORDS, TICKET_WORDS = words_of(LINE), words_of(TICKETS)


def lines(
    states: Any, facts: Any, results: Any, lists: Any, counts: Any, tier: Any, patience: Any, spread: Any
) -> None:
    """Find the longest lines of the sides on a tier's list; sides that are given up go on the next list.

    One of `spread` neighbouring threads works: if few sides are scored, the others would only slow it down.
    """
    me = cuda.grid(1)
    words = cuda.local.array(LINE_WORDS, np.uint64)
    if me % spread == 0:
        work = words.view(LINE)[0]
        for chain in range(work.graph.chain.size):
            work.graph.chain[chain] = 0
        work.graph.patience = patience
        sides = lists.shape[1] // states.size
        for place in range(me // spread, counts[tier], cuda.gridsize(1) // spread):
            item = int(np.int64(lists[tier, place]))
            game, side = item // sides, item % sides
            score_line(states[game], facts[0], side, results[game], work)
            if results[game].longest[side] == GAVE_UP:
                lists[tier + 1, cuda.atomic.add(counts, tier + 1, 1)] = item


def long_lines(states: Any, facts: Any, results: Any, lists: Any, counts: Any, tier: Any, pool: Any) -> None:
    """Do the same in large working spaces, where no search is given up."""
    me = cuda.grid(1)
    if me < pool.size:
        sides = lists.shape[1] // states.size
        for place in range(me, counts[tier], pool.size):
            item = int(np.int64(lists[tier, place]))
            score_line(states[item // sides], facts[0], item % sides, results[item // sides], pool[me])


def tickets(states: Any, facts: Any, results: Any, lists: Any, counts: Any, spread: Any) -> None:
    """Score the tickets of the sides on the first list."""
    me = cuda.grid(1)
    words = cuda.local.array(TICKET_WORDS, np.uint64)
    if me % spread == 0:
        work = words.view(TICKETS)[0]
        sides = lists.shape[1] // states.size
        for place in range(me // spread, counts[0], cuda.gridsize(1) // spread):
            item = int(np.int64(lists[0, place]))
            score_tickets_of_side(states[item // sides], facts[0], item % sides, results[item // sides], work)


def rank(states: Any, facts: Any, results: Any, decisions: Any, played: Any) -> None:
    """Compare the sides of every game, and write the rows of statistics."""
    game = cuda.grid(1)
    if game < states.size:
        compare_sides(states[game], facts[0], results[game])
        write_row(states[game], results[game], played[game])
        played[game].decisions = decisions[game]


def count_down(counts: Any, items: Any) -> None:
    """Put all sides on the first list, none on the others."""
    me = cuda.grid(1)
    if me < counts.size:
        counts[me] = items if me == 0 else 0


def sides_of(kind: Kind, players: int) -> int:
    """Return the number of sides."""
    return players // kind.board.options.team_size


class Scores:
    """The lists of sides of a number of games, and the launches that score those on the first list."""

    def __init__(self, kernels: Any, games: int, sides: int, tiers: tuple[int, ...] = TIERS) -> None:
        put = device().to_device
        self._kernels, self._tiers = kernels, tiers
        self.sides, self.items = sides, games * sides
        lists = np.zeros((len(tiers) + 1, self.items), np.int32)
        lists[0] = np.arange(self.items)
        self.lists, self.counts = put(lists), put(np.zeros(len(tiers) + 1, np.int32))
        self.results = put(np.zeros(games, kernels.result))
        self._large = put(np.zeros(LARGE if kernels.by_side else 0, LONG_LINE))

    @property
    def nbytes(self) -> int:
        """Bytes on the device."""
        return sum(int(array.nbytes) for array in (self.lists, self.counts, self.results, self._large))

    def launch(self, states: Any, facts: Any, at_once: int, block: int, spread: int, stream: Any) -> None:
        """Score lines and tickets of every side on the first list, with this number of threads at once."""
        if not self._kernels.by_side:
            return
        given = (states, facts, self.results, self.lists, self.counts)
        grid = -(-min(at_once, self.items) * spread // block), block, stream
        for tier, patience in enumerate(self._tiers):
            self._kernels.lines[grid](*given, tier, patience, spread)
        self._kernels.long_lines[LARGE, 1, stream](*given, len(self._tiers), self._large)
        self._kernels.tickets[grid](*given, spread)

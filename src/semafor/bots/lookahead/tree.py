"""What tries taught: for each own decision ahead how often every action was tried, and what came of it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Numbers = NDArray[np.int64]

CURIOSITY = 0.35
"""How much a preferred action that was seldom tried is favoured; a win is worth one."""
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
        """Values that were told here before anything was tried."""
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

    def choose(self, legal: Numbers, preferred: Floats) -> int:
        """Which of the legal actions to try next, given how much the network prefers each."""
        begun, ended = self.begun[legal], self.ended[legal]
        known = self.worth[legal] / np.maximum(1, ended)
        worth = np.where(ended > 0, known, self.mean() - SHY)
        interest = CURIOSITY * preferred * np.sqrt(1 + begun.sum()) / (1 + begun)
        return int(legal[np.argmax(worth + interest)])

    def most_tried(self, among: Numbers, fewest: int) -> int | None:
        """Of some actions the one with most tries; None where all together were tried too seldom."""
        ended = self.ended[among]
        return int(among[np.argmax(ended)]) if ended.sum() >= fewest else None


def follow(node: Node, action: int) -> Node | None:
    """The decision that follows an action in the same turn, where it was ever reached."""
    found = [child for (taken, hand), child in node.children.items() if taken == action and hand]
    return max(found, key=lambda child: int(child.ended.sum()) + child.reached, default=None)

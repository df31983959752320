"""A few random games in full: every decision, every event, every state; printed as one hash.

Run as a program to compare compiled, uncompiled and bounds-checked rules.
"""

from __future__ import annotations

import hashlib
import random
from typing import TYPE_CHECKING

from semafor.engine.cardgame.card_state import CardHappened
from semafor.engine.cardgame.completion import CHOICE, completion_of
from semafor.engine.tickets import next_to_decide
from semafor.games.kind import blank
from tests.card_position import Table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.card_position import Event


def steps(table: Table, seed: int) -> Iterator[tuple[int, int, list[Event]]]:
    """Random decisions to the end of the game: seat, action, what happened."""
    chance = random.Random(seed)
    while not table.state.over:
        seat = int(next_to_decide(table.state))
        action = chance.choice(sorted(table.legal(seat)))
        yield seat, action, table.play(seat, action)


def digest(games: int) -> str:
    """Return a hash of a number of games."""
    found = hashlib.blake2b(digest_size=16)
    for game in range(games):
        table = Table(2 + game % 3).deal(game)
        for step in steps(table, game):
            found.update(repr(step).encode() + table.state.tobytes())
            if any(event.kind == CardHappened.SCORING_BEGAN for event in step[2]):
                best = completion_of(table.state, table.facts, 0, blank(CHOICE)[0])
                found.update(int(best).to_bytes(8, "little"))
        found.update(table.result().tobytes())
    return found.hexdigest()


if __name__ == "__main__":
    print(digest(3))

"""Who may see what: views and observations tell each field of a state to those of the table, to nobody else.

Every field is changed, one at a time, in positions of random games: who may not see it is shown the same
as before, and somebody who may is shown something else. A field that the statement lacks cannot pass.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import msgspec
import numpy as np
import pytest

from semafor import load_board
from semafor.engine.state import NO_CARD, Array, Ask
from semafor.games.arrays import Single
from semafor.games.kind import copy_states
from semafor.games.lookup import kind_of
from semafor.games.visibility import BOARD_VISIBILITY, CARD_VISIBILITY, Sees, Visibility
from tests.engine.small_decisions import positions

BOARDS: dict[str, tuple[tuple[str, int], ...]] = {
    "board": (("europe", 3), ("iberia", 3), ("asia", 4)),
    "cards": (("cardgame", 3),),
}
"""Together they have every mechanic."""
SPECTATOR = None
SIGHT = {"board": BOARD_VISIBILITY, "cards": CARD_VISIBILITY}
CASES = [(kind, field) for kind, fields in SIGHT.items() for field in fields]


@cache
def states_of(kind: str) -> list[tuple[str, Array]]:
    """Return the last position of random games for each question, and the final positions."""
    found: dict[tuple[str, int], tuple[str, Array]] = {}
    for name, players in BOARDS[kind]:
        game = None
        for game, _chance in positions(load_board(name), players, 5, 1):
            found[name, int(game.states["ask"][0].max())] = name, copy_states(game.states)
        assert game is not None
        found[name, 0] = name, copy_states(game.states)
    return list(found.values())


@cache
def shown_before(kind: str, number: int, viewer: int | None) -> bytes:
    """All that a viewer is shown of one of these positions."""
    board, states = states_of(kind)[number]
    return shown(board, states, viewer)


def shown(board: str, states: Array, viewer: int | None) -> bytes:
    """All that a viewer is shown."""
    told = msgspec.json.encode(kind_of(load_board(board)).view(states, viewer))
    if viewer is None:
        return told
    return told + Single(load_board(board), int(states["players"][0]), states).observation(viewer).tobytes()


def team_of(board: str, viewer: int) -> frozenset[int]:
    return kind_of(load_board(board)).team(viewer)


def may_see(board: str, states: Array, sight: Visibility, row: int, viewer: int | None) -> bool:
    """Whether the viewer may be shown what a row of the field says."""
    if sight.by is Sees.EVERYONE:
        return True
    if viewer is SPECTATOR or sight.by is Sees.NOBODY:
        return viewer is SPECTATOR and sight.by is Sees.AT_TURN and lies_open(states)
    if sight.by is Sees.AT_TURN:
        return viewer == int(states["turn"][0]) or lies_open(states)
    if sight.by is Sees.SIDE:
        team = team_of(board, viewer)
        return viewer // len(team) == row
    return viewer == row


def lies_open(states: Array) -> bool:
    """Return whether a tunnel waits for its extra cards; the cards laid down are then visible."""
    names = states.dtype.names or ()
    return "turned" in names and int(states["ask"][0][states["turn"][0]]) == Ask.TUNNEL


def others(states: Array, field: str, sight: Visibility, chance: Random) -> Iterator[tuple[int, Array]]:
    """Return the position with one row of the field changed in content but not in size."""
    players, rows = int(states["players"][0]), by_seat(states, field)
    for row in range(players) if rows else (0,):
        changed = copy_states(states)
        there = changed[field][0]
        if field == "offered":  # where nothing of the offer is chosen yet
            there[row] -= there[row] > 1 and states["choice"][0][row] == 0
        elif rows and np.ndim(there[row]) == 0:
            there[row] = another(field, there[row], sight.others_count, chance)
        elif rows:
            exchange(there[row], sight.others_count, chance)
        elif np.ndim(there) == 0:
            changed[field][0] = another(field, there, sight.others_count, chance)
        else:
            exchange(there.reshape(-1), sight.others_count, chance)
        if changed.tobytes() != states.tobytes():
            yield row, changed


def by_seat(states: Array, field: str) -> bool:
    """Whether a field has a row for every seat or side."""
    return states.dtype[field].shape[:1] == states.dtype["ask"].shape


def another(field: str, value: np.integer, same_size: bool, chance: Random) -> int:
    """Another value of the field that can stand there."""
    number = int(value)
    if field == "ask":  # a question remains one, and one that shows nothing on the table
        return int(Ask.SECOND_CARD) if number == Ask.TURN else number
    if field == "drawn":
        return number if number == NO_CARD else (number + 1) % 8
    if value.dtype == np.uint64 and field not in ("key", "counter"):
        return other_set(number, same_size, chance)
    if field == "choice":
        return number ^ 1 if number else number
    if field in ("over", "last_round", "draft_due", "drawn_open"):
        return 1 - number
    if field in ("turn", "first", "goes_to", "drafts", "half", "step"):
        return (number + 1) % 2
    if field in ("players", "deck_end"):
        return number - 1
    return number + 1 if number < 5 else number - 1


def other_set(elements: int, same_size: bool, chance: Random) -> int:
    """Return the set with one of its first twenty elements exchanged, added or removed."""
    inside = [n for n in range(20) if elements >> n & 1]
    outside = [n for n in range(20) if not elements >> n & 1]
    if not same_size:
        return elements ^ 1 << chance.randrange(20)
    if not inside or not outside:
        return elements
    return elements ^ 1 << chance.choice(inside) ^ 1 << chance.choice(outside)


def exchange(row: Array, same_size: bool, chance: Random) -> None:
    """Change what a row of cards, tickets or words says."""
    if row.dtype == np.uint64:
        row[0] = other_set(int(row[0]), same_size, chance)
        return
    if not same_size:
        place = chance.randrange(min(len(row), 6))
        row[place] = row[place] + 1 if row[place] < 5 else row[place] - 1
        return
    filled = [n for n in range(len(row)) if row[n] > 0]
    if filled:
        given = chance.choice(filled)
        row[given] -= 1
        row[given - 1 if given else 1] += 1


@pytest.mark.parametrize("kind", SIGHT)
def test_every_field_has_a_line(kind: str) -> None:
    (name, _players), *_ = BOARDS[kind]
    fields = set(kind_of(load_board(name)).state.names or ()) - {"spare"}
    assert set(SIGHT[kind]) == fields


@pytest.mark.parametrize(("kind", "field"), CASES, ids=lambda one: str(one))
def test_a_field_is_told_to_whom_it_may_be_told(kind: str, field: str) -> None:
    sight, chance, told = SIGHT[kind][field], Random(field), 0
    for number, (board, states) in enumerate(states_of(kind)):
        for row, changed in others(states, field, sight, chance):
            for viewer in (*range(int(changed["players"][0])), SPECTATOR):
                differs = shown_before(kind, number, viewer) != shown(board, changed, viewer)
                if not (sight.told and may_see(board, states, sight, row, viewer)):
                    sometimes = sight.by is Sees.OWNER_SOMETIMES and states["over"][0]
                    assert not differs or sometimes, (board, field, row, viewer)
                told += differs
    assert bool(told) == sight.told, "nobody is ever told" if sight.told else "somebody is told"

"""The observation in words: a name for every slot of a board's layout."""

from functools import lru_cache

from semafor.boards.model import Board
from semafor.engine.actions import ACTIONS, Range
from semafor.engine.actions import ACTIONS_VERSION as ACTIONS_VERSION
from semafor.games.board_actions import cut_ranges, sizes_of
from semafor.games.board_observation import OBSERVATION_VERSION as OBSERVATION_VERSION
from semafor.games.lookup import kind_of
from semafor.games.observation import seat_names

UNUSED = "unused"


def observation_ranges(board: Board) -> tuple[Range, ...]:
    """The named ranges of slots of the board's layout: that of all boards, or the Card Game's."""
    return kind_of(board).observation.ranges


@lru_cache(maxsize=64)
def observation_names(board: Board) -> tuple[str, ...]:
    """A name for every slot, in the words of this board; `unused …` for slots it has no use for."""
    layout, names = kind_of(board).observation, kind_of(board).slot_names()
    slots = [f"{UNUSED} {slot}" for slot in range(layout.size)]
    for part in layout.ranges:
        for slot, name in zip(range(part.first, part.first + part.size), names[part.name], strict=True):
            if name:
                slots[slot] = f"{part.name} {name}"
    return tuple(slots)


def used_slots(board: Board, players: int) -> list[int]:
    """Return the slots that can be non-zero on this board with this number of players."""
    absent = seat_names()[players:]
    words = [name.split() for name in observation_names(board)]
    return [slot for slot, (part, owner, *_) in enumerate(words) if part != UNUSED and owner not in absent]


def used_actions(board: Board) -> list[int]:
    """The actions that can be legal on this board at all, and a few more."""
    ranges = cut_ranges(kind_of(board).ranges, sizes_of(board))
    return sorted(part.first + number for part in ranges for number in range(part.size))


@lru_cache(maxsize=64)
def action_names(board: Board) -> tuple[str, ...]:
    """A name for every action, `unused 447` where the board has no such action; no two are alike."""
    used = kind_of(board).action_names()
    return tuple(used.get(action, f"unused {action}") for action in range(ACTIONS))


def action_name(board: Board, action: int) -> str:
    """Return an action in words, such as `claim Palermo-Smyrna`; raise ValueError for an unknown one."""
    if not 0 <= action < ACTIONS:
        raise ValueError(f"Actions are numbered from 0 to {ACTIONS - 1}, not {action}.")
    return action_names(board)[action]


def illegal_action(board: Board, action: int, told: str) -> ValueError:
    """The error for an action that is not legal, with what the action would do."""
    words = f": {action_name(board, action)}" if 0 <= action < ACTIONS else ""
    return ValueError(f"Action {action} {told}{words}.")

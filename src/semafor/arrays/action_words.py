"""Actions in words, for logs and for people who look over a learner's shoulder."""

from __future__ import annotations

from functools import lru_cache

from semafor.boards.model import Board
from semafor.engine.actions import ACTIONS, ACTIONS_VERSION
from semafor.kinds.lookup import kind_of

__all__ = ["ACTIONS_VERSION", "action_name", "action_names", "illegal_action"]


@lru_cache(maxsize=64)
def action_names(board: Board) -> tuple[str, ...]:
    """A name for every action, `unused 447` where the board has no such action; no two are alike."""
    used = kind_of(board).action_names()
    return tuple(used.get(action, f"unused {action}") for action in range(ACTIONS))


def action_name(board: Board, action: int) -> str:
    """An action in words, such as `claim Palermo-Smyrna`; ValueError for what is no action."""
    if not 0 <= action < ACTIONS:
        raise ValueError(f"Actions are numbered from 0 to {ACTIONS - 1}, not {action}.")
    return action_names(board)[action]


def illegal_action(board: Board, action: int, told: str) -> ValueError:
    """The error for an action that is not legal, with what the action would do."""
    words = f": {action_name(board, action)}" if 0 <= action < ACTIONS else ""
    return ValueError(f"Action {action} {told}{words}.")

"""Bots that nobody wants at a table."""

from __future__ import annotations

import ctypes
import os
import signal
from collections.abc import Sequence
from pathlib import Path

from semafor.boards.model import Board
from semafor.moves import Move
from semafor.view import View

PLACE = "SEMAFOR_ODD_BOTS"
"""Environment variable with the path where a bot writes its process id."""
WAKE = signal.SIGUSR1
LONGEST = 120
"""Seconds after which a forgotten sleeping bot ends."""


def note_process() -> None:
    """Write the process id for the test."""
    place = Path(os.environ[PLACE])
    new = place.with_suffix(".new")
    new.write_text(str(os.getpid()))
    new.replace(place)


class Sleeper:
    """Holds the GIL until a signal arrives, so that no other Python thread of its process runs."""

    def __init__(self, _board: Board, _seed: int) -> None:
        signal.signal(WAKE, lambda *_: None)

    def choose(self, _view: View, moves: Sequence[Move]) -> Move:
        note_process()
        signal.alarm(LONGEST)
        ctypes.PyDLL(None).pause()
        return moves[-1]


class _Odd:
    def __init__(self, _board: Board, _seed: int) -> None:
        """Accept the arguments of a bot factory."""


class Crasher(_Odd):
    """A bot that ends its process."""

    def choose(self, _view: View, _moves: Sequence[Move]) -> Move:
        os._exit(3)


class Stranger(_Odd):
    """A bot that prints to standard output and returns a move that was not offered."""

    def choose(self, _view: View, _moves: Sequence[Move]) -> Move:
        print("nonsense", flush=True)
        return None  # type: ignore[return-value]  # a bot that is wrong


class Spinner(_Odd):
    """A bot that computes for ever."""

    def choose(self, _view: View, _moves: Sequence[Move]) -> Move:
        with Path(os.environ[PLACE]).open("a") as told:
            told.write("asked")
        while True:
            pass

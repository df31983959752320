"""Ctrl-C as a wish: the first one asks a long command to come to an end, the second one ends it."""

from __future__ import annotations

import signal
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType


@contextmanager
def stop_wished() -> Iterator[threading.Event]:
    """An event that the first Ctrl-C sets, so that work can stop between two of its pieces."""
    wished = threading.Event()

    def wish(_number: int, _frame: FrameType | None) -> None:
        wished.set()
        signal.signal(signal.SIGINT, signal.default_int_handler)

    if threading.current_thread() is not threading.main_thread():
        yield wished  # signals reach only the main thread
        return
    before = signal.signal(signal.SIGINT, wish)
    try:
        yield wished
    finally:
        signal.signal(signal.SIGINT, before)

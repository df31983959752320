"""Progress bars that are on the terminal now: they give way while something is compiled."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol


class LiveBar(Protocol):
    """A bar that can leave the terminal and come back."""

    def start(self) -> None:
        """Show it."""

    def stop(self) -> None:
        """Take it off the terminal."""


_shown: list[LiveBar] = []


@contextmanager
def gives_way(bar: LiveBar) -> Iterator[None]:
    """Meanwhile the bar can be asked to give way."""
    _shown.append(bar)
    try:
        yield
    finally:
        _shown.remove(bar)


def take_away() -> list[LiveBar]:
    """Take all bars off the terminal, where two would write over each other; the caller starts them again."""
    for bar in _shown:
        bar.stop()
    return list(_shown)

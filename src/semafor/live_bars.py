"""Progress bars that are on the terminal now; they are hidden while something is compiled."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol


class LiveBar(Protocol):
    """A bar that can leave the terminal and come back."""

    def start(self) -> None:
        """Show the bar."""

    def stop(self) -> None:
        """Remove the bar from the terminal."""


_shown: list[LiveBar] = []


@contextmanager
def hideable(bar: LiveBar) -> Iterator[None]:
    """Let `hide_bars` hide this bar during the block."""
    _shown.append(bar)
    try:
        yield
    finally:
        _shown.remove(bar)


def hide_bars() -> list[LiveBar]:
    """Hide all bars, as two would overwrite each other, and return them; the caller shows them again."""
    for bar in _shown:
        bar.stop()
    return list(_shown)

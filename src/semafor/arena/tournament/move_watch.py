"""Who is thinking, and since when: told by the process that plays, read by the one that waits for it."""

from __future__ import annotations

from contextlib import contextmanager, nullcontext
from time import monotonic
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager

NOBODY = -1.0


class Words(Protocol):
    """Two numbers that two processes share: the seat that thinks, and the time when it began."""

    def __getitem__(self, place: int) -> float: ...
    def __setitem__(self, place: int, value: float) -> None: ...


class Watch:
    """Tells whose turn to think it is."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self._words[0] = NOBODY

    @contextmanager
    def thinking(self, seat: int) -> Iterator[None]:
        """While this lasts, a seat thinks; what the bot raises goes on."""
        self._words[1] = monotonic()
        self._words[0] = seat
        try:
            yield
        finally:
            self._words[0] = NOBODY

    @property
    def seat(self) -> int | None:
        """The seat that thinks now."""
        return None if self._words[0] == NOBODY else int(self._words[0])

    def seconds(self) -> float:
        """How long it has thought; 0 where nobody thinks."""
        return 0.0 if self._words[0] == NOBODY else monotonic() - self._words[1]


def watched(watch: Watch | None, seat: int) -> AbstractContextManager[None]:
    """The same where nobody may be watching."""
    return nullcontext() if watch is None else watch.thinking(seat)

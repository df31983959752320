"""A list that only grows, shared by its copies: a game is copied at every decision, its history is not.

What a table keeps of every decision is kept in one: a copy a little longer each time leaves holes in the
heap that the next one does not fit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, MutableSequence
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")
_growing = Lock()
"""Copies may grow in several threads; it is held for less than a microsecond."""


class GrownList(Generic[T]):
    """The first so many of some items; the rest, if any, belongs to copies that have grown further.

    Begun with an `array` or a `bytearray`, it keeps its items in one.
    """

    __slots__ = ("_items", "_length")

    def __init__(self, items: Iterable[T] = ()) -> None:
        self._items: MutableSequence[T] = items[:] if isinstance(items, MutableSequence) else list(items)
        self._length = len(self._items)

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[T]:
        return iter(self.since(0))

    def since(self, first: int) -> MutableSequence[T]:
        """The items from one on; a negative number counts from the end, as in a list."""
        start, end, _ = slice(first, None).indices(self._length)
        return self._items[start:end]

    def copy(self) -> GrownList[T]:
        """The same list once more; what is added to one is not in the other."""
        twin: GrownList[T] = GrownList.__new__(GrownList)
        twin._items, twin._length = self._items, self._length
        return twin

    def extend(self, more: Iterable[T]) -> None:
        """Add items; where a copy has grown already, go on in a list of one's own."""
        with _growing:
            if len(self._items) != self._length:
                self._items = self._items[: self._length]
            self._items.extend(more)
            self._length = len(self._items)

    def __reduce__(self) -> tuple[type[GrownList[T]], tuple[MutableSequence[T]]]:
        return GrownList, (self.since(0),)

"""An append-only list whose copies share their items: a game is copied at every decision, its history is not.

The history of a table is stored in one: copies that are each a little longer would fragment the heap.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, MutableSequence
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")
_growing = Lock()
"""Copies may grow in several threads; the lock is held for less than a microsecond."""


class AppendOnlyList(Generic[T]):
    """A number of items at the beginning of a list; the rest belongs to copies that have grown further.

    If it is created from an `array` or a `bytearray`, it stores its items in one.
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
        """Return the items from an index on; a negative one counts from the end."""
        start, end, _ = slice(first, None).indices(self._length)
        return self._items[start:end]

    def copy(self) -> AppendOnlyList[T]:
        """Return an independent copy that shares the items."""
        twin: AppendOnlyList[T] = AppendOnlyList.__new__(AppendOnlyList)
        twin._items, twin._length = self._items, self._length
        return twin

    def extend(self, more: Iterable[T]) -> None:
        """Add items; if a copy has grown already, continue in a new list."""
        with _growing:
            if len(self._items) != self._length:
                self._items = self._items[: self._length]
            self._items.extend(more)
            self._length = len(self._items)

    def __reduce__(self) -> tuple[type[AppendOnlyList[T]], tuple[MutableSequence[T]]]:
        return AppendOnlyList, (self.since(0),)

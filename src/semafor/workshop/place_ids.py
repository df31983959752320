"""Ids of places, made of their names."""

from __future__ import annotations

import re
from itertools import chain, count
from typing import TYPE_CHECKING

from semafor.spelling import fold

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


def new_ids(names: Iterable[str]) -> list[str]:
    """An id for each name, all different: `Łódź` is `lodz`."""
    taken: dict[str, None] = {}
    for name in names:
        plain = _plain(name) or "place"
        taken[next(one for one in _variants(plain) if one not in taken)] = None
    return list(taken)


def _plain(name: str) -> str:
    return re.sub(r"[^a-z]+", "-", fold(name)).strip("-")


def _variants(plain: str) -> Iterator[str]:
    """The id itself, then with one letter more, then with two."""
    return chain(
        [plain], (f"{plain}-{'abcdefghijklmnopqrstuvwxyz'[n % 26] * (n // 26 + 1)}" for n in count(1))
    )

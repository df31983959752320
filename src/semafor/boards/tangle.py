"""How tangled a map is: in which order its places can be gone through with few of them open at a time.

A place is *open* once a neighbour was gone through and until it was itself. The search for the longest
line keeps account of open places only. An order that is good for the whole map is as good for every
network on it: leaving out routes opens nothing.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from semafor.boards.limits import OPEN_PLACES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from semafor.boards.model import Place, Route


Beside = tuple[int, ...]
"""The neighbours of each place, as bit sets."""


def neighbours(places: Sequence[Place], routes: Iterable[Route]) -> Beside:
    """Return the neighbours of each place; routes to unknown places are ignored."""
    number = {place.id: index for index, place in enumerate(places)}
    beside = [0] * len(places)
    for route in routes:
        if route.a in number and route.b in number:
            beside[number[route.a]] |= 1 << number[route.b]
            beside[number[route.b]] |= 1 << number[route.a]
    return tuple(beside)


@lru_cache(maxsize=64)
def line_order(beside: Beside) -> tuple[tuple[int, ...], int]:
    """Return an order of the places, and the maximum number open at a time.

    It is the first order found within the limit, otherwise the best of those tried.
    """
    best: tuple[tuple[int, ...], int] = ((), len(beside) + 1)
    for start in sorted(range(len(beside)), key=lambda place: beside[place].bit_count()):
        found = _order_from(start, beside)
        if found[1] < best[1]:
            best = found
        if best[1] <= OPEN_PLACES:
            break
    return best


def _order_from(start: int, beside: Beside) -> tuple[tuple[int, ...], int]:
    """Return the order that always continues with the place that leaves fewest open."""
    left, opened, order, width = (1 << len(beside)) - 1, 1 << start, [], 0

    def cost(here: int) -> tuple[int, bool]:
        after = (opened | beside[here]) & left & ~(1 << here)
        return after.bit_count(), not opened >> here & 1

    while left:
        place = min(_places(left), key=cost)
        opened |= beside[place] | 1 << place
        width = max(width, (opened & left).bit_count())
        left &= ~(1 << place)
        order.append(place)
    return tuple(order), width


def _places(mask: int) -> list[int]:
    return [place for place in range(mask.bit_length()) if mask >> place & 1]

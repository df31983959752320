"""The records of the exported functions: their names, and where their fields are."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from semafor.bots.learned import features
from semafor.bots.planner.pricing import SCENE, TICKET_LIST
from semafor.bots.search.card_worth import CARD_SEARCH_WORK
from semafor.bots.search.chart import CHART, SEARCH_WORK
from semafor.engine import chains, connections, ticket_needs
from semafor.engine.cardgame.card_state import CARD_FACTS, CARD_RESULT, CARD_STATE, CARD_WORK
from semafor.engine.cardgame.completion import CHOICE
from semafor.engine.play import PLAYED
from semafor.engine.state import FACTS, LOG, RESULT, STATE
from semafor.engine.work import WORK
from semafor.games.board_game import BOARD_STEP_WORK
from semafor.games.card_game import CARD_STEP_WORK
from semafor.knowledge.hidden import SAMPLER
from semafor.workshop.study.watched import STUDY_WORK, WATCHED
from semafor_engine.exports import Export
from semafor_engine.kinds import ArrayOf, Fields, Kind, Number, Record

RECORDS: dict[str, np.dtype[Any]] = {
    "state": STATE,
    "facts": FACTS,
    "log": LOG,
    "result": RESULT,
    "work": WORK,
    "step_work": BOARD_STEP_WORK,
    "card_state": CARD_STATE,
    "card_facts": CARD_FACTS,
    "card_result": CARD_RESULT,
    "card_work": CARD_WORK,
    "card_step_work": CARD_STEP_WORK,
    "chain_desk": chains.DESK,
    "needs_desk": ticket_needs.DESK,
    "ticket_need": ticket_needs.NEED,
    "ways": connections.WAYS,
    "paths": features.PATHS,
    "map_cache": features.MAP_CACHE,
    "sampler": SAMPLER,
    "chart": CHART,
    "search_work": SEARCH_WORK,
    "card_search_work": CARD_SEARCH_WORK,
    "study_work": STUDY_WORK,
    "choice": CHOICE,
    "scene": SCENE,
    "ticket_list": TICKET_LIST,
    "played": PLAYED,
    "watched": WATCHED,
}
"""What other languages call each record."""


def record_name(dtype: np.dtype[Any]) -> str:
    """Return the name of a record."""
    return next(name for name, own in RECORDS.items() if own == dtype)


class Place(NamedTuple):
    """A field of a record; one of a record inside it has a name with a dot."""

    name: str
    offset: int
    kind: str
    """The type of an element as NumPy writes it, without the byte order: `i8`, `u1`, `f4`."""
    shape: tuple[int, ...]
    stride: int
    """Bytes between elements of the outermost axis that repeats a record; nothing for plain fields."""


def places(dtype: np.dtype[Any], prefix: str = "", start: int = 0, stride: int = 0) -> Iterator[Place]:
    """List the fields of a record; of several equal records inside it, the fields of the first."""
    for name in dtype.names or ():
        field, offset = dtype.fields[name][:2]  # type: ignore[index]  # a record has fields
        base, path = field.base, f"{prefix}{name}"
        if base.fields:
            repeated = base.itemsize if field.shape else stride
            yield from places(base, f"{path}.", start + offset, repeated)
        else:
            yield Place(path, start + offset, base.str[1:], field.shape, stride)


class Part(NamedTuple):
    """A C argument of an exported function."""

    name: str
    kind: str
    """`pointer`, `size` or the name of a number."""
    points_to: str = ""
    """The record or the type of the elements."""


def parts(export: Export) -> list[Part]:
    """Return the C arguments of an export, named after those of the function."""
    names = [name.lstrip("_") for name in inspect.signature(export.function.py_func).parameters]
    return [part for name, kind in zip(names, export.arguments, strict=True) for part in _parts(name, kind)]


def _parts(name: str, kind: Kind) -> list[Part]:
    match kind:
        case Number(number):
            return [Part(name, number)]
        case Record(dtype):
            return [Part(name, "pointer", record_name(dtype))]
        case ArrayOf(dtype, axes):
            element = record_name(dtype) if dtype.fields else dtype.str[1:]
            sizes = [f"{name}_size"] if axes == 1 else [f"{name}_size_{axis}" for axis in range(axes)]
            return [Part(name, "pointer", element), *(Part(size, "size") for size in sizes)]
        case Fields(tuple_class, inner):
            pairs = zip(tuple_class._fields, inner, strict=True)
            return [part for field, own in pairs for part in _parts(f"{name}_{field}", own)]

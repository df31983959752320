"""The types of arguments in the list of exports, without Numba."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np


class Number(NamedTuple):
    """A number: `int64`, `uint64`, `float64`, `float32` or `bool`."""

    name: str


class Record(NamedTuple):
    """A record, passed as a pointer."""

    dtype: np.dtype[Any]


class ArrayOf(NamedTuple):
    """An array in C order, passed as a pointer and its sizes."""

    dtype: np.dtype[Any]
    axes: int = 1


class Fields(NamedTuple):
    """A named tuple, passed as its fields one by one."""

    tuple_class: Any
    fields: tuple[Kind, ...]


Kind = Number | Record | ArrayOf | Fields
Given = Any
"""As the list of exports writes a type: a Kind, a dtype, or a list with the dtype of an array."""

INT, WORD, REAL = Number("int64"), Number("uint64"), Number("float64")


def kind_of(given: Given) -> Kind:
    """Return the type that the list means: `STATE` is a record, `[STATE]` and `[[np.float32]]` are arrays."""
    if isinstance(given, (Number, Record, ArrayOf, Fields)):
        return given
    if not isinstance(given, list):
        return Record(np.dtype(given))
    axes = 1
    while isinstance(given[0], list):
        given, axes = given[0], axes + 1
    return ArrayOf(np.dtype(given[0]), axes)


def fields(tuple_class: Any, *given: Given) -> Fields:
    """Return the type of a named tuple whose fields have these types."""
    assert len(given) == len(tuple_class._fields), tuple_class
    return Fields(tuple_class, tuple(map(kind_of, given)))

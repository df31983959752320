"""The form of a board file: known keys, with values of the right types."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from msgspec import inspect

from semafor.boards.faults import Fault, fault
from semafor.words import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from semafor.boards.faults import KeyPath

LARGEST = 2**53
SHOWN = 40


def find_shape_faults(value: Any, kind: inspect.Type, path: KeyPath) -> Iterator[Fault]:
    """Return every key or value that does not have the form of the model."""
    kind = _without_none(kind)
    if isinstance(kind, inspect.StructType):
        yield from _struct_faults(value, kind, path)
    elif isinstance(kind, inspect.DictType):
        yield from _dict_faults(value, kind, path)
    elif isinstance(kind, inspect.VarTupleType | inspect.TupleType):
        yield from _list_faults(value, kind, path)
    elif not _is_scalar(value, kind):
        yield fault(path, "not-allowed", value=describe(value), expected=_expected(kind))


def nearest(word: str, words: list[str]) -> str | None:
    """Return the closest word, if there is one."""
    return next(iter(get_close_matches(word[:SHOWN], words, n=1)), None)


def suggest(word: str, words: list[str]) -> Phrase:
    """Return the expected value: the closest word, or all of them."""
    near = nearest(word, words)
    return Phrase("form.this", {"near": near}) if near else Phrase("form.one-of", {"options": words})


def describe(value: Any) -> str | Phrase:
    """Return a value in a few characters."""
    if isinstance(value, dict):
        return Phrase("form.table")
    if isinstance(value, list | tuple):
        return Phrase("form.list")
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int) and abs(value) > LARGEST:
        return Phrase("form.many-digits")
    text = repr(value) if isinstance(value, str | int | float) else str(value)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


def _without_none(kind: inspect.Type) -> inspect.Type:
    """Return the type of a value that is not None; several literals make one list."""
    if not isinstance(kind, inspect.UnionType):
        return kind
    kinds = [one for one in kind.types if not isinstance(one, inspect.NoneType)]
    literals = [one for one in kinds if isinstance(one, inspect.LiteralType)]
    if len(literals) > 1:
        return inspect.LiteralType(tuple(word for one in literals for word in one.values))
    return kinds[0]


def _struct_faults(value: Any, kind: inspect.StructType, path: KeyPath) -> Iterator[Fault]:
    if not isinstance(value, dict):
        yield fault(path, "not-a-table", value=describe(value), expected=_expected(kind))
        return
    fields = {field.name: field for field in kind.fields}
    yield from (_unknown_key(key, list(fields), path) for key in value if key not in fields)
    for name, field in fields.items():
        if name in value:
            yield from find_shape_faults(value[name], field.type, (*path, name))
        elif field.required:
            yield fault(path, "missing-key", key=name, expected=_expected(field.type))


def _dict_faults(value: Any, kind: inspect.DictType, path: KeyPath) -> Iterator[Fault]:
    if not isinstance(value, dict):
        yield fault(path, "not-a-table", value=describe(value), expected=_expected(kind))
        return
    for key, item in value.items():
        if isinstance(kind.key_type, inspect.LiteralType) and key not in kind.key_type.values:
            yield _unknown_key(key, [str(word) for word in kind.key_type.values], path)
        else:
            yield from find_shape_faults(item, kind.value_type, (*path, key))


def _list_faults(
    value: Any, kind: inspect.VarTupleType | inspect.TupleType, path: KeyPath
) -> Iterator[Fault]:
    fixed = kind.item_types if isinstance(kind, inspect.TupleType) else None
    if not isinstance(value, list | tuple) or (fixed and len(value) != len(fixed)):
        yield fault(path, "not-allowed", value=describe(value), expected=_expected(kind))
        return
    for index, item in enumerate(value):
        item_kind = kind.item_types[index] if isinstance(kind, inspect.TupleType) else kind.item_type
        yield from find_shape_faults(item, item_kind, (*path, index))


def _unknown_key(key: str, known: list[str], path: KeyPath) -> Fault:
    return fault((*path, key), "unknown-key", value=describe(key), expected=suggest(key, known))


def _is_scalar(value: Any, kind: inspect.Type) -> bool:
    if isinstance(kind, inspect.LiteralType):
        return isinstance(value, str) and value in kind.values
    if isinstance(kind, inspect.BoolType):
        return isinstance(value, bool)
    if isinstance(kind, inspect.StrType):
        return isinstance(value, str)
    number = int if isinstance(kind, inspect.IntType) else int | float
    return isinstance(value, number) and not isinstance(value, bool) and not abs(value) > LARGEST


def _expected(kind: inspect.Type) -> Phrase:
    kind = _without_none(kind)
    if isinstance(kind, inspect.LiteralType):
        return Phrase("form.one-of", {"options": [f'"{word}"' for word in kind.values]})
    if isinstance(kind, inspect.StructType):
        return Phrase("form.table-with", {"keys": [field.name for field in kind.fields if field.required]})
    if isinstance(kind, inspect.TupleType):
        return Phrase("form.list-of", {"n": len(kind.item_types)})
    return Phrase(FORMS[type(kind)])


FORMS: dict[type[inspect.Type], str] = {
    inspect.StrType: "form.text",
    inspect.IntType: "form.whole-number",
    inspect.FloatType: "form.number",
    inspect.BoolType: "form.true-or-false",
    inspect.DictType: "form.table",
    inspect.VarTupleType: "form.list",
}

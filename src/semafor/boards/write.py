"""A board as the text of a board file: aligned columns, one line per entry; and defaults of sketches."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from semafor.boards.faults import Tree
    from semafor.boards.model import Board

LANGUAGES = {"en", "pl"}
PROVENANCE = ("places", "routes", "tickets", "other")


def fill_sketch(tree: Tree) -> Tree:
    """Return the tree of a sketch with missing parts filled in; any other tree unchanged."""
    if tree.get("sketch") is not True:
        return tree
    filled = {**tree, "provenance": _provenance(tree.get("provenance", {}))}
    if "title" in tree:
        filled["title"] = _name(tree["title"])
    for section in ("places", "festivals"):
        if isinstance(tree.get(section), list):
            filled[section] = [_named(entry) for entry in tree[section]]
    return filled


def strip_sketch(tree: Tree) -> Tree:
    """Return the tree of a sketch without parts that are still missing; any other tree unchanged."""
    if not tree.get("sketch"):
        return tree
    told = {key: text for key, text in tree["provenance"].items() if text}
    lists: Tree = {
        key: [_once(entry) for entry in tree[key]] for key in ("places", "festivals") if key in tree
    }
    return {**tree, "provenance": told, "title": _single(tree["title"]), **lists}


def _once(entry: Tree) -> Tree:
    return {**entry, "name": _single(entry["name"])}


def _single(name: dict[str, str]) -> dict[str, str]:
    """Write a name that is the same in both languages once."""
    return {"en": name["en"]} if name["en"] == name["pl"] else name


def _provenance(told: Any) -> Any:
    return {**dict.fromkeys(PROVENANCE, ""), **told} if isinstance(told, dict) else told


def _named(entry: Any) -> Any:
    named = isinstance(entry, dict) and "name" in entry
    return {**entry, "name": _name(entry["name"])} if named else entry


def _name(name: Any) -> Any:
    """Use a name in one language for both."""
    if not isinstance(name, dict) or len(name) != 1 or not set(name) <= LANGUAGES:
        return name
    return dict.fromkeys(("en", "pl"), next(iter(name.values())))


NOTES = {
    "places": "Places.",
    "routes": "Routes, one line a strand; parallel strands stand together.",
    "tickets": "Tickets.",
    "festivals": "Festivals: where their cards open, how many there are, points for 1, 2, … of them.",
    "big_cities": "Big cities and their bonuses.",
    "provenance": "Where the data come from.",
    "options": "In what this game differs from its sisters.",
    "route_points": "Points of a route by number of cards.",
}
HEAD = ("board", "title", "rules", "version", "sketch")
LISTS = ("places", "routes", "tickets", "festivals", "big_cities")
TABLES = ("provenance", "options", "route_points")
BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


def format_board(board: Board) -> str:
    """Return a TOML text that `parse_board` reads back to an equal board."""
    tree: Tree = strip_sketch(_tree(board))
    head = [_format_pair(key, tree[key]) for key in HEAD if key in tree]
    lists = [_format_list(key, tree[key]) for key in LISTS if tree.get(key)]
    tables = [_format_table(key, tree[key]) for key in TABLES if tree.get(key)]
    return "\n\n".join(["\n".join(head), *lists, *tables]) + "\n"


def _tree(value: Any) -> Any:
    """Return plain values without defaults.

    msgspec leaves out only the very object that is the default; a board from another process has equal ones.
    """
    if isinstance(value, msgspec.Struct):
        told = ((field, getattr(value, field.name)) for field in msgspec.structs.fields(value))
        return {field.name: _tree(part) for field, part in told if part != _default(field)}
    if isinstance(value, tuple):
        return [_tree(part) for part in value]
    return msgspec.to_builtins(value)


def _default(field: msgspec.structs.FieldInfo) -> object:
    """Return the default of a field; NODEFAULT if there is none."""
    return field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()


def _format_list(key: str, entries: list[Tree]) -> str:
    rows = _align([_format_cells(entry) for entry in entries])
    return "\n".join([f"# {NOTES[key]}", f"{key} = [", *(f"  {{ {row} }}," for row in rows), "]"])


def _format_table(key: str, table: Tree) -> str:
    width = max(map(len, table))
    rows = [f"{_format_key(name):{width}} = {_format_value(value)}" for name, value in table.items()]
    return "\n".join([f"# {NOTES[key]}", f"[{key}]", *rows])


def _format_cells(entry: Tree) -> list[str]:
    """Return `key = value` texts; a name takes two cells, so that each language has its own column."""
    cells = []
    for key, value in entry.items():
        if key == "name" and len(value) > 1:
            cells += [f"name = {{ en = {_format_value(value['en'])}", f"pl = {_format_value(value['pl'])} }}"]
        else:
            cells.append(_format_pair(key, value))
    return cells


def _align(rows: list[list[str]]) -> list[str]:
    """Return rows of cells joined by commas, padded to columns."""
    shared = min(map(len, rows))
    widths = [max(len(row[column]) for row in rows) + 1 for column in range(shared)]
    return [_join_cells(row, widths) for row in rows]


def _join_cells(row: list[str], widths: list[int]) -> str:
    cells = [f"{cell}," for cell in row[:-1]] + [row[-1]]
    padded = [f"{cell:{width}}" for cell, width in zip(cells, widths, strict=False)]
    return " ".join(padded + cells[len(padded) :])


def _format_pair(key: str, value: object) -> str:
    return f"{_format_key(key)} = {_format_value(value)}"


def _format_key(key: str) -> str:
    return key if BARE_KEY.fullmatch(key) else _format_string(key)


def _format_value(value: Any) -> str:
    if isinstance(value, dict):
        return _format_inline(value)
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_format_value, value))}]"
    if isinstance(value, str):
        return _format_string(value)
    return str(value).lower() if isinstance(value, bool) else repr(value)


def _format_inline(table: Tree) -> str:
    pairs = ", ".join(_format_pair(key, value) for key, value in table.items())
    return f"{{ {pairs} }}" if pairs else "{}"


def _format_string(text: str) -> str:
    # TOML accepts every escape of JSON, but not a bare delete character.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")

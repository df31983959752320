"""Board files as trees of plain values, to be spoilt in one place."""

from __future__ import annotations

import tomllib
from typing import Any

from semafor.boards.faults import locate
from semafor.boards.load import HERE, find_faults

REMOVE = object()
Tree = dict[str, Any]


def read_text(name: str) -> str:
    """The text of a built-in board."""
    return (HERE / f"{name}.toml").read_text(encoding="utf-8")


def read_tree(name: str) -> Tree:
    """Return a new tree of a built-in board."""
    return tomllib.loads(read_text(name))


def spoil(tree: Tree, path: str, value: Any) -> Tree:
    """The tree with `routes/2/b` set to a value, removed, or (`routes/+`) appended to."""
    *way, last = path.split("/")
    here: Any = tree
    for step in way:
        here = here[int(step) if isinstance(here, list) else step]
    if last == "+":
        here.append(value)
    elif value is REMOVE:
        del here[int(last) if isinstance(here, list) else last]
    else:
        here[int(last) if isinstance(here, list) else last] = value
    return tree


def list_faults(tree: Tree) -> str:
    """Return all faults of a tree as text, one per line."""
    return "\n".join(str(locate(fault, tree)) for fault in find_faults(tree))

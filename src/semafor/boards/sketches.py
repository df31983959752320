"""Sketches: boards in the making, in whose files some things may wait."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from semafor.boards.faults import Tree

LANGUAGES = {"en", "pl"}
PROVENANCE = ("places", "routes", "tickets", "other")


def fill_sketch(tree: Tree) -> Tree:
    """The tree of a sketch with what may wait filled in; any other tree as it is."""
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
    """The tree of a sketch without what still waits, as its author would write it; any other as it is."""
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
    """A name that is the same in both languages, as one left out is, written once."""
    return {"en": name["en"]} if name["en"] == name["pl"] else name


def _provenance(told: Any) -> Any:
    return {**dict.fromkeys(PROVENANCE, ""), **told} if isinstance(told, dict) else told


def _named(entry: Any) -> Any:
    named = isinstance(entry, dict) and "name" in entry
    return {**entry, "name": _name(entry["name"])} if named else entry


def _name(name: Any) -> Any:
    """A name in one language stands for both."""
    if not isinstance(name, dict) or len(name) != 1 or not set(name) <= LANGUAGES:
        return name
    return dict.fromkeys(("en", "pl"), next(iter(name.values())))

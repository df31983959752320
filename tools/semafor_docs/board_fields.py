"""The fields of a board file and the limits of the engine, read from their source."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from types import ModuleType
from typing import NamedTuple

from semafor.boards import limits, model
from semafor_docs.markdown import table

SECTIONS = {
    "Board": "the file",
    "Place": "a place",
    "Route": "a route",
    "Ticket": "a ticket",
    "Options": "`[options]`",
    "StartTickets": "`start_tickets`",
    "TicketDraw": "`draw_tickets`",
    "Stations": "`stations`",
    "Draft": "`draft`",
    "Festival": "a festival",
    "CardGame": "`card_game`",
    "BigCity": "a big city",
    "Provenance": "`[provenance]`",
}
"""Classes of the model, in the order of the page."""


class Field(NamedTuple):
    """A field with its type or value, its default and its docstring."""

    name: str
    kind: str
    default: str
    meaning: str


def board_fields() -> str:
    """Return a table for each part of a board file."""
    classes = {node.name: node for node in _tree(model).body if isinstance(node, ast.ClassDef)}
    return "\n\n".join(_section(classes[name], words) for name, words in SECTIONS.items())


def _section(node: ast.ClassDef, words: str) -> str:
    rows = (
        (f"`{f.name}`", f"`{f.kind}`", f"`{f.default}`" if f.default else "", f.meaning)
        for f in _annotated(node.body)
    )
    lines = table("llll", ("field", "type", "default", "meaning"), rows)
    return f"**{words[0].upper()}{words[1:]}**: {ast.get_docstring(node)}\n\n{lines}"


def board_limits() -> str:
    """Return the limits as a table."""
    rows = (
        (f.name.lower().replace("_", " "), str(getattr(limits, f.name)), f.meaning)
        for f in _assigned(_tree(limits).body)
    )
    return table("lll", ("limit", "at most", ""), rows)


def _tree(module: ModuleType) -> ast.Module:
    return ast.parse(inspect.getsource(module))


def _annotated(body: list[ast.stmt]) -> Iterator[Field]:
    for node, meaning in _with_docstrings(body):
        if isinstance(node, ast.AnnAssign):
            default = ast.unparse(node.value) if node.value else ""
            kind = ast.unparse(node.annotation).replace("|", "or")
            yield Field(ast.unparse(node.target), kind, default, meaning)


def _assigned(body: list[ast.stmt]) -> Iterator[Field]:
    for node, meaning in _with_docstrings(body):
        if isinstance(node, ast.Assign):
            yield Field(ast.unparse(node.targets[0]), "", "", meaning)


def _with_docstrings(body: list[ast.stmt]) -> Iterator[tuple[ast.stmt, str]]:
    """Yield each statement with the docstring that follows it."""
    for node, after in zip(body, [*body[1:], ast.Pass()], strict=True):
        match after:
            case ast.Expr(value=ast.Constant(value=str(text))):
                yield node, " ".join(text.split())
            case _:
                yield node, ""

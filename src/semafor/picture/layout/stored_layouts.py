"""Layouts kept as data files, so that built-in boards need not be solved again."""

from __future__ import annotations

import hashlib
import json
from importlib.resources import files
from typing import TYPE_CHECKING

import numpy as np

from semafor.picture.layout.solving import Layout, solve

if TYPE_CHECKING:
    from semafor.boards.model import Board


def layout_key(board: Board) -> str:
    """A digest of everything a layout depends on."""
    places = [(p.id, p.name.en, p.name.pl, p.lat, p.lon, p.junction) for p in board.places]
    routes = [(r.a, r.b, r.length, r.kind) for r in board.routes]
    festivals = [festival.places for festival in board.festivals]
    return hashlib.sha256(json.dumps([places, routes, festivals]).encode()).hexdigest()[:16]


def format_layout(board: Board, layout: Layout) -> str:
    """A layout as the text of its file."""
    content: dict[str, object] = {"key": layout_key(board)}
    for name, values in layout._asdict().items():
        content[name] = np.round(values, 2).tolist()
    return json.dumps(content, separators=(",", ":")) + "\n"


def layout_of(board: Board) -> Layout:
    """The stored layout if there is one of this very map, whatever its name; else a freshly solved one."""
    key = layout_key(board)
    for file in (files("semafor.picture.layout") / "solved").iterdir():
        text = file.read_text()
        if text.startswith(f'{{"key":"{key}"'):
            content = json.loads(text)
            del content["key"]
            return Layout(**{name: np.array(values) for name, values in content.items()})._replace(
                bends=np.array(content["bends"]).reshape(-1, 2, 2)
            )
    return solve(board)

"""Kept files have a bound: the ones of no use for longest make room."""

from __future__ import annotations

import os
from pathlib import Path

from semafor.server.resources import drop_oldest, mark_used


def test_what_was_of_no_use_for_longest_makes_room(tmp_path: Path) -> None:
    for age in range(5):
        (tmp_path / f"{age}.json").touch()
        os.utime(tmp_path / f"{age}.json", (1_000 - age, 1_000 - age))
    mark_used(tmp_path / "4.json")
    mark_used(tmp_path / "none.txt" / "none.json")
    drop_oldest(tmp_path, 3)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["0.json", "1.json", "4.json"]
    drop_oldest(tmp_path / "none", 3)

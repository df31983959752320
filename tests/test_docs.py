"""Generated pages are up to date."""

from __future__ import annotations

import runpy
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_actions_page_is_up_to_date() -> None:
    made = runpy.run_path(str(ROOT / "tools" / "make_actions_table.py"))["actions_table"]()
    assert (ROOT / "docs" / "actions.md").read_text(encoding="utf-8") == made

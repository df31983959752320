"""The notebook is stored with its outputs, and running it again gives the same game."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

ROOT = Path(__file__).parents[2]
NOTEBOOK = ROOT / "docs" / "notebooks" / "first-steps.ipynb"
SEEDED = 4  # cells that depend on the seed alone, not on bots or rounding
SLOWEST_CELL = 300  # seconds, including compilation

pytestmark = pytest.mark.filterwarnings(
    "ignore::DeprecationWarning:jupyter_client", "ignore::DeprecationWarning:zmq"
)


def load() -> Any:
    return nbformat.read(NOTEBOOK, as_version=4)  # type: ignore[no-untyped-call]  # it has no types


def code_cells(notebook: Any) -> list[Any]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def printed(cell: Any) -> list[str]:
    """Return what a cell prints or shows, without the progress of compiling, which goes to stderr."""
    kept = [output for output in cell.outputs if output.get("name") != "stderr"]
    return [output.get("text") or output["data"]["text/plain"] for output in kept]


@pytest.fixture(scope="module")
def stored() -> Any:
    return load()


def test_it_is_stored_executed(stored: Any) -> None:
    cells = code_cells(stored)
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1))
    assert all(output.output_type != "error" for cell in cells for output in cell.outputs)
    kinds = {kind for cell in cells for output in cell.outputs for kind in output.get("data", {})}
    assert {"image/svg+xml", "image/png"} <= kinds


def test_it_has_all_the_steps(stored: Any) -> None:
    text = "\n".join(cell.source for cell in stored.cells if cell.cell_type == "markdown")
    for step in ("Play", "Look", "Simulate", "Plot", "Write a bot", "Train"):
        assert f"## {step}" in text


@pytest.fixture(scope="module")
def again() -> Any:
    client = NotebookClient(load(), timeout=SLOWEST_CELL, resources={"metadata": {"path": str(ROOT)}})
    return client.execute()


def test_it_runs_again_to_the_same_game(stored: Any, again: Any) -> None:
    before, after = code_cells(stored), code_cells(again)
    assert [len(printed(cell)) for cell in before] == [len(printed(cell)) for cell in after]
    assert [printed(cell) for cell in before[:SEEDED]] == [printed(cell) for cell in after[:SEEDED]]


def test_its_player_learns(again: Any) -> None:
    told = next(text for cell in code_cells(again) for text in printed(cell) if "of its first games" in text)
    first, last = map(int, re.findall(r"(\d+)%", told))
    assert last >= first + 20

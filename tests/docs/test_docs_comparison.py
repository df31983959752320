"""The page of the comparison is generated from the stored results, which include every peer."""

from __future__ import annotations

import json
import runpy
from pathlib import Path
from typing import Any

import pytest

from semafor import board_names

BENCHMARKS = Path(__file__).parents[2] / "lab"
REPORT = runpy.run_path(str(BENCHMARKS / "peers" / "report.py"))
RUN: dict[str, Any] = json.loads((BENCHMARKS / "peers" / "measured.json").read_text(encoding="utf-8"))


def test_page_is_made_of_the_measured_figures() -> None:
    assert (BENCHMARKS / "PEERS.md").read_text(encoding="utf-8") == REPORT["page"](RUN)


def test_semafor_is_measured_on_every_board_in_every_way() -> None:
    rows = {(row["game"], row["way"]) for row in RUN["rows"] if row["program"] == "semafor"}
    assert rows == {(board, way) for board in board_names() for way in REPORT["WAYS"]}


def test_every_peer_has_a_row() -> None:
    assert {row["program"] for row in RUN["rows"]} == set(REPORT["NAMES"])


def test_a_peer_that_failed_is_named_with_the_reason() -> None:
    failed = {"program": "pgx", "version": "1", "error": "no wheel for this machine"}
    page = REPORT["page"]({**RUN, "rows": [*RUN["rows"], failed]})
    assert "pgx 1 was not measured: no wheel for this machine" in page


@pytest.mark.parametrize("peer", [p for p in REPORT["NAMES"] if p != "semafor"])
def test_pins_name_the_peer_itself(peer: str) -> None:
    version = runpy.run_path(str(BENCHMARKS / "peers" / "environments.py"))["pinned_version"](peer)
    assert version[0].isdigit()

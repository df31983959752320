"""Studies of boards in the making: played by a process with limits, told as they go on, stopped."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient

from semafor.boards import load_board
from semafor.boards.write import format_board
from semafor.errors import SemaforError
from semafor.server.app import create_app
from semafor.server.workers import studies as studying
from semafor.server.workers.studies import Studies, StudyOrder
from semafor.server.workers.worker_pool import Limits
from semafor.server.workshop_messages import StudyState
from semafor.workshop.study.findings import Study
from tests.server.serving import quick_config

BERLIN = load_board("berlin")
PATIENCE = 240.0
"""Seconds; studies have the lowest priority."""
Web = TestClient[Any]


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    with TestClient(create_app(quick_config(tmp_path_factory.mktemp("studies")))) as client:
        yield client


def ask(web: Web, method: str, path: str, **body: Any) -> StudyState:
    answer = web.request(method, f"/api/studies{path}", json=body or None)
    assert answer.status_code in (200, 202), answer.text
    return msgspec.json.decode(answer.content, type=StudyState)


def test_a_study_is_told_until_it_is_found(web: Web) -> None:
    state = ask(web, "POST", "", board_file=format_board(BERLIN), games=100)
    seen, end = {state.done}, time.monotonic() + PATIENCE
    while state.found is None and time.monotonic() < end:
        assert not state.failed
        time.sleep(0.05)
        state = ask(web, "GET", f"/{state.id}")
        seen.add(state.done)
    assert state.found is not None
    assert state.done == state.of == 100
    found = msgspec.json.decode(state.found.study, type=Study)
    assert len(found.routes) == len(BERLIN.routes)
    told = state.found.pl
    assert len(told.figures) == 4
    assert told.map.startswith("<svg")
    assert "<style" not in told.map  # the pages' policy allows none
    assert all(f"heat-{place}" in told.map for place in range(4))
    assert "Ogród Zoologiczny" in told.map
    assert [len(table.rows) for table in told.tables][3:5] == [len(BERLIN.routes), len(BERLIN.tickets)]
    assert state.found.en.tables[0].title != told.tables[0].title


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"board_file": "places = ["}, 400, "bad-board"),
        ({"board_file": format_board(load_board("cardgame"))}, 400, "no-routes-to-study"),
        ({"board_file": format_board(BERLIN), "games": 50_000}, 400, "bad-request"),
    ],
)
def test_what_cannot_be_studied_is_refused(web: Web, body: dict[str, Any], status: int, code: str) -> None:
    answer = web.post("/api/studies", json=body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_nobody_knows_of_other_studies(web: Web) -> None:
    assert web.get("/api/studies/nothing").status_code == 404
    assert web.post("/api/studies/nothing/stop").status_code == 404


def test_an_address_has_its_share(tmp_path: Path) -> None:
    config = msgspec.structs.replace(quick_config(tmp_path), studies_per_hour=1.0)
    with TestClient(create_app(config)) as web:
        state = ask(web, "POST", "", board_file=format_board(BERLIN), games=100)
        ask(web, "POST", f"/{state.id}/stop")
        refused = web.post("/api/studies", json={"board_file": format_board(BERLIN)})
        assert (refused.status_code, refused.json()["code"]) == (429, "too-many")


async def test_one_study_at_a_time_for_an_address_and_stopping_makes_room() -> None:
    studies = Studies()
    state = studies.begin("here", BERLIN, 5000)
    with pytest.raises(SemaforError, match="Too many"):
        studies.begin("here", BERLIN, 100)
    other = studies.begin("there", BERLIN, 100)
    assert (await studies.stop(state.id)).failed
    again = studies.begin("here", BERLIN, 100)
    await studies.close()
    assert studies.state(again.id).failed
    assert studies.state(other.id).failed


def spin(_order: StudyOrder, _send: Callable[[StudyState], None]) -> None:
    """Never end."""
    while True:
        pass


async def test_a_process_that_ends_by_its_limits_is_a_study_that_failed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(studying, "study_board", spin)
    monkeypatch.setattr(studying, "STUDY_LIMITS", Limits(seconds=1, timeout=PATIENCE))
    studies = Studies()
    state = studies.begin("here", BERLIN, 100)
    while not studies.state(state.id).failed:
        await asyncio.sleep(0.02)
    assert studies.begin("here", BERLIN, 100).id != state.id
    await studies.close()

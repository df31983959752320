"""Own boards before a table is made of them, and maps that other options leave as they are."""

from __future__ import annotations

from pathlib import Path

import msgspec
from litestar.testing import TestClient

from semafor.boards import load_board
from semafor.boards.write import format_board
from semafor.server.app import create_app
from semafor.server.messages import BoardCard, BoardPage
from semafor.server.workers.board_pages import map_name
from tests.server.serving import quick_config

BERLIN = load_board("berlin")


def test_an_own_board_is_looked_at_and_drawn(tmp_path: Path) -> None:
    body = {"board_file": format_board(BERLIN)}
    with TestClient(create_app(quick_config(tmp_path))) as web:
        card = msgspec.json.decode(web.post("/api/boards", json=body).content, type=BoardCard)
        assert (card.routes, card.tickets) == (len(BERLIN.routes), len(BERLIN.tickets))
        assert card.options == BERLIN.options
        page = msgspec.json.decode(web.post("/api/drawings", json=body).content, type=BoardPage)
        assert page.geometry is not None
        assert page.board == BERLIN


def test_the_faults_of_an_own_board_have_their_lines(tmp_path: Path) -> None:
    text = format_board(BERLIN).replace("length = 1", "length = 99", 1)
    line = text[: text.index("length = 99")].count("\n") + 1
    with TestClient(create_app(quick_config(tmp_path))) as web:
        for path in ("/api/boards", "/api/drawings"):
            answer = web.post(path, json={"board_file": text})
            assert answer.status_code == 400
            assert answer.json()["code"] == "bad-board"
            assert f"line {line}, " in answer.json()["sentence"]


def test_other_options_leave_the_map_as_it_is() -> None:
    options = msgspec.structs.replace(BERLIN.options, longest_bonus=10)
    changed = msgspec.structs.replace(BERLIN, options=options)
    assert map_name(changed) == map_name(BERLIN)
    assert map_name(msgspec.structs.replace(BERLIN, routes=BERLIN.routes[1:])) != map_name(BERLIN)

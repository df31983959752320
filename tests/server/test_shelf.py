"""The shelf: shared, listed, played, copied and taken back, in both databases and within limits."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient

from semafor.boards import load_board
from semafor.boards.model import Name
from semafor.boards.write import format_board
from semafor.errors import SemaforError
from semafor.server.app import create_app
from semafor.server.storage import shared_boards as storage
from semafor.server.storage.engine import make_engines
from semafor.server.storage.shared_boards import NewBoard, SharedBoards
from semafor.server.storage.store import Store
from semafor.server.workshop_messages import ShelfCard
from tests.server.serving import quick_config

BERLIN = load_board("berlin")
MINE = msgspec.structs.replace(BERLIN, board="mine", title=Name("Mine", "Moja"))
Web = TestClient[Any]


@pytest.fixture
def web(tmp_path: Path) -> Iterator[Web]:
    config = msgspec.structs.replace(quick_config(tmp_path), shared_boards_per_day=3.0)
    with TestClient(create_app(config)) as client:
        yield client


def test_a_board_is_shared_played_and_taken_back(web: Web) -> None:
    file = format_board(MINE)
    shared = web.post("/api/shelf", json={"board_file": file, "name": "  Ada "}).json()
    assert (shared["card"]["by"], shared["card"]["plays"]) == ("Ada", 0)
    path = f"/api/shelf/{shared['card']['id']}"
    assert web.get(f"{path}/file").json() == {"board_file": file}
    again = web.post("/api/shelf", json={"board_file": file})
    assert (again.status_code, again.json()["code"]) == (409, "shared-already")
    seats = [{"kind": "me"}, {"kind": "bot"}]
    assert web.post("/api/tables", json={"board_file": file, "seats": seats}).status_code == 201
    [card] = web.get("/api/shelf").json()["boards"]
    assert (card["title"], card["plays"], card["places"]) == (
        {"en": "Mine", "pl": "Moja"},
        1,
        len(MINE.places),
    )
    stolen = web.post(f"{path}/remove", json={"key": "x" * 32})
    assert (stolen.status_code, stolen.json()["code"]) == (403, "not-yours")
    assert web.post(f"{path}/remove", json={"key": shared["key"]}).json() == {"boards": []}
    assert web.get(f"{path}/file").status_code == 404


def test_markup_and_our_names_are_refused_and_an_address_shares_few(web: Web) -> None:
    def share(title: str, board: str = "mine") -> tuple[int, str]:
        own = msgspec.structs.replace(MINE, board=board, title=Name(title, title))
        answer = web.post("/api/shelf", json={"board_file": format_board(own)})
        return answer.status_code, answer.json().get("code", "")

    assert share("<b>Mine</b>") == (400, "not-plain")
    assert share("Mi\u202ene")[0] == 400
    assert share("Mine", "berlin") == (409, "our-name")
    assert [share(f"Mine {letter}")[0] for letter in "ABC"] == [201] * 3
    assert share("Mine D") == (429, "too-many")


def test_a_maker_is_named_in_plain_words(web: Web) -> None:
    answer = web.post("/api/shelf", json={"board_file": format_board(MINE), "name": "<i>Ada</i>"})
    assert (answer.status_code, answer.json()["code"]) == (400, "not-plain")


def test_a_shared_board_is_drawn_at_once_and_at_its_makers_cost(tmp_path: Path) -> None:
    """Listing a full shelf must not use up the visitor's budget for pictures."""
    config = msgspec.structs.replace(quick_config(tmp_path), own_board_seconds_per_minute=1.5)
    with TestClient(create_app(config)) as web:
        shared = web.post("/api/shelf", json={"board_file": format_board(MINE)}).json()
        picture = web.get(f"/api/shelf/{shared['card']['id']}")
        assert picture.status_code == 200
        assert picture.json()["geometry"]["places"]
        assert web.post("/api/sketches", json={"board": {}}).json()["code"] == "too-many"


def test_a_study_comes_along_in_three_numbers(web: Web) -> None:
    answer = web.post("/api/shelf", json={"board_file": format_board(MINE), "study": "{}"})
    assert (answer.status_code, answer.json()["code"]) == (400, "no-study")


def new_board(name: str, maker: str = "m") -> NewBoard:
    card = ShelfCard(name, Name(name, name), "", (2, 3), 4, 5, 6, 1.0, 0, None)
    return NewBoard(card, maker, f"key of {name}", f"print of {name}", f"file of {name}")


async def check_shelf(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same in either database."""
    monkeypatch.setattr(storage, "MOST_OF_ONE", 2)
    store = Store(make_engines(url))
    await store.open()
    shelf = SharedBoards(store)
    await shelf.put(new_board("a"))
    await shelf.put(new_board("b"))
    with pytest.raises(SemaforError, match="no room"):
        await shelf.put(new_board("c"))
    with pytest.raises(SemaforError, match="already"):
        await shelf.put(new_board("a", "another"))
    await shelf.count_game("print of b")
    await shelf.count_game("print of nothing")
    assert [(card.id, card.plays) for card in await shelf.cards()] == [("b", 1), ("a", 0)]
    with pytest.raises(SemaforError, match="key"):
        await shelf.take_back("a", "key of b")
    await shelf.take_back("a", "key of a")
    assert await shelf.file("b") == "file of b"
    with pytest.raises(SemaforError):
        await shelf.file("a")
    await store.close()


async def test_the_shelf_in_sqlite(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    await check_shelf(f"sqlite:///{tmp_path / 'shelf.sqlite3'}", monkeypatch)


async def test_the_shelf_in_postgresql(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    await check_shelf(postgres_url, monkeypatch)

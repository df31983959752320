"""What is the same for everyone: boards, rules, bots, the client's files."""

from __future__ import annotations

import asyncio
import gzip
import re
from pathlib import Path
from typing import get_args

import httpx
import msgspec
import pytest
from litestar.testing import TestClient

from semafor.boards import board_names, load_board
from semafor.boards.model import Board
from semafor.picture.geometry import geometry
from semafor.server.app import create_app
from semafor.server.http import catalogue_api as catalogue
from semafor.server.http import client_files
from semafor.server.http import workshop_api as sketches
from semafor.server.http.compressed_pages import (
    SMALLEST_IN_THREAD,
    CompressedPage,
    compress_page,
    takes_gzip,
)
from semafor.server.http.status_api import own_address
from semafor.server.messages import BoardPage, Boards, Bots, Rules
from semafor.server.schema import schema_text
from semafor.server.socket_messages import ClientMessage, ServerMessage
from semafor.server.workers.board_pages import Pages, map_name
from semafor.words import LANGUAGES, say
from tests.server.serving import PATIENCE, quick_config, running

DOCS = Path(__file__).parents[2] / "docs"


def test_boards_rules_and_bots_are_listed(tmp_path: Path) -> None:
    with TestClient(create_app(quick_config(tmp_path))) as web:
        boards = msgspec.json.decode(web.get("/api/boards").content, type=Boards)
        assert [board.board for board in boards.boards] == board_names()
        bots = msgspec.json.decode(web.get("/api/bots").content, type=Bots)
        assert [level.level for level in bots.levels] == ["easy", "medium", "hard", "expert", "master"]
        for language in ("en", "pl"):
            answer = web.get(f"/api/rules/{language}")
            assert len(msgspec.json.decode(answer.content, type=Rules).rules) > 100
            again = web.get(f"/api/rules/{language}", headers={"If-None-Match": answer.headers["etag"]})
            assert again.status_code == 304
        assert web.get("/api/rules/fr").status_code == 404
        assert web.get("/api/boards/atlantis").status_code == 404
        assert web.get("/health").json()["status"] == "ok"
        assert "semafor_entries" in web.get("/metrics").text


async def test_a_page_is_drawn_once_and_kept(tmp_path: Path) -> None:
    """A designer's small board; the second server finds the drawing on disk."""
    berlin = load_board("berlin")
    pages = Pages(tmp_path)
    one, same = await asyncio.gather(pages.page(berlin), pages.page(berlin))
    await pages.close()
    assert one == same
    page = msgspec.json.decode(one.body, type=BoardPage)
    assert page.geometry is not None
    assert len(page.geometry.routes) == len(page.route_names) == len(berlin.routes)
    assert len(list(tmp_path.iterdir())) == 1
    async with asyncio.timeout(PATIENCE):
        assert await Pages(tmp_path).page(berlin) == one


async def test_a_map_that_is_being_drawn_costs_nobody_more_and_is_not_drawn_yet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise its picture would be drawn again in the server process."""
    berlin, finished = load_board("berlin"), asyncio.Event()

    async def slowly(pages: Pages, name: str, _board: Board, _who: str) -> CompressedPage:
        await finished.wait()
        pages._pages[name] = compress_page(b"a page")
        return pages._pages[name]

    monkeypatch.setattr(Pages, "_make", slowly)
    pages = Pages(tmp_path)
    pages.begin(berlin, "")
    assert pages.knows(berlin)
    assert not pages.has_drawn(berlin)
    finished.set()
    await pages.page(berlin)
    assert pages.has_drawn(berlin)


async def test_a_broken_drawing_is_drawn_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file may have been truncated by a full disk or a power failure."""
    berlin = load_board("berlin")
    good = msgspec.json.encode(geometry(berlin))
    file = tmp_path / f"{map_name(berlin)}.json"

    async def draw(_pages: Pages, _board: Board, _who: str) -> bytes:
        return good

    monkeypatch.setattr(Pages, "_draw", draw)
    for broken in (b"", good[:-1], b"{}", b"\xff"):
        file.write_bytes(broken)
        made = await Pages(tmp_path).page(berlin)
        assert msgspec.json.decode(made.body, type=BoardPage).geometry is not None
        assert file.read_bytes() == good
        assert list(tmp_path.iterdir()) == [file]


def test_what_stays_the_same_is_packed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packed: list[bytes] = []
    compress = gzip.compress

    def note_and_compress(body: bytes, *arguments: int, **more: int) -> bytes:
        packed.append(body)
        return compress(body, *arguments, **more)

    monkeypatch.setattr(gzip, "compress", note_and_compress)
    sketches._gazetteer.cache_clear()
    catalogue._rules.cache_clear()
    with TestClient(create_app(quick_config(tmp_path))) as web:
        for path in ("/api/boards/cardgame", "/api/gazetteer", "/api/rules/pl"):
            plain = web.get(path, headers={"Accept-Encoding": "identity"})
            assert "content-encoding" not in plain.headers
            for _ in range(3):
                answer = web.get(path, headers={"Accept-Encoding": "gzip, br"})
                assert answer.content == plain.content, "as the client unpacks it"
                assert answer.headers["content-encoding"] == "gzip"
                assert int(answer.headers["content-length"]) < len(plain.content)
                assert {answer.headers["vary"], plain.headers["vary"]} == {"Accept-Encoding"}
            again = web.get(path, headers={"If-None-Match": answer.headers["etag"]})
            assert (again.status_code, again.content) == (304, b"")
    assert len(packed) == len(set(packed)) == 3


def test_long_answers_are_compressed_outside_the_event_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compressed: dict[bool, int] = {}
    compress = gzip.compress

    def note_and_compress(body: bytes, *arguments: int, **more: int) -> bytes:
        try:
            asyncio.get_running_loop()
            in_loop = True
        except RuntimeError:
            in_loop = False
        compressed[in_loop] = max(compressed.get(in_loop, 0), len(body))
        return compress(body, *arguments, **more)

    monkeypatch.setattr(gzip, "compress", note_and_compress)
    with TestClient(create_app(quick_config(tmp_path))) as web:
        for path in ("/api/boards/europe/file", "/api/boards"):
            plain = web.get(path, headers={"Accept-Encoding": "identity"})
            answer = web.get(path, headers={"Accept-Encoding": "gzip"})
            assert (answer.json(), answer.headers["content-encoding"]) == (plain.json(), "gzip")
            assert answer.headers["vary"] == "Accept-Encoding"
            assert int(answer.headers["content-length"]) < len(plain.content)
        assert "content-encoding" not in web.get("/api/me", headers={"Accept-Encoding": "gzip"}).headers
    assert compressed[False] >= SMALLEST_IN_THREAD > compressed.get(True, 0)


@pytest.mark.parametrize(
    ("accepted", "packed"),
    [
        ("gzip, deflate, br, zstd", True),
        ("gzip;q=1.0", True),
        ("br", False),
        ("", False),
        ("gzip; q=0", False),
    ],
)
def test_who_cannot_unpack_gets_it_plain(accepted: str, packed: bool) -> None:
    assert takes_gzip(accepted) == packed


async def test_the_card_game_has_no_map(tmp_path: Path) -> None:
    made = await Pages(tmp_path).page(load_board("cardgame"))
    page = msgspec.json.decode(made.body, type=BoardPage)
    assert page.geometry is None


async def test_files_of_the_client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    built = tmp_path / "dist"
    (built / "assets").mkdir(parents=True)
    (built / "index.html").write_text("<title>front page</title>")
    (built / "assets" / "main-1234.js").write_text("let x")
    (tmp_path / "secret.txt").write_text("secret")
    monkeypatch.setattr(client_files, "PACKAGED", built)
    config = quick_config(tmp_path)
    async with running(config) as server, httpx.AsyncClient(base_url=server.address) as web:
        for page in ("/", "/table/abc", "/learn"):
            assert "front page" in (await web.get(page)).text
            assert (await web.head(page)).status_code == 200
        script = await web.get("/assets/main-1234.js")
        assert script.headers["content-type"].startswith("text/javascript")
        assert "immutable" in script.headers["cache-control"]
        plain = await web.get("/assets/main-1234.js", headers={"Accept-Encoding": "identity"})
        assert (script.text, script.headers["content-encoding"]) == ("let x", "gzip")
        assert (plain.text, "content-encoding" in plain.headers) == ("let x", False)
        for path in ("/missing.js", "/..%2fsecret.txt", "/assets/%2e%2e/%2e%2e/secret.txt", "/api/x.js"):
            assert (await web.get(path)).status_code == 404


def test_without_a_built_client_a_page_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client_files, "PACKAGED", tmp_path / "none")
    with TestClient(create_app(quick_config(tmp_path))) as web:
        page = web.get("/").text
    for language in LANGUAGES:
        assert f'<p lang="{language}">{say("web.not-built", {}, language)}' in page


async def test_the_address_in_the_network_is_told_to_who_sits_here(tmp_path: Path) -> None:
    async with (
        running(quick_config(tmp_path)) as server,
        httpx.AsyncClient(base_url=server.address) as web,
    ):
        found = (await web.get("/api/network")).json()
        assert found["open"] is False, "it listens on this machine only"
        assert (found["address"] is None) == (own_address() is None)


def test_the_address_in_the_network_is_told_to_nobody_else(tmp_path: Path) -> None:
    with TestClient(create_app(quick_config(tmp_path))) as web:
        assert web.get("/api/network").json() == {"address": None, "open": False}


def test_the_schema_in_the_docs_is_the_protocols() -> None:
    assert (DOCS / "protocol.schema.json").read_text(encoding="utf-8") == schema_text()


def test_the_example_tables_of_the_protocol_can_be_created(tmp_path: Path) -> None:
    story = (DOCS / "protocol.md").read_text(encoding="utf-8")
    examples = re.findall(r"```json\n(.*?)```|-d '(.*?)'", story, re.DOTALL)
    assert len(examples) == 2
    headers = {"Content-Type": "application/json"}
    with TestClient(create_app(quick_config(tmp_path))) as web:
        for body, line in examples:
            answer = web.post("/api/tables", content=body or line, headers=headers)
            assert answer.status_code == 201, answer.text


def test_the_story_of_the_protocol_names_every_message() -> None:
    story = (DOCS / "protocol.md").read_text(encoding="utf-8")
    for message in get_args(ClientMessage) + get_args(ServerMessage):
        tag = message.__struct_config__.tag
        assert re.search(rf'`{tag}\b|"type": "{tag}"', story), tag

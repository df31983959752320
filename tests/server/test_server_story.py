"""After the end, and not before: the story of a game, its picture, and what a link to it shows."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest
from litestar.testing import TestClient
from structlog.testing import capture_logs

from semafor.errors import SemaforError
from semafor.record import Record
from semafor.server.app import create_app
from semafor.server.client import RemoteServer
from semafor.server.http.finished_games_api import PAINT_SECONDS
from semafor.server.messages import Story
from semafor.server.server_errors import Restarting
from semafor.server.workers.stories import Stories
from tests.server.serving import play_to_end, quick_config, running, running_app, table_of

SHORT = {"board": "berlin", "options": {"pieces": {"tram": 4, "subway": 2}}, "start": True}


async def whole_story(server: RemoteServer, table: str) -> Story:
    while True:
        story = await server.ask(f"/api/tables/{table}/story", Story)
        assert not story.failed
        if story.review is not None and story.review.whole:
            return story
        await asyncio.sleep(0.2)


class Finished(NamedTuple):
    """A database with a finished game and one that has just started."""

    folder: Path
    table: str
    record: Record
    points: int
    begun: str


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Finished:
    folder = tmp_path_factory.mktemp("finished")

    async def play() -> Finished:
        async with running(quick_config(folder)) as server:
            made = await table_of(server, "me", "me", **SHORT)
            async with server.sit(made.table.id, server.keys) as place:
                await play_to_end(place, random.Random(3))
                assert place.ending is not None
            record, points = await server.record(made.table.id), place.ending.result.sides[0].total
            begun = await table_of(server, "me", "me", board="berlin", start=True)
            return Finished(folder, made.table.id, record, points, begun.table.id)

    return asyncio.run(play())


async def test_the_story_is_told_after_the_end_and_kept(tmp_path: Path, finished: Finished) -> None:
    config = quick_config(finished.folder, cache=tmp_path / "cache")
    path = f"/api/tables/{finished.table}"
    async with running(config) as server:
        for page in ("story", "picture.svg", "picture.png"):
            with pytest.raises(SemaforError) as refused:
                await server.ask(f"/api/tables/{finished.begun}/{page}", Story)
            assert refused.value.code == "not-over", page
        story = await whole_story(server, finished.table)
        steps = len(finished.record.moves)
        assert story.review is not None
        assert [one.step for one in story.review.decisions] == list(range(1, steps + 1))
        assert story.done == story.of == steps
        assert len(list((tmp_path / "cache" / "stories").iterdir())) == 1
    async with running(config) as server:
        again = await server.ask(f"{path}/story", Story)
        assert again.review == story.review, "read from where it was kept, at once"


async def test_no_story_begins_while_the_server_ends(tmp_path: Path, finished: Finished) -> None:
    stories = Stories(tmp_path)
    await stories.close()
    with capture_logs() as logged, pytest.raises(Restarting):
        await stories.story(finished.table, finished.record)
    assert logged == []


async def test_a_link_shows_title_names_and_scores(tmp_path: Path, finished: Finished) -> None:
    config = quick_config(finished.folder, cache=tmp_path / "cache")
    async with (
        running(config) as server,
        httpx.AsyncClient(base_url=server.address, timeout=120) as browser,
    ):
        page = (await browser.get(f"/table/{finished.begun}")).text
        assert '<meta property="og:title"' in page
        assert "Game in progress: Ada" in page
        assert f"/api/tables/{finished.begun}/board.png" in page
        assert "picture.png" not in page, "nothing of the game is drawn before the end"
        polish = {"Accept-Language": "pl,en;q=0.5"}
        page = (await browser.get(f"/replay/{finished.table}", headers=polish)).text
        points = str(finished.points).replace("-", "−")
        assert f"Powtórka: Ada: {points}" in page
        assert "og:title" not in (await browser.get("/")).text
        assert "og:title" not in (await browser.get("/table/nothing")).text
        await browser.get("/api/boards/berlin")  # draws it
        picture = await browser.get(f"/api/tables/{finished.table}/picture.svg?language=pl")
        assert picture.headers["content-type"].startswith("image/svg+xml")
        assert f"Ada: {points}" in picture.text
        pixels = await browser.get(f"/api/tables/{finished.table}/picture.png")
        assert pixels.content.startswith(b"\x89PNG")
        boards = [
            await browser.get(f"/api/tables/{table}/board.png") for table in (finished.begun, finished.table)
        ]
        assert boards[0].content.startswith(b"\x89PNG")
        assert boards[0].content == boards[1].content, "it tells nothing of the game"


async def test_replays_and_pictures_of_finished_games_are_charged_once(
    tmp_path: Path, finished: Finished
) -> None:
    """What was made for one client is free for all; what is new is refused once the budget is used up."""
    app = create_app(quick_config(finished.folder, cache=tmp_path / "cache"))
    async with (
        running_app(app) as server,
        httpx.AsyncClient(base_url=server.address, timeout=120) as browser,
    ):
        table = f"/api/tables/{finished.table}"
        await browser.get("/api/boards/berlin")  # draws it
        known = [f"{table}/replay?count=5", f"{table}/picture.svg"]
        for path in known:
            answer = await browser.get(path)
            assert (answer.status_code, answer.headers["content-encoding"]) == (200, "gzip")
        app.state.services.own_board_work.spend("127.0.0.1", 1e6)
        assert [(await browser.get(path)).status_code for path in known] == [200, 200]
        new = [f"{table}/replay?count=6", f"{table}/picture.svg?theme=night", f"{table}/picture.png"]
        assert [(await browser.get(path)).status_code for path in new] == [429, 429, 429]


def test_new_pictures_are_charged_and_known_ones_are_free(tmp_path: Path) -> None:
    """Pictures take half a second of CPU time and need no account, so they are cached for everyone."""
    config = quick_config(tmp_path, own_board_seconds_per_minute=PAINT_SECONDS)
    with TestClient(create_app(config)) as web:
        wish = {"board": "cardgame", "seats": [{"kind": "me"}, {"kind": "bot"}]}
        tables = [web.post("/api/tables", json=wish).json()["table"]["id"] for _ in range(2)]

        def picture(table: str, language: str) -> int:
            return web.get(f"/api/tables/{table}/board.png?language={language}").status_code

        asked = [(tables[0], "en"), (tables[0], "pl"), (tables[0], "en"), (tables[1], "en")]
        assert [picture(*one) for one in asked] == [200, 429, 200, 200]

"""After the end, and not before: the story of a game, its picture, and what a link to it shows."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import httpx
import pytest
from serving import play_to_end, quick_config, run, running, table_of

from semafor.errors import SemaforError
from semafor.server.client import Server
from semafor.server.messages import Story

SHORT = {"board": "berlin", "options": {"pieces": {"tram": 4, "subway": 2}}, "start": True}


async def whole_story(server: Server, table: str) -> Story:
    while True:
        story = await server.ask(f"/api/tables/{table}/story", Story)
        assert not story.failed
        if story.review is not None and story.review.whole:
            return story
        await asyncio.sleep(0.2)


def test_the_story_is_told_after_the_end_and_kept(tmp_path: Path) -> None:
    async def check() -> None:
        config = quick_config(tmp_path, cache=tmp_path / "cache")
        async with running(config) as server:
            made = await table_of(server, "me", "me", **SHORT)
            path = f"/api/tables/{made.table.id}"
            for page in ("story", "picture.svg", "picture.png"):
                with pytest.raises(SemaforError) as refused:
                    await server.ask(f"{path}/{page}", Story)
                assert refused.value.code == "not-over", page
            async with server.sit(made.table.id, server.keys) as place:
                await play_to_end(place, random.Random(3))
            record = await server.record(made.table.id)
            story = await whole_story(server, made.table.id)
            assert story.review is not None
            assert [one.step for one in story.review.decisions] == list(range(1, len(record.moves) + 1))
            assert story.done == story.of == len(record.moves)
            assert len(list((tmp_path / "cache" / "stories").iterdir())) == 1
        async with running(config) as server:
            again = await server.ask(f"{path}/story", Story)
            assert again.review == story.review, "read from where it was kept, at once"

    run(check())


def test_a_link_shows_title_names_and_scores(tmp_path: Path) -> None:
    async def check() -> None:
        async with running(quick_config(tmp_path, cache=tmp_path / "cache")) as server:
            made = await table_of(server, "me", "me", **SHORT)
            async with httpx.AsyncClient(base_url=server.address, timeout=120) as browser:
                page = (await browser.get(f"/table/{made.table.id}")).text
                assert '<meta property="og:title"' in page
                assert "The game is on: Ada" in page
                assert "og:image" not in page, "nothing is drawn before the end"
                async with server.sit(made.table.id, server.keys) as place:
                    await play_to_end(place, random.Random(3))
                    assert place.ending is not None
                    points = place.ending.result.sides[0].total
                polish = {"Accept-Language": "pl,en;q=0.5"}
                page = (await browser.get(f"/replay/{made.table.id}", headers=polish)).text
                assert f"Powtórka: Ada: {points}" in page
                assert "og:title" not in (await browser.get("/")).text
                assert "og:title" not in (await browser.get("/table/nothing")).text
                await browser.get("/api/boards/berlin")  # draws it
                picture = await browser.get(f"/api/tables/{made.table.id}/picture.svg?language=pl")
                assert picture.headers["content-type"].startswith("image/svg+xml")
                assert f"Ada: {points}" in picture.text
                pixels = await browser.get(f"/api/tables/{made.table.id}/picture.png")
                assert pixels.content.startswith(b"\x89PNG")

    run(check())

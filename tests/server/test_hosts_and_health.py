"""Origins, links in previews, and health checks on a disk that fills up."""

from __future__ import annotations

import shutil
from pathlib import Path

import httpx
import pytest
from litestar.testing import TestClient

from semafor.server.app import create_app
from tests.server.serving import PATIENCE, quick_config, running, table_of


def test_health_fails_before_the_disk_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = create_app(quick_config(tmp_path))
    with TestClient(app) as web:
        usage = shutil.disk_usage(tmp_path)
        monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=10 * 2**20))
        answer = web.get("/health")
        assert (answer.status_code, answer.json()["status"]) == (503, "low-disk")


def test_a_page_over_http_is_foreign_to_a_server_over_https(tmp_path: Path) -> None:
    secure = quick_config(tmp_path, secure_cookie=True, public_url="https://games.example.org")
    with TestClient(create_app(secure)) as web:
        for origin, status in (
            ("http://testserver.local", 403),
            ("https://testserver.local", 400),
            ("https://games.example.org", 400),
            ("http://games.example.org", 403),
            ("null", 403),
        ):
            assert web.post("/api/tables", json=[], headers={"Origin": origin}).status_code == status


async def test_a_preview_links_only_to_an_address_that_is_known_to_be_ours(tmp_path: Path) -> None:
    """Any IP address is accepted as the host of a request, but it is not used in links."""
    async with running(quick_config(tmp_path)) as server:
        table = (await table_of(server, "me", "easy", board="berlin", start=True)).table.id
        async with httpx.AsyncClient(base_url=server.address, timeout=PATIENCE) as web:
            own = (await web.get(f"/table/{table}")).text
            assert f'"og:url" content="{server.address}/table/{table}"' in own
            for host in ("192.0.2.66", "192.0.2.66:8000", "localhost:80@evil"):
                page = (await web.get(f"/table/{table}", headers={"Host": host})).text
                assert "og:title" in page
                assert "og:url" not in page
                assert "og:image" not in page
    async with (
        running(quick_config(tmp_path, public_url="https://games.example.org/")) as server,
        httpx.AsyncClient(base_url=server.address, timeout=PATIENCE) as web,
    ):
        page = (await web.get(f"/table/{table}", headers={"Host": "192.0.2.66"})).text
        assert f'"og:url" content="https://games.example.org/table/{table}"' in page

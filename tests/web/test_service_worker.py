"""The service worker in a real browser: without a line, with a new version, and when it is my turn."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, Worker, expect

from semafor.server.http import client_files
from tests.web.conftest import NewPage
from tests.web.in_thread import ServerInThread
from tests.web.staged import make_table

WANTED = "localStorage['semafor.worker'] = '1'"
CONTROLLED = "navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)"
WAITS = "navigator.serviceWorker.getRegistration().then((one) => one.waiting !== null)"
BADGES = "self.badges = []; navigator.setAppBadge = async (n) => void self.badges.push(n)"
CLICK = """
async () => {
  const opened = [];
  self.clients.openWindow = async (page) => void opened.push(page);
  const [notification] = await self.registration.getNotifications();
  let work;
  const waitUntil = (one) => (work = one);
  self.dispatchEvent(Object.assign(new Event("notificationclick"), {notification, waitUntil}));
  await work;
  return [opened, (await self.registration.getNotifications()).length];
}
"""
SHOWN = """
async () => {
  for (;;) {
    const [one] = await (await navigator.serviceWorker.ready).getNotifications();
    if (one) return [one.title, one.body, one.tag, one.lang];
    await new Promise((done) => setTimeout(done, 50));
  }
}
"""
TWO_AT_ONE_SCREEN = [{"kind": "me", "name": "Ada"}, {"kind": "me", "name": "Bob"}]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A copy of the client's files, of which a new version can be made."""
    folder = tmp_path_factory.mktemp("client") / "static"
    shutil.copytree(client_files.PACKAGED, folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(client_files, "PACKAGED", folder)
        yield folder


@pytest.fixture(scope="module")
def server(client: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerInThread]:
    assert client.is_dir()
    running = ServerInThread(tmp_path_factory.mktemp("club"))
    yield running
    running.stop()


@pytest.fixture
def app(chromium: Browser, server: ServerInThread) -> Iterator[Page]:
    """A page of the installed app."""
    maker = NewPage(chromium, server.address)
    page = maker()
    page.context.grant_permissions(["notifications"], origin=server.address)
    page.add_init_script(WANTED)
    page.add_init_script(BADGES)
    page.goto("/")
    expect(page.locator("[data-board]").first).to_be_visible()
    page.evaluate("navigator.serviceWorker.ready")
    yield page
    maker.close()


def _until(page: Page, what: str) -> None:
    """Poll a condition from outside, because the page's content security policy forbids evaluation inside."""
    for _ in range(2_400):
        if page.evaluate(what):
            return
        page.wait_for_timeout(50)
    raise AssertionError(what)


def _worker(page: Page) -> Worker:
    _until(page, CONTROLLED)
    return page.context.service_workers[0]


def _push(page: Page, said: dict[str, Any]) -> None:
    """Return the message that a push service would send to the browser."""
    line = page.context.new_cdp_session(page)
    found: list[str] = []
    line.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(one["registrationId"] for one in event["registrations"]),
    )
    line.send("ServiceWorker.enable")
    while not found:
        page.wait_for_timeout(20)
    origin = page.evaluate("location.origin")
    message = {"origin": origin, "registrationId": found[0], "data": json.dumps(said)}
    line.send("ServiceWorker.deliverPushMessage", message)


def test_a_push_opens_the_right_table_and_the_icon_counts(app: Page) -> None:
    table = make_table(app, "berlin", TWO_AT_ONE_SCREEN)
    worker = _worker(app)
    worker.evaluate(f"() => {{ {BADGES} }}")
    said = {"kind": "turn", "table": table, "board": "Berlin", "language": "pl", "waiting": 3}
    _push(app, said)
    assert app.evaluate(SHOWN) == ["Berlin", "Twoja tura.", table, "pl"]
    assert worker.evaluate("self.badges") == [3]
    assert worker.evaluate(CLICK) == [[f"/table/{table}"], 0]
    app.goto(f"/table/{table}")
    expect(app.locator(".curtain")).to_be_visible()
    _until(app, "self.badges.includes(1)")  # the page counts for itself


def test_a_new_version_waits_for_the_decision_that_is_on_its_way(app: Page, client: Path) -> None:
    held: list[str | bytes] = []
    lines: list[WebSocketRoute] = []
    holding = False

    def connect(line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        lines.append(line)
        server.on_message(lambda text: held.append(text) if holding else line.send(text))

    app.route_web_socket("**/live", connect)
    table = make_table(app, "berlin", TWO_AT_ONE_SCREEN)
    app.goto(f"/table/{table}")
    app.locator(".curtain [data-confirm]").click()
    _worker(app)
    script = client / "sw.js"
    script.write_text(script.read_text() + "\n// a new version")
    app.evaluate("navigator.serviceWorker.ready.then((found) => found.update())")
    expect(app.get_by_text("A new version is available.")).to_be_visible()
    app.evaluate("self.before = true")
    app.locator(".decision .ticket").first.click()
    holding = True
    app.locator(".decision [data-confirm]").click()
    app.get_by_role("button", name="Reload").click()
    app.wait_for_timeout(700)
    assert app.evaluate("self.before") is True
    assert app.evaluate(WAITS)
    assert held
    holding = False
    with app.expect_navigation():
        for text in held:
            lines[-1].send(text)
    assert app.evaluate("self.before") is None
    expect(app.get_by_text("A new version is available.")).to_have_count(0)
    card = app.request.get(f"/api/tables/{table}").json()
    assert [seat["pending"] for seat in card["seats"]] == [False, True]
    assert not app.evaluate(WAITS)


def test_the_shell_opens_without_a_line(app: Page, server: ServerInThread) -> None:
    """The last test of this file: the server is gone."""
    _worker(app)
    server.stop()
    app.goto("/")
    expect(app.get_by_role("heading", name="Semafor")).to_be_visible()
    expect(app.get_by_text("Cannot reach the server.")).to_be_visible()
    app.goto("/table/any")
    expect(app.get_by_text("Connection lost.")).to_be_visible()

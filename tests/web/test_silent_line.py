"""A connection that falls silent is noticed at once, and nothing is lost by it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.web.conftest import NewPage
from tests.web.freezing import FreezingProxy
from tests.web.playing import sit_down
from tests.web.served import Served


@pytest.fixture
def line(served: Served) -> Iterator[FreezingProxy]:
    """A proxy before the server."""
    proxy = FreezingProxy(served.port)
    yield proxy
    proxy.close()


def test_a_frozen_line_is_said_and_repaired(chromium: Browser, line: FreezingProxy) -> None:
    """The page reports waiting, then a lost connection; the draw is carried out once."""
    new_page = NewPage(chromium, line.address)
    page = new_page()
    sit_down(page, "europe")
    for ticket in range(2):
        page.locator(".decision .ticket").nth(ticket).click()
    page.locator(".decision [data-confirm]").click()
    expect(page.locator(".sentence.mine")).to_be_visible()
    before = page.locator("[data-spot=hand] .count").all_inner_texts()
    line.freeze()
    page.keyboard.press("d")
    expect(page.get_by_text("Still waiting for the server")).to_be_visible()
    expect(page.get_by_text("Connection lost.")).to_be_visible()
    line.thaw()
    expect(page.get_by_text("Take a second card")).to_be_visible()
    expect(page.get_by_text("Connection lost.")).to_have_count(0)
    after = page.locator("[data-spot=hand] .count").all_inner_texts()
    assert sum(map(int, after)) == sum(map(int, before)) + 1
    new_page.close()

"""The link with which a person sits on the same seat on another device."""

from __future__ import annotations

import re

from playwright.sync_api import Page, Request, expect

from tests.web.conftest import NewPage
from tests.web.playing import sit_down


def _link(page: Page) -> str:
    page.get_by_role("button", name="Play on another device").click()
    dialog = page.get_by_role("dialog", name="Play on another device")
    expect(dialog).to_contain_text("Anyone with this link can play as you.")
    # Only the link and the command that opens the server can be copied.
    expect(dialog.get_by_role("textbox")).to_have_count(2)
    mine, command = dialog.get_by_role("textbox").all()
    expect(command).to_have_value(re.compile("^semafor serve"))
    dialog.get_by_role("button", name="Copy").first.click()
    expect(dialog.get_by_role("status").first).not_to_be_empty()
    link = mine.input_value()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    return link


def test_the_same_seat_on_a_phone(new_page: NewPage) -> None:
    desk, phone = new_page(), new_page(360, 740, touch=True)
    asked: list[str] = []
    phone.on("request", lambda request: asked.append(_all_of(request)))
    sit_down(desk, "berlin")
    link = _link(desk)
    key = link.split("#key=")[1]
    phone.goto(link)
    expect(phone.locator(".decision[role=dialog]")).to_be_visible()
    assert "key" not in phone.url
    assert not any(key in one for one in asked)
    phone.locator(".decision .ticket").first.tap()
    phone.get_by_role("button", name="Keep 1 ticket").tap()
    for page in (desk, phone):
        expect(page.locator(".decision[role=dialog]")).to_have_count(0)
    phone.reload()
    expect(phone.get_by_label("Your hand")).to_be_visible()
    assert _link(phone) == link


def _all_of(request: Request) -> str:
    return f"{request.url} {request.headers.get('referer', '')}"


def test_a_key_of_no_seat_only_watches(new_page: NewPage) -> None:
    desk, other = new_page(), new_page()
    sit_down(desk, "berlin")
    other.goto(f"{desk.url}#key={'x' * 32}")
    expect(other.get_by_role("alert")).to_contain_text("None of these keys belongs to this table.")
    expect(other.get_by_text("You are watching.")).to_be_visible()
    other.reload()
    expect(other.get_by_text("You are watching.")).to_be_visible()
    expect(other.get_by_role("alert")).to_have_count(0)


def test_the_link_is_told_in_polish(new_page: NewPage) -> None:
    page = new_page(360, 740, touch=True, locale="pl")
    sit_down(page, "berlin")
    page.get_by_role("button", name="Graj na innym urządzeniu").tap()
    expect(page.get_by_role("dialog", name=re.compile("Graj"))).to_contain_text("grać za ciebie")

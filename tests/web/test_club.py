"""The club in the browser: one person on two devices."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web.conftest import NewPage
from tests.web.playing import sit_down


def _link(page: Page) -> str:
    page.get_by_role("button", name="Add a device").click()
    return page.get_by_label("Add a device").input_value()


def test_a_phone_joined_by_the_code_has_all_my_tables(new_page: NewPage) -> None:
    desk, phone = new_page(), new_page(390, 844, touch=True)
    sit_down(desk, "berlin")
    table = desk.url.split("/table/")[1].partition("#")[0]
    desk.goto("/me")
    desk.get_by_label("Your name").fill("Ada Joined")
    desk.get_by_role("button", name="Create an account name").click()
    expect(desk.locator(".phrase li")).to_have_count(8)
    desk.get_by_role("button", name="I have written it down").click()
    phone.goto(_link(desk))
    expect(phone.get_by_role("heading", name="Ada Joined")).to_be_visible()
    assert "join" not in phone.url
    phone.get_by_role("link", name="My games").last.click()
    phone.locator(f"a[href='/table/{table}']").tap()
    expect(phone.locator(".decision[role=dialog]")).to_be_visible()
    desk.reload()
    desk.get_by_role("button", name="Sign out ").last.click()
    expect(desk.get_by_role("button", name="Sign out ")).to_have_count(1)
    phone.reload()
    expect(phone.get_by_text("You are watching.")).to_be_visible()

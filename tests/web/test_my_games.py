"""My games, the account menu, leaving a table, addresses, and the Enter key."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import NewPage
from tests.web.staged import make_table

BOT = {"kind": "bot", "level": "easy"}
ME = {"kind": "me", "name": "Ada"}
PAGES = ("/", "/games", "/me", "/memory", "/club", "/tournaments", "/workshop", "/new/usa", "/nowhere/at-all")


def test_a_game_can_be_resigned_archived_and_restored(page: Page) -> None:
    page.goto("/")
    make_table(page, "usa", [ME, BOT])
    page.goto("/games")
    row = page.locator("main li")
    expect(row).to_contain_text("Your turn")
    row.get_by_role("button", name="Resign").click()
    dialog = page.get_by_role("dialog", name="Resign this game?")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(row).to_contain_text("Your turn")
    row.get_by_role("button", name="Resign").click()
    dialog.get_by_role("button", name="Resign").click()
    expect(page.get_by_text("You have no games yet.")).to_be_visible()
    page.get_by_text("Archived games (1)").click()
    expect(row).not_to_contain_text("Your turn")
    row.get_by_role("button", name="Restore").click()
    expect(page.get_by_text("Archived games")).to_have_count(0)
    row.get_by_role("button", name="Archive").click()
    page.goto("/")
    expect(page.get_by_role("heading", name="Boards", exact=True)).to_be_visible()
    expect(page.get_by_role("heading", name="My games")).to_have_count(0)


def test_a_lesson_is_not_listed_as_a_game(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Learn in five minutes").click()
    expect(page.get_by_role("complementary", name="Lesson")).to_be_visible()
    page.goto("/games")
    expect(page.get_by_text("You have no games yet.")).to_be_visible()


def test_leaving_asks_in_a_dialog_of_the_page(page: Page) -> None:
    page.goto("/")
    table = make_table(page, "usa", [ME, BOT])
    page.goto(f"/table/{table}")
    page.get_by_role("button", name="Leave table").click()
    dialog = page.get_by_role("dialog", name="Leave the table?")
    dialog.get_by_role("button", name="Cancel").click()
    expect(dialog).to_have_count(0)
    page.get_by_role("button", name="Leave table").click()
    dialog.get_by_role("button", name="Leave table").click()
    expect(page.get_by_role("heading", name="Semafor")).to_be_visible()


def test_a_game_that_a_bot_finished_is_not_mine(page: Page) -> None:
    """A bot plays on for a player who left, and may win; the player has not won."""
    page.goto("/")
    table = make_table(page, "berlin", [ME, BOT], pieces={"tram": 5, "subway": 3})
    left = page.request.post(f"/api/tables/{table}/leave", data={})
    assert left.ok, left.text()
    page.goto(f"/table/{table}")
    title = page.locator("#score-title")
    expect(title).to_be_visible(timeout=180_000)
    expect(title).to_have_text(re.compile("A bot won in your place|wins"))


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (360, 640)])
def test_the_account_menu_is_on_every_page(new_page: NewPage, width: int, height: int) -> None:
    page = new_page(width, height)
    for path in PAGES:
        page.goto(path)
        page.get_by_role("button", name="Account", exact=True).click()
        expect(page.get_by_text("Playing as a guest")).to_be_visible()
        for name in ("My account", "My results", "Leaderboard", "Tournaments", "Map workshop"):
            expect(page.locator("header").get_by_role("link", name=name)).to_be_in_viewport(ratio=1)
        page.keyboard.press("Escape")
        expect(page.get_by_text("Playing as a guest")).to_be_hidden()
        expect(page.get_by_role("button", name="Account", exact=True)).to_be_focused()


def test_the_menu_shows_who_is_signed_in(page: Page) -> None:
    page.goto("/me")
    made = page.request.post("/api/me", data={"name": "Zofia", "language": "en", "device": "test"})
    assert made.ok, made.text()
    page.goto("/")
    page.get_by_role("button", name="Zofia").click()
    expect(page.get_by_text("Signed in as Zofia")).to_be_visible()
    page.get_by_role("link", name="Tournaments").click()
    expect(page).to_have_url(re.compile("/tournaments$"))


def test_an_unknown_address_says_so(page: Page) -> None:
    page.goto("/nowhere/at-all")
    expect(page.get_by_role("heading", name="Page not found")).to_be_visible()
    page.get_by_role("link", name="To the front page").click()
    expect(page.get_by_role("heading", name="Semafor")).to_be_visible()


def test_every_rule_has_an_address(page: Page) -> None:
    page.goto("/rules/BASE-16")
    rule = page.locator("article[id=BASE-16]")
    expect(rule).to_be_in_viewport()
    expect(rule).to_have_class(re.compile("asked"))
    expect(rule.get_by_role("link", name="BASE-16")).to_have_attribute("href", "/rules/BASE-16")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page).to_have_url(re.compile("/$"))


def test_enter_confirms_and_the_focus_stays_at_the_table(page: Page) -> None:
    page.goto("/")
    table = make_table(page, "usa", [ME, BOT])
    page.goto(f"/table/{table}")
    dialog = page.locator(".decision[role=dialog]")
    expect(dialog).to_be_focused()
    page.keyboard.press("Enter")  # nothing is selected yet
    for ticket in range(2):
        dialog.locator(".ticket").nth(ticket).focus()
        page.keyboard.press("Enter")
    expect(dialog.get_by_role("button", name="Keep 2 tickets")).to_be_enabled()
    page.keyboard.press("Enter")
    expect(dialog).to_have_count(0)
    expect(page.locator(".sentence.mine")).to_be_visible()
    page.wait_for_function("document.activeElement !== document.body")


def test_the_screen_behind_the_curtain_names_the_player(page: Page) -> None:
    page.goto("/")
    table = make_table(page, "usa", [ME, {"kind": "me", "name": "Zofia"}])
    page.goto(f"/table/{table}")
    expect(page.locator(".curtain")).to_be_visible()
    expect(page.locator(".sentence .words")).to_have_text("Ada, your turn")


def test_the_ticket_tool_leaves_the_map_as_it_is(page: Page) -> None:
    page.goto("/workshop/board")
    pane = page.locator(".pane")
    for tool in ("Select", "Place", "Route", "Ticket"):
        page.get_by_role("button", name=tool, exact=True).click()
        expect(pane).to_have_css("opacity", "1")
        expect(pane).to_have_css("stroke-dasharray", "none")

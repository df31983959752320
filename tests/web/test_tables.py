"""Friends, spectators, one screen for two, lost lines: what tables must bear."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.web.conftest import NewPage
from tests.web.playing import open_routes, play, sit_down
from tests.web.served import Served


def _new_table(page: Page, seats: list[str], board: str = "berlin") -> None:
    page.goto(f"/new/{board}")
    page.get_by_label("Number of players").select_option(str(len(seats)))
    for number, seat in enumerate(seats, start=1):
        page.get_by_label(f"Seat {number}", exact=True).select_option(seat)
    page.get_by_label("First player").select_option("Seat 1")
    page.get_by_role("button", name="Create table").click()
    page.wait_for_url(re.compile("/table/"))


def _hand(page: Page) -> str:
    return page.get_by_label("Your hand").inner_text()


def test_a_reload_in_mid_game_shows_the_same(page: Page) -> None:
    sit_down(page, "europe")
    open_routes(page)
    assert play(page, acts=12) == "enough"
    expect(page.locator(".sentence.mine")).to_be_visible()
    hand, tickets = _hand(page), page.get_by_label("Your tickets").inner_text()
    page.reload()
    expect(page.locator(".sentence.mine")).to_be_visible()
    assert _hand(page) == hand
    expect(page.get_by_label("Your tickets")).to_have_text(re.compile(tickets.split("\n")[0]))


def test_two_browsers_at_one_table(new_page: NewPage) -> None:
    host, guest = new_page(), new_page()
    _new_table(host, ["me", "friend"])
    link = host.get_by_label("Link").input_value()
    guest.goto(link)
    guest.get_by_label("Your name").fill("Zofia")
    guest.get_by_role("button", name="Sit here").click()
    expect(host.get_by_role("listitem").filter(has_text="Zofia")).to_be_visible()
    guest.get_by_text("Provably fair deal").click()  # the hashes of everyone who contributes to the deal
    expect(guest.locator("details code")).to_have_text(
        [re.compile("^[0-9a-f]{64}$"), *2 * [re.compile("^[0-9a-f]{16}$")]]
    )
    host.get_by_role("button", name="Start", exact=True).click()
    for page in (host, guest):
        page.locator(".decision .ticket").first.click()
        page.get_by_role("button", name="Keep 1 ticket").click()
    expect(host.locator(".sentence.mine")).to_be_visible()
    expect(guest.get_by_text("is thinking")).to_be_visible()
    host.keyboard.press("d")
    expect(host.get_by_text("Take a second card")).to_be_visible()
    host.keyboard.press("d")
    expect(guest.locator(".sentence.mine")).to_be_visible()


def test_a_spectator_sees_no_hand(new_page: NewPage) -> None:
    player, watcher = new_page(), new_page()
    sit_down(player, "berlin")
    watcher.goto(player.url)
    expect(watcher.get_by_text("You are watching.")).to_be_visible()
    expect(watcher.get_by_label("Your hand")).to_have_count(0)


def test_one_screen_for_two_has_a_curtain_between_the_hands(page: Page) -> None:
    _new_table(page, ["me", "here"])
    for _ in range(2):
        expect(page.get_by_text("Pass the screen.")).to_be_visible()
        expect(page.get_by_label("Your hand")).to_have_count(0)
        page.get_by_role("button", name="show my cards").click()
        page.locator(".decision .ticket").first.click()
        page.get_by_role("button", name="Keep 1 ticket").click()
    expect(page.get_by_text("Pass the screen.")).to_be_visible()


def test_a_restarted_server_is_found_again(page: Page, served: Served) -> None:
    sit_down(page, "berlin")
    open_routes(page)
    assert play(page, acts=6) == "enough"
    expect(page.locator(".sentence.mine")).to_be_visible()
    hand = _hand(page)
    page.wait_for_load_state("networkidle", timeout=120_000)  # a map that is still drawn would be refused
    served.stop()
    expect(page.get_by_text("Connection lost.")).to_be_visible()
    served.start()
    expect(page.get_by_text("Connection lost.")).to_have_count(0)
    assert _hand(page) == hand
    assert play(page, acts=4) in ("enough", "over")

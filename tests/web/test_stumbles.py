"""Where people stumbled: reasons on touch, a phone on its side, lent seats, stations, marks, scores."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.web.conftest import NewPage
from tests.web.playing import keep, sit_down
from tests.web.staged import Moment, make_table, sit_at

LONG_ROUTE = """
(least) => {
  const page = document.querySelector(".pane").getBoundingClientRect();
  const spaces = (route) => [...route.querySelectorAll("use[href*='space-'], use[href*='tunnel-']")];
  const routes = [...document.querySelectorAll(".pane .free")].map(spaces);
  const long = routes.filter((found) => found.length >= least).flat();
  const boxes = long.map((space) => space.getBoundingClientRect());
  const inside = boxes.find((box) => box.width && box.x > page.x + 20 && box.right < page.right - 80
    && box.y > page.y + 60 && box.bottom < page.bottom - 20);
  return inside ? [inside.x + inside.width / 2, inside.y + inside.height / 2] : null;
}
"""
FIRST_HAND = 4


def _sit(page: Page, board: str, players: int, moment: Moment) -> None:
    """Open a staged game at a given moment as the player who decides."""
    page.goto("/")
    sit_at(page, board, players, moment)
    page.locator(".curtain [data-confirm]").click()
    expect(page.locator(".sentence.mine")).to_be_visible()


def test_a_touched_route_says_why_it_cannot_be_claimed_until_dismissed(new_page: NewPage) -> None:
    page = new_page(390, 844, touch=True)
    sit_down(page, "europe")
    keep(page, 2)
    spot = page.evaluate(LONG_ROUTE, FIRST_HAND + 1)
    assert spot
    page.touchscreen.tap(*spot)
    card = page.get_by_role("region", name="Details")
    expect(card).to_contain_text(re.compile("You need .* more"))
    page.wait_for_timeout(1500)
    rule = card.get_by_role("button", name=re.compile("Rule BASE-1[015]")).first
    expect(rule).to_be_visible()
    rule.tap()
    page.get_by_role("dialog", name="Rules").get_by_role("button", name="Close").tap()
    card.get_by_role("button", name="Close").tap()
    expect(card).to_have_count(0)


def test_a_phone_on_its_side_has_a_board_and_everything_beside_it(new_page: NewPage) -> None:
    page = new_page(844, 390, touch=True)
    sit_down(page, "europe")
    keep(page, 2)
    board = page.locator(".pane").bounding_box()
    assert board
    assert board["height"] > 250
    for tab in ("Tickets", "Players", "Routes", "Log", "Chat", "Hand"):
        page.locator(".tabs").get_by_role("button", name=tab).tap()
    page.get_by_role("button", name=re.compile("Draw a card from the deck")).tap()
    expect(page.get_by_text("Take a second card")).to_be_visible()


FILLED = """
() => {
  const box = (one) => document.querySelector(one).getBoundingClientRect();
  const [pane, board] = [box(".pane"), box(".pane svg")];
  return board.width >= pane.width - 1 && board.height >= pane.height - 1;
}
"""


def test_the_board_fills_a_phone_and_its_spaces_can_be_seen(new_page: NewPage) -> None:
    page = new_page(390, 844, touch=True)
    sit_down(page, "europe")
    keep(page, 2)
    page.wait_for_function(FILLED)
    space = page.locator(".pane use[href*='space-']").first.evaluate(
        "e => e.getBoundingClientRect().toJSON()"
    )
    assert max(space["width"], space["height"]) > 12


def test_a_seat_that_a_bot_plays_is_offered_back_in_a_banner(new_page: NewPage) -> None:
    host, guest = new_page(), new_page()
    table = _two_friends(host, guest)
    assert host.request.post(f"/api/tables/{table}/leave", data={}).ok
    banner = host.get_by_role("alert").filter(has_text="A bot is playing for you")
    banner.get_by_role("button", name="Take my seat back").click()
    expect(banner).to_have_count(0)


def test_stations_have_a_button_a_key_a_list_and_lit_places(page: Page) -> None:
    sit_down(page, "europe")
    keep(page, 2)
    page.get_by_role("button", name="Build a station…").click()
    dialog = page.get_by_role("dialog", name="Where do you want to build?")
    expect(dialog.locator("[data-build]").nth(5)).to_be_visible()
    assert page.locator(".map .building").count() == dialog.locator("[data-build]").count()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    page.keyboard.press("s")
    dialog.locator("[data-build]").first.click()
    page.get_by_role("dialog", name="Build a station in").locator("[data-confirm]").click()
    expect(page.locator("[data-spot=log]")).to_contain_text("built a station")


def _two_friends(host: Page, guest: Page) -> str:
    """A table for two that has begun; its id."""
    host.goto("/")
    table = make_table(host, "berlin", [{"kind": "me", "name": "Ada"}, {"kind": "open"}])
    host.goto(f"/table/{table}")
    guest.goto(f"/table/{table}")
    guest.get_by_role("button", name=re.compile("Sit here")).click()
    expect(host.get_by_role("listitem").filter(has_text="Seat 2")).to_contain_text("here")
    host.get_by_role("button", name="Start", exact=True).click()
    expect(guest.locator(".decision[role=dialog]")).to_be_visible()
    return table


def test_what_was_said_has_a_mark_until_it_is_read(new_page: NewPage) -> None:
    host, guest = new_page(), new_page(390, 844, touch=True)
    _two_friends(host, guest)
    for page in (host, guest):
        page.locator(".decision .ticket").first.click()
        page.locator(".decision [data-confirm]").click()
    host.get_by_role("button", name="Chat").click()
    host.get_by_label("Write a message").fill("Good luck!")
    host.keyboard.press("Enter")
    chat = guest.locator(".tabs").get_by_role("button", name=re.compile("Chat"))
    expect(chat).to_contain_text("1 new")
    chat.tap()
    expect(guest.get_by_text("Good luck!")).to_be_visible()
    expect(chat).not_to_contain_text("new")


def test_the_score_sheet_has_the_focus_and_closes_with_escape(page: Page) -> None:
    page.goto("/")
    sit_at(page, "berlin", 2, lambda staged: staged.game.over)
    sheet = page.get_by_role("dialog").filter(has=page.locator("#score-title"))
    expect(sheet).to_be_focused()
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    expect(page.get_by_role("button", name="Show the score")).to_be_visible()


def test_zero_is_not_offered_as_a_number_of_tickets(page: Page) -> None:
    sit_down(page, "europe")
    expect(page.locator(".decision [data-confirm]")).to_have_text("Choose tickets")
    expect(page.locator(".decision")).not_to_contain_text("At least 0")


def test_dialogs_leave_market_and_players_in_sight(page: Page) -> None:
    sit_down(page, "europe")
    dialog = page.locator(".decision[role=dialog]").bounding_box()
    assert dialog
    for part in ("Market", "Players"):
        box = page.get_by_role("region", name=part).bounding_box()
        assert box
        assert box["y"] + box["height"] <= dialog["y"] + 1, part


def test_every_key_is_told(page: Page) -> None:
    sit_down(page, "europe")
    page.keyboard.press("?")
    sheet = page.get_by_role("dialog", name="Keys")
    expect(sheet).to_contain_text("Build a station")
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)


def test_the_front_page_answers_who_only_asks_for_its_head(page: Page) -> None:
    assert page.request.head("/").status == 200


def test_routes_that_help_a_ticket_shine_and_the_plan_can_be_drawn(page: Page) -> None:
    _sit(page, "europe", 3, lambda staged: staged.turns > 40 and staged.free and staged.offered("claim"))
    expect(page.locator(".map .offered").first).to_be_attached()
    page.keyboard.press("m")
    expect(page.get_by_role("button", name="My plan")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".map .plan").first).to_be_attached()


def test_a_draw_is_asked_about_where_that_is_wished(page: Page) -> None:
    sit_down(page, "berlin")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Confirm before drawing").check()
    page.keyboard.press("Escape")
    page.locator(".decision .ticket").first.click()
    page.locator(".decision [data-confirm]").click()
    expect(page.locator(".sentence.mine")).to_be_visible()
    page.keyboard.press("d")
    expect(page.locator(".sentence [data-confirm]")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".sentence [data-confirm]")).to_have_count(0)
    page.keyboard.press("d")
    page.locator(".sentence [data-confirm]").click()
    expect(page.get_by_text("Take a second card")).to_be_visible()


def test_a_choice_can_be_undone_before_anybody_knows_it(page: Page) -> None:
    sit_down(page, "berlin")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Give me three seconds").check()
    page.keyboard.press("Escape")
    page.locator(".decision .ticket").first.click()
    page.locator(".decision [data-confirm]").click()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".decision[role=dialog]")).to_be_visible()
    page.locator(".decision .ticket").nth(1).click()
    page.locator(".decision [data-confirm]").click()
    expect(page.get_by_role("list", name="Log")).to_contain_text("kept 1 ticket")


def test_a_replay_has_a_list_of_turns_and_keys(page: Page) -> None:
    page.goto("/")
    sit_at(page, "berlin", 2, lambda staged: staged.game.over)
    page.get_by_role("link", name="Replay").click()
    turns = page.get_by_role("region", name="Turns").get_by_role("button")
    expect(turns.nth(60)).to_be_attached()
    page.goto(f"{page.url}#step=40")
    page.reload()
    expect(page.get_by_role("slider")).to_have_value("40")
    turns.nth(20).click()
    expect(turns.nth(20)).to_have_attribute("aria-current", "step")
    page.keyboard.press("Home")
    expect(page.get_by_text("Step 0 of")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text("Step 1 of")).to_be_visible()
    page.keyboard.press("End")
    expect(page.get_by_text("The game is over.").first).to_be_visible()


def test_a_hand_is_hidden_while_others_move_at_one_screen(page: Page) -> None:
    page.goto("/")
    kinds = [{"kind": "me", "name": "Ada"}, {"kind": "me", "name": "Jan"}, {"kind": "bot"}]
    page.goto(f"/table/{make_table(page, 'berlin', kinds)}")
    for _ in range(2):
        page.locator(".curtain [data-confirm]").click()
        expect(page.locator("[data-spot=hand]")).to_be_visible()
        page.locator(".decision .ticket").first.click()
        page.locator(".decision [data-confirm]").click()
    expect(page.locator(".curtain")).to_be_visible()
    expect(page.locator("[data-spot=hand]")).to_have_count(0)


def test_my_games_know_a_seat_from_another_device(new_page: NewPage) -> None:
    here, there = new_page(), new_page()
    here.goto("/")
    made = here.request.post(
        "/api/tables",
        data={"board": "usa", "seats": [{"kind": "me", "name": "Ada"}, {"kind": "bot"}], "start": True},
    ).json()
    there.goto(f"/table/{made['table']['id']}#key={made['keys'][0]['key']}")
    expect(there.locator(".decision[role=dialog]")).to_be_visible()
    there.goto("/games")
    expect(there.get_by_role("listitem").filter(has_text="USA")).to_contain_text("Your turn")


def test_an_invitation_to_this_machine_alone_says_so(page: Page) -> None:
    page.goto("/")
    page.goto(f"/table/{make_table(page, 'usa', [{'kind': 'me', 'name': 'Ada'}, {'kind': 'friend'}])}")
    expect(page.get_by_text("You are Ada on seat 1.")).to_be_visible()
    expect(page.get_by_text("This link only works on this computer.")).to_be_visible()
    expect(page.get_by_label("Command")).to_have_value(re.compile("--host"))

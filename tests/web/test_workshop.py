"""The workshop: a board drawn by keys and played, one that outlives its tab, one drawn by touch."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.web.conftest import NewPage

PLACES = ("Alder", "Birch", "Cedar", "Elm")
ROUTES = (("Alder", "Birch"), ("Birch", "Cedar"), ("Cedar", "Elm"), ("Elm", "Alder"))
TICKETS = (("Alder", "Cedar"), ("Birch", "Elm"), ("Alder", "Elm"), ("Alder", "Birch"))


def begin(page: Page) -> None:
    """An empty sheet on the table."""
    page.goto("/workshop")
    page.get_by_label("Region").select_option("empty")
    page.get_by_role("button", name="Start").press("Enter")
    expect(page.locator(".map svg")).to_be_visible()


def add_place(page: Page, name: str) -> None:
    page.get_by_role("button", name="Add a place").press("Enter")
    expect(page.get_by_label("Name in English")).to_be_focused()
    page.keyboard.type(name)
    expect(page.get_by_role("list", name="Places").get_by_role("button", name=name)).to_be_visible()


def join(page: Page, a: str, b: str, button: str) -> None:
    page.get_by_role("combobox", name="From").select_option(label=a)
    page.get_by_role("combobox", name="To").select_option(label=b)
    page.get_by_role("button", name=re.compile(button)).press("Enter")


def turn_to(page: Page, part: str) -> None:
    page.get_by_role("group", name="Sections of the board").get_by_role("button", name=part).press("Enter")


def test_a_board_is_drawn_by_keys_and_played(page: Page) -> None:
    begin(page)
    step = page.locator(".status.next")  # an empty board has no faults
    expect(step).to_have_text("First, add places to the map.")
    for name in PLACES:
        add_place(page, name)
    expect(step).to_have_text("Add routes between the places.")
    turn_to(page, "Routes")
    for a, b in ROUTES:
        join(page, a, b, "Add route")
    turn_to(page, "Tickets")
    for a, b in TICKETS:
        join(page, a, b, "Add ticket")
    expect(page.locator(".status.good")).to_contain_text("Ready to play")
    # The finished drawing comes by itself; only that one has a cartouche.
    expect(page.locator(".map svg")).to_contain_text("A Railway Map")
    tickets = page.get_by_role("list", name="Tickets").get_by_role("button")
    page.get_by_role("button", name="Undo").press("Enter")
    expect(tickets).to_have_count(len(TICKETS) - 1)
    page.keyboard.press("Control+y")
    expect(tickets).to_have_count(len(TICKETS))
    page.get_by_role("button", name="Play it").press("Enter")
    expect(page).to_have_url(re.compile("/table/"))
    expect(page.get_by_role("heading", name="Which tickets will you keep?")).to_be_visible()


def test_a_board_outlives_its_tab(page: Page) -> None:
    begin(page)
    add_place(page, "Hazel")
    page.get_by_label("Find a city").press_sequentially("Lizb")
    page.get_by_role("option", name="Lisbon Portugal").click()
    expect(page.get_by_label("Name in Polish")).to_have_value("Lizbona")
    page.goto("/")
    page.goto("/workshop")
    page.get_by_role("button", name="Continue drawing").click()
    expect(page.get_by_role("list", name="Places").get_by_role("button", name="Hazel")).to_be_visible()
    page.get_by_role("button", name="Undo").click()  # the undo history survives, too
    page.get_by_role("button", name="Redo").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save").click()
    assert 'en = "Hazel"' in download.value.path().read_text(encoding="utf-8")


def test_a_card_game_is_changed_and_played(page: Page) -> None:
    page.goto("/workshop")
    page.get_by_role("combobox", name="Board", exact=True).select_option(label="The Card Game")
    page.get_by_role("button", name="Make a copy", exact=True).click()
    turn_to(page, "Tickets")
    page.get_by_role("list", name="Tickets").get_by_role("button").first.click()
    green = page.get_by_role("group", name="green")
    green.get_by_role("button", name="one more").click()
    expect(green).to_contain_text("1")
    turn_to(page, "Game")
    page.get_by_label("Wild cards dealt in addition").fill("2")
    page.get_by_role("button", name="Remove").first.click()
    expect(page.locator(".status.good")).to_be_visible()
    page.get_by_role("button", name="Play it").click()
    expect(page).to_have_url(re.compile("/table/"))
    expect(page.get_by_role("heading", name="Which tickets will you keep?")).to_be_visible()


def test_two_touches_lay_a_route_and_a_place_is_dragged(new_page: NewPage) -> None:
    page = new_page(390, 844, touch=True)
    begin(page)
    box = page.locator(".pane").bounding_box()
    assert box is not None
    spots = [
        (box["x"] + box["width"] * x, box["y"] + box["height"] * y) for x, y in ((0.3, 0.45), (0.7, 0.6))
    ]
    page.get_by_role("button", name="Place", exact=True).tap()
    for spot in spots:
        page.touchscreen.tap(*spot)
    page.get_by_role("button", name="Route", exact=True).tap()
    for spot in spots:
        page.touchscreen.tap(*spot)
    routes = page.get_by_role("group", name="Sections of the board").get_by_role("button", name="Routes")
    expect(routes).to_contain_text("1")
    before = page.evaluate("JSON.parse(localStorage['semafor.workshop']).sketch.places[0].lon")
    page.mouse.move(*spots[0])
    page.mouse.down()
    page.mouse.move(spots[0][0] + 40, spots[0][1] - 20, steps=4)
    page.mouse.up()
    after = page.evaluate("JSON.parse(localStorage['semafor.workshop']).sketch.places[0].lon")
    assert after > before


def test_two_fingers_zoom_the_sheet(new_page: NewPage) -> None:
    page = new_page(390, 844, touch=True)
    begin(page)
    box = page.locator(".pane").bounding_box()
    assert box is not None
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    before = page.locator(".map svg").bounding_box()
    assert before is not None
    fingers = page.context.new_cdp_session(page)
    for kind, apart in (("touchStart", 40), ("touchMove", 70), ("touchMove", 110), ("touchEnd", 0)):
        points = [{"x": middle[0] + side * apart, "y": middle[1]} for side in (-1, 1)] if apart else []
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    after = page.locator(".map svg").bounding_box()
    assert after is not None
    assert after["width"] > 1.5 * before["width"]

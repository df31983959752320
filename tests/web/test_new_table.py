"""Making a table: own board files, options of the game, teams before the start."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from semafor.boards import load_board
from semafor.boards.write import format_board
from tests.web.conftest import NewPage
from tests.web.playing import play

SIDEWAYS = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
BERLIN = format_board(load_board("berlin"))


def _file(folder: Path, text: str) -> Path:
    path = folder / "my-board.toml"
    path.write_text(text, encoding="utf-8")
    return path


def _own_board(page: Page) -> Locator:
    page.goto("/new/europe")
    page.get_by_label(re.compile("^Board")).select_option("my own board file…")
    expect(page.get_by_role("button", name="Create table")).to_be_disabled()
    return page.locator("input[type=file]")


def _open(page: Page) -> dict[str, object]:
    """Open the table; the options of its board."""
    page.get_by_role("button", name="Create table").click()
    page.wait_for_url(re.compile("/table/"))
    answer = page.request.get(f"/api/tables/{page.url.rsplit('/', 1)[1]}/board", timeout=120_000).json()
    return dict(answer["board"]["options"])


@pytest.mark.parametrize("width", [360, 1440])
def test_faults_of_a_board_file_are_told_with_their_lines(
    new_page: NewPage, tmp_path: Path, width: int
) -> None:
    page = new_page(width, 740)
    text = BERLIN.replace('colour = "orange"', 'colour = "pink"', 2)
    line = text[: text.index("pink")].count("\n") + 1
    _own_board(page).set_input_files(_file(tmp_path, text))
    faults = page.get_by_role("alert")
    expect(faults).to_contain_text("2 problems to fix")
    expect(faults.locator("li").first).to_contain_text(f"Line {line}")
    expect(faults.locator("li").first).to_contain_text("'pink' is not allowed here")
    assert not page.evaluate(SIDEWAYS)
    page.get_by_role("button", name="Polski").click()
    expect(faults).to_contain_text("2 błędy do poprawienia")
    expect(faults.locator("li").first).to_contain_text(f"Wiersz {line}")
    expect(faults.locator("li").first).to_contain_text("'pink': tego tu być nie może; oczekiwano: jedno z")


def test_what_is_no_board_at_all_is_refused_too(page: Page, tmp_path: Path) -> None:
    choice = _own_board(page)
    choice.set_input_files(_file(tmp_path, "title = \nboard = 1\n"))
    expect(page.get_by_role("alert")).to_contain_text("Line 1")
    choice.set_input_files(_file(tmp_path, "#" * 300_000))
    expect(page.get_by_role("alert")).to_contain_text("too large")
    expect(page.get_by_role("button", name="Create table")).to_be_disabled()


def test_a_good_board_file_is_shown_and_played(page: Page, tmp_path: Path) -> None:
    text = BERLIN.replace('en = "Berlin"', 'en = "Our Berlin"', 1)
    assert text != BERLIN
    _own_board(page).set_input_files(_file(tmp_path, text))
    own = page.get_by_role("region", name="Your own board")
    expect(own).to_contain_text("Our Berlin is a valid board.")
    expect(own).to_contain_text("21 places, 48 routes, 22 tickets")
    expect(own.locator("svg path").first).to_be_attached()
    page.get_by_label("Number of players").select_option("2")
    page.get_by_label("Seat 2", exact=True).select_option("easy bot")
    _open(page)
    expect(page.get_by_role("heading", name="Our Berlin")).to_be_visible()
    assert play(page, acts=6) == "enough"


def test_a_board_file_can_be_dropped(page: Page) -> None:
    _own_board(page)
    drop = """(text) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], "dropped.toml"));
      document.querySelector(".drop").dispatchEvent(new DragEvent("drop", {dataTransfer, bubbles: true}));
    }"""
    page.evaluate(drop, BERLIN)
    expect(page.get_by_text("dropped.toml")).to_be_visible()
    expect(page.get_by_text("Berlin is a valid board.")).to_be_visible()


def test_options_of_the_game_are_played(page: Page) -> None:
    page.goto("/new/europe")
    expect(page.get_by_label("Stations")).to_be_hidden()
    page.get_by_text("More options").click()
    page.get_by_label("Stations").select_option("none")
    page.get_by_label("Length of the game").select_option("short: 30 trains")
    page.get_by_label("Bonus for the longest route").select_option("none")
    page.get_by_label("Delay for spectators").select_option("5 minutes")
    expect(page.get_by_text("4 changed")).to_be_visible()
    page.get_by_label("Seat 2", exact=True).select_option("easy bot")
    options = _open(page)
    assert options.get("stations") is None
    assert options["pieces"] == {"train": 30}
    assert not options.get("longest_bonus")
    table = page.request.get(f"/api/tables/{page.url.rsplit('/', 1)[1]}").json()
    assert table["spectator_delay"] == 300
    expect(page.locator(".decision[role=dialog]")).to_be_visible()
    expect(page.get_by_title("30 trains").first).to_be_visible()
    expect(page.get_by_title(re.compile("station"))).to_have_count(0)


@pytest.mark.parametrize("board", ["usa", "berlin", "iberia", "asia", "cardgame"])
def test_the_server_takes_every_answer_of_a_board(page: Page, board: str) -> None:
    page.goto(f"/new/{board}")
    page.get_by_text("More options").click()
    for question in page.locator("details select").all():
        question.select_option(index=question.locator("option").count() - 1)
        if "(usual)" in str(question.locator("option:checked").text_content()):
            question.select_option(index=0)
    page.get_by_label("Seat 2", exact=True).select_option("a friend with the link")
    _open(page)
    expect(page.get_by_role("heading", name="Your table is ready")).to_be_visible()


def test_options_by_keyboard_on_a_polish_phone(new_page: NewPage) -> None:
    page = new_page(360, 740, touch=True, locale="pl")
    page.goto("/new/cardgame")
    page.get_by_text("Więcej opcji").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_label("Podgląd własnych torów")).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(page.get_by_text("1 zmieniona")).to_be_visible()
    assert not page.evaluate(SIDEWAYS)


def test_partners_are_seen_before_the_start(new_page: NewPage) -> None:
    host, guest = new_page(), new_page(360, 740, touch=True)
    host.goto("/new/asia")
    host.get_by_label("Number of players").select_option("4")
    for number, seat in enumerate(("me", "medium bot", "medium bot", "a friend with the link"), start=1):
        host.get_by_label(f"Seat {number}", exact=True).select_option(seat)
    host.get_by_role("button", name="Create table").click()
    teams = [host.get_by_role("region", name=f"Team {number}") for number in (1, 2)]
    expect(teams[0]).to_contain_text("you")
    expect(teams[0].get_by_role("listitem")).to_have_count(2)
    guest.goto(host.get_by_label("Link").input_value())
    second = guest.get_by_role("region", name="Team 2")
    expect(second).to_contain_text("reserved for a friend")
    assert not guest.evaluate(SIDEWAYS)
    guest.get_by_label("Your name").fill("Zofia")
    second.get_by_role("button", name="Sit here").tap()
    expect(teams[1]).to_contain_text("Zofia")
    colours = "e => getComputedStyle(e).borderLeftColor"
    assert teams[0].evaluate(colours) != teams[1].evaluate(colours)

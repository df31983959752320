"""Every screen of the client, one after another: for the pictures of `make screenshots` and for axe.

A journey leads pages from screen to screen and yields each with its name. All seats of its tables are
played from one browser and the deals are given, so that the same is seen every time, whatever bots learn.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from playwright.sync_api import Page, WebSocketRoute, expect

from web.conftest import NewPage
from web.playing import play

Screens = Iterator[tuple[str, Page]]
Journey = Callable[[NewPage], Screens]
NAMES = ("Ada", "Zofia", "Jan", "Łucja")
REMEMBER = "localStorage['semafor.settings'] ??= JSON.stringify({name: 'Ada'})"
DIALOG = ".decision[role=dialog]"


def _page(new_page: NewPage) -> Page:
    page = new_page()
    page.add_init_script(REMEMBER)
    page.goto("/")
    return page


def _make(page: Page, board: str, seats: list[dict[str, str]], seed: str = "1") -> None:
    """Make a table over HTTP, with the deal of a seed, and go there."""
    plan = {"board": board, "seats": seats, "seed": seed, "first": 0}
    plan["start"] = all(seat["kind"] in ("me", "bot") for seat in seats)
    answer = page.request.post("/api/tables", data=plan)
    assert answer.ok, answer.text()
    page.goto(f"/table/{answer.json()['table']['id']}")


def _sit(new_page: NewPage, board: str, players: int, seed: str = "1") -> Page:
    """A page at a table whose players all sit at this screen; the first one looks."""
    page = _page(new_page)
    _make(page, board, [{"kind": "me", "name": name} for name in NAMES[:players]], seed)
    _look(page)
    return page


def _look(page: Page) -> None:
    """Wait until somebody is to decide, and let them see their hand."""
    expect(page.locator(".sentence.mine, .curtain").first).to_be_visible()
    curtain = page.locator(".curtain [data-confirm]")
    if curtain.count():
        curtain.click()
    expect(page.locator(".curtain")).to_have_count(0)


def _open_list(page: Page, *, routes: bool) -> None:
    """Open the list of routes, to claim from, or the log again; the Card Game has only the log."""
    lists = page.locator(".side-tabs button")
    if lists.count() == 3:
        # Also where a decision lies on it.
        lists.nth(1 if routes else 0).evaluate("button => button.click()")


def _play_to(page: Page, words: str) -> None:
    """Play until this is said."""
    _open_list(page, routes=True)
    assert play(page, until=words) == "there", words
    _open_list(page, routes=False)


def _middle_of(page: Page, acts: int) -> None:
    """Play for a while, then until somebody has the whole choice."""
    _open_list(page, routes=True)
    assert play(page, acts=acts) == "enough"
    _look(page)
    _open_list(page, routes=False)


def lobby(new_page: NewPage) -> Screens:
    """What there is without a table."""
    page = _page(new_page)
    expect(page.locator(".boards svg").nth(5)).to_be_visible()
    yield "home", page
    page.get_by_role("button", name="Settings").click()
    yield "settings", page
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Rules").click()
    page.get_by_label("Search the rules").fill("tunnel")
    expect(page.locator("article").first).to_be_visible()
    yield "rules", page
    page.goto("/new/asia")
    expect(page.get_by_label("Seat 4", exact=True)).to_be_visible()
    yield "new-table", page
    page.goto("/table/nowhere")
    expect(page.get_by_text("This table does not exist")).to_be_visible()
    yield "no-such-table", page


def friends(new_page: NewPage) -> Screens:
    """A table that waits for friends, seen by its host and by somebody with the link."""
    host, guest = _page(new_page), _page(new_page)
    _make(host, "usa", [{"kind": "me", "name": "Ada"}, {"kind": "friend"}, {"kind": "open"}, {"kind": "bot"}])
    link = host.get_by_label("Link").first.input_value()
    expect(host.get_by_label("Link").first).to_be_visible()
    yield "waiting-room", host
    guest.goto(link)
    expect(guest.get_by_role("button", name="Sit here").first).to_be_visible()
    yield "invited", guest
    host.goto("/games")
    expect(host.locator("main li").first).to_be_visible()
    yield "my-games", host


def europe(new_page: NewPage) -> Screens:
    """One screen for three: curtain, tickets, payment, tunnel; and who watches."""
    page = _page(new_page)
    _make(page, "europe", [{"kind": "me", "name": name} for name in NAMES[:3]])
    expect(page.locator(".curtain")).to_be_visible()
    yield "curtain", page
    _look(page)
    page.locator(".decision .ticket").first.click()
    yield "tickets", page
    _middle_of(page, 150)
    yield "table-europe", page
    spectator = _page(new_page)
    spectator.goto(page.url)
    expect(spectator.get_by_text("You are watching.")).to_be_visible()
    yield "spectator", spectator
    _play_to(page, "you can claim now")
    _open_list(page, routes=True)
    page.locator("[data-claim]").last.click()
    expect(page.locator(DIALOG)).to_be_visible()
    yield "payment", page
    _play_to(page, "Pay: ")
    yield "tunnel", page


def usa(new_page: NewPage) -> Screens:
    """A table of four, and its line lost."""
    page = _page(new_page)
    lines: list[WebSocketRoute] = []
    broken = False

    def connect(line: WebSocketRoute) -> None:
        if broken:
            line.close(code=1012)
        else:
            lines.append(line)
            line.connect_to_server()

    page.route_web_socket(re.compile("/live$"), connect)
    _make(page, "usa", [{"kind": "me", "name": name} for name in NAMES])
    _look(page)
    _middle_of(page, 190)
    yield "table-usa", page
    broken = True
    lines[-1].close(code=1012)
    expect(page.get_by_text("Connection lost.")).to_be_visible()
    yield "connection-lost", page


def berlin(new_page: NewPage) -> Screens:
    """A short game with bots to its score sheet, and its replay."""
    page = _page(new_page)
    _make(page, "berlin", [{"kind": "me", "name": "Ada"}, {"kind": "bot"}, {"kind": "bot"}])
    _look(page)
    _middle_of(page, 20)
    yield "table-berlin", page
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Hints").check()
    page.keyboard.press("Escape")
    page.keyboard.press("h")
    expect(page.get_by_text("A bot would:")).to_be_visible()
    yield "hint", page
    _open_list(page, routes=True)
    assert play(page) == "over"
    yield "score-sheet", page
    page.get_by_role("link", name="Replay").click()
    expect(page.get_by_text(re.compile(r"Step 0 of [1-9]"))).to_be_visible()
    page.get_by_role("button", name="To the end").click()
    expect(page.get_by_text("The game is over.")).to_be_visible()
    yield "replay", page


def iberia(new_page: NewPage) -> Screens:
    """The draft and the festivals."""
    page = _sit(new_page, "iberia", 3)
    page.locator(".decision .ticket").first.click()
    yield "draft", page
    _middle_of(page, 170)
    yield "table-iberia", page
    _play_to(page, "Which festival?")
    yield "festival", page


def asia(new_page: NewPage) -> Screens:
    """Teams, their racks, and cards that must be put somewhere."""
    page = _sit(new_page, "asia", 4)
    _play_to(page, "Which ticket goes on the rack?")
    yield "rack-ticket", page
    _play_to(page, "Where does this card go?")
    yield "put-card", page
    _middle_of(page, 240)
    yield "table-asia", page


def cardgame(new_page: NewPage) -> Screens:
    """The Card Game: rows, a robbery, the scoring."""
    page = _sit(new_page, "cardgame", 3)
    _play_to(page, "Train robbery!")
    _look(page)
    yield "table-cardgame", page
    _play_to(page, "Place cards…")
    page.locator("[data-place]").click()
    yield "place-cards", page
    _play_to(page, "Which tickets do you complete?")
    yield "scoring", page


def lesson(new_page: NewPage) -> Screens:
    """The lesson: at a ticket, and at a route."""
    page = _page(new_page)
    page.get_by_role("button", name="Learn in five minutes").click()
    card = page.get_by_role("complementary", name="Lesson")
    card.get_by_role("button", name="Go on").click()
    expect(page.locator(".ring")).to_be_visible()
    yield "lesson", page
    page.locator(".decision .ticket").first.click()
    page.get_by_role("button", name="Keep 1 ticket").click()
    for _ in range(2):
        card.get_by_role("button", name="Go on").click()
    page.get_by_role("button", name="Take black from the market").click()
    page.get_by_role("button", name="Draw a card from the deck").click()
    card.get_by_role("button", name="Go on").click()
    page.get_by_role("button", name="Take bicycle from the market").first.click()
    expect(page.locator(".pointed rect").first).to_be_visible()
    expect(page.locator(".sentence.mine")).to_be_visible()
    yield "lesson-route", page


JOURNEYS: tuple[Journey, ...] = (lobby, friends, europe, usa, berlin, iberia, asia, cardgame, lesson)

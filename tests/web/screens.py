"""Every screen of the client, one after another: for the pictures of `make screenshots` and for axe.

A journey leads pages from screen to screen and yields each with its name.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator

from playwright.sync_api import Page, WebSocketRoute, expect

from semafor.events import Robbed
from semafor.moves import Claim
from semafor.server.messages import Status
from tests.web.club_pages import (
    NOTICES,
    SETTINGS,
    club_table,
    memory_page,
    pair_page,
    tell,
    tournament_page,
)
from tests.web.conftest import NewPage
from tests.web.playing import open_routes
from tests.web.staged import Moment, Staged, make_table, sit_at

Screens = Iterator[tuple[str, Page]]
Journey = Callable[[NewPage], Screens]
NETWORK = "http://192.168.1.20:8000"
"""The network address announced by a server."""
TOLD = 120_000
"""Milliseconds allowed for a review on a busy machine."""
INSTALLABLE = "dispatchEvent(Object.assign(new Event('beforeinstallprompt'), {prompt: async () => {}}))"
REMEMBER = "localStorage['semafor.settings'] ??= JSON.stringify({name: 'Ada'})"


def _page(new_page: NewPage, locale: str = "en") -> Page:
    page = new_page(locale=locale)
    page.add_init_script(REMEMBER)
    page.goto("/")
    return page


def _sit(page: Page, board: str, players: int, moment: Moment) -> Staged:
    """Open a game at a given moment as the player who decides."""
    staged = sit_at(page, board, players, moment)
    page.locator(".curtain [data-confirm]").click()
    expect(page.locator(".sentence.mine")).to_be_visible()
    return staged


def _after(turns: int) -> Moment:
    """Return whether a route can be claimed after a number of turns."""
    return lambda staged: staged.turns >= turns and staged.free and staged.offered("claim")


def lobby(new_page: NewPage) -> Screens:
    """Screens without a table."""
    page = _page(new_page)
    expect(page.locator(".boards svg").nth(5)).to_be_visible(timeout=TOLD)
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
    page.get_by_text("More options").click()
    yield "table-options", page
    page.goto("/table/nowhere")
    expect(page.get_by_text("This table doesn't exist")).to_be_visible()
    yield "no-such-table", page


def friends(new_page: NewPage) -> Screens:
    """A waiting room, seen by its host and by a guest with the link."""
    host, guest = _page(new_page), _page(new_page)
    kinds = [{"kind": "me", "name": "Ada"}, {"kind": "friend"}, {"kind": "open"}, {"kind": "bot"}]
    host.goto(f"/table/{make_table(host, 'usa', kinds)}")
    link = host.get_by_label("Link", exact=True).input_value()
    expect(host.get_by_label("Link", exact=True)).to_be_visible()
    yield "waiting-room", host
    host.route("**/api/network", lambda route: route.fulfill(json={"address": NETWORK, "open": True}))
    host.reload()
    expect(host.get_by_role("img", name="QR code of the link")).to_be_visible()
    yield "waiting-room-open", host
    guest.goto(link)
    expect(guest.get_by_role("button", name="Sit here").first).to_be_visible()
    yield "invited", guest
    host.goto("/games")
    expect(host.locator("main li").first).to_be_visible()
    yield "my-games", host


def europe(new_page: NewPage) -> Screens:
    """Three players on one screen: curtain, tickets, payment, tunnel; and a spectator."""
    page = _page(new_page)
    sit_at(page, "europe", 3, lambda staged: staged.offered("keep"))
    expect(page.locator(".curtain")).to_be_visible()
    yield "curtain", page
    page.locator(".curtain [data-confirm]").click()
    page.locator(".decision .ticket").first.click()
    yield "tickets", page
    _sit(page, "europe", 3, _after(75))
    yield "table-europe", page
    spectator = _page(new_page)
    spectator.goto(page.url)
    expect(spectator.get_by_text("You are watching.")).to_be_visible()
    yield "spectator", spectator
    page.keyboard.press("s")
    expect(page.get_by_role("dialog", name="Where do you want to build?")).to_be_visible()
    yield "stations", page
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    yield "keys", page
    page.keyboard.press("Escape")
    _sit(page, "europe", 3, _after(12))
    page.keyboard.press("m")
    open_routes(page)
    page.locator("[data-facts]").first.click()
    expect(page.get_by_role("region", name="Details")).to_be_visible()
    yield "facts", page
    route, _ = most_ways(_sit(page, "europe", 3, lambda staged: most_ways(staged)[1] > 3))
    open_routes(page)
    yield "routes", page
    page.locator(f'[data-claim="{route}"]').click()
    expect(page.get_by_role("dialog", name="Claim")).to_be_visible()
    yield "payment", page
    _sit(page, "europe", 3, lambda staged: staged.offered("pay"))
    expect(page.get_by_role("dialog", name="Tunnel")).to_be_visible()
    yield "tunnel", page


def most_ways(staged: Staged) -> tuple[str, int]:
    """Return the route with the most possible payments, and their number."""
    moves = staged.game.moves(staged.seat) if staged.free else []
    ways = Counter(move.route for move in moves if isinstance(move, Claim))
    return ways.most_common(1)[0] if ways else ("", 0)


def usa(new_page: NewPage) -> Screens:
    """A table of four, and the same with a lost connection."""
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
    _sit(page, "usa", 4, _after(90))
    yield "table-usa", page
    broken = True
    lines[-1].close(code=1012)
    expect(page.get_by_text("Connection lost.")).to_be_visible()
    yield "connection-lost", page


def berlin(new_page: NewPage) -> Screens:
    """A table, a hint, the score sheet, and the replay."""
    page = _page(new_page)
    _sit(page, "berlin", 3, _after(40))
    yield "table-berlin", page
    page.keyboard.press("h")
    expect(page.get_by_text("Try this:")).to_be_visible()
    yield "hint", page
    sit_at(page, "berlin", 3, lambda staged: staged.game.over)
    expect(page.get_by_role("row", name="Total")).to_be_visible()
    yield "score-sheet", page
    page.get_by_role("link", name="Replay").click()
    expect(page.get_by_text(re.compile(r"Step 0 of [1-9]"))).to_be_visible()
    page.get_by_role("button", name="Last step").click()
    expect(page.get_by_text("The game is over.")).to_be_visible()
    yield "replay", page


def iberia(new_page: NewPage) -> Screens:
    """The draft and the festivals."""
    page = _page(new_page)
    _sit(page, "iberia", 3, lambda staged: staged.offered("pick"))
    page.locator(".decision .ticket").first.click()
    yield "draft", page
    _sit(page, "iberia", 3, _after(60))
    yield "table-iberia", page
    _sit(page, "iberia", 3, lambda staged: staged.turns > 30 and staged.offered("festival"))
    expect(page.get_by_role("dialog", name="Which festival?")).to_be_visible()
    yield "festival", page
    sit_at(page, "iberia", 3, lambda staged: staged.game.over)
    expect(page.get_by_role("table", name="Festivals")).to_be_visible()
    yield "festival-sets", page


def asia(new_page: NewPage) -> Screens:
    """Teams, racks, and drawn cards to be placed."""
    page = _page(new_page)
    _sit(page, "asia", 4, lambda staged: staged.offered("rack"))
    expect(page.get_by_role("dialog", name="Which ticket should go on the rack?")).to_be_visible()
    yield "rack-ticket", page
    _sit(page, "asia", 4, lambda staged: staged.turns > 20 and staged.offered("put"))
    expect(page.get_by_role("dialog", name="Where should this card go?")).to_be_visible()
    yield "put-card", page
    _sit(page, "asia", 4, _after(70))
    yield "table-asia", page
    page.get_by_role("button", name="Share tickets…").click()
    expect(page.get_by_role("dialog", name="Share tickets")).to_be_visible()
    yield "share-tickets", page


def cardgame(new_page: NewPage) -> Screens:
    """The Card Game: a robbery, rows, the scoring."""
    page = _page(new_page)
    _sit(page, "cardgame", 3, lambda staged: staged.turns > 25 and _robbed(staged))
    yield "table-cardgame", page
    _sit(page, "cardgame", 3, lambda staged: len(staged.offered("place")) > 3)
    page.locator("[data-place]").click()
    page.locator(".decision [aria-pressed=false]").first.click()
    yield "place-cards", page
    _sit(page, "cardgame", 3, lambda staged: staged.offered("complete"))
    expect(page.get_by_role("dialog", name="Which tickets will you complete?")).to_be_visible()
    yield "scoring", page


def _robbed(staged: Staged) -> bool:
    return any(isinstance(event, Robbed) for event in staged.last)


def story(new_page: NewPage) -> Screens:
    """Screens after the game: the review, one of its moments, and the map."""
    page = _page(new_page)
    _finish(page)
    yield from _after_the_end(page)


def story_in_polish(new_page: NewPage) -> Screens:
    """The same in Polish; the sheet covers the language button, so the page is opened in Polish."""
    page = _page(new_page, "pl")
    _finish(page)
    for name, screen in _after_the_end(page):
        yield f"{name}-polish", screen


def _finish(page: Page) -> None:
    sit_at(page, "berlin", 2, lambda staged: staged.game.over, pieces={"tram": 8, "subway": 4})


def _after_the_end(page: Page) -> Screens:
    sheet = page.locator(".sheet[role=dialog]")
    tabs = sheet.locator(".tabs button")
    tabs.nth(1).click()
    expect(sheet.locator("article, .numbers").first).to_be_visible(timeout=TOLD)
    yield "story", page
    sheet.locator(".moments button").first.click()
    expect(sheet.locator("article .map svg").first).to_be_visible()
    yield "story-moment", page
    tabs.nth(2).click()
    expect(sheet.locator("ol button").first).to_be_visible()
    yield "final-map", page


def lesson(new_page: NewPage) -> Screens:
    """The lesson: at a ticket, and at a route."""
    page = _page(new_page)
    page.get_by_role("button", name="Learn in five minutes").click()
    card = page.get_by_role("complementary", name="Lesson")
    card.get_by_role("button", name="Continue").click()
    expect(page.locator(".ring")).to_be_visible()
    yield "lesson", page
    page.locator(".decision .ticket").first.click()
    page.get_by_role("button", name="Keep 1 ticket").click()
    for _ in range(2):
        card.get_by_role("button", name="Continue").click()
    page.get_by_role("button", name="Take black from the market").click()
    page.get_by_role("button", name="Draw a card from the deck").click()
    card.get_by_role("button", name="Continue").click()
    page.get_by_role("button", name="Take bicycle from the market").first.click()
    expect(page.locator(".pointed rect").first).to_be_visible()
    expect(page.locator(".sentence.mine")).to_be_visible()
    yield "lesson-route", page


def workshop(new_page: NewPage) -> Screens:
    """The workshop: overview, city search, a finished board with a route, game options, notes."""
    page = _page(new_page)
    page.goto("/workshop")
    expect(page.get_by_role("heading", name="Map workshop")).to_be_visible()
    yield "workshop", page
    page.get_by_label("Region").select_option("iberia")
    page.get_by_role("button", name="Start").click()
    for typed in ("Madrid", "Lisb", "Barc"):
        page.get_by_label("Find a city").press_sequentially(typed)
        page.get_by_role("option").first.click()
    page.get_by_label("Find a city").press_sequentially("Val")
    expect(page.get_by_role("option").first).to_be_visible()
    expect(page.locator(".map svg")).to_contain_text("Barcelona")  # drawn
    yield "workshop-cities", page
    page.on("dialog", lambda dialog: dialog.accept())  # the board on the table is replaced
    page.goto("/workshop")
    page.get_by_role("combobox", name="Board").select_option("berlin")
    page.get_by_role("button", name="Make a copy", exact=True).click()
    expect(page.locator(".map svg")).to_contain_text("BERLIN (COPY)")  # finished
    parts = page.get_by_role("group", name="Sections of the board").get_by_role("button")
    parts.filter(has_text="Routes").click()
    page.get_by_role("list", name="Routes").get_by_role("button").first.click()
    yield "table-workshop", page
    parts.filter(has_text="Game").click()
    yield "workshop-game", page
    parts.filter(has_text="Tickets").click()
    page.get_by_role("list", name="Tickets").get_by_role("button").first.click()
    page.get_by_label("Points", exact=True).fill("30")
    page.get_by_label("Points", exact=True).press("Tab")
    parts.filter(has_text="Notes").click()
    expect(page.locator(".notes .advice")).to_have_count(1)
    yield "workshop-notes", page


def workshop_games(new_page: NewPage) -> Screens:
    """The second page of the workshop, and the shelf with a board and its study."""
    page = _page(new_page)
    page.goto("/workshop")
    page.get_by_role("combobox", name="Board", exact=True).select_option(label="Ireland")
    page.get_by_role("button", name="Make a copy", exact=True).click()
    expect(page.locator(".status.good")).to_be_visible(timeout=TOLD)
    page.get_by_role("button", name="Study", exact=True).click()
    page.get_by_label("Games").select_option(label="2,000")
    page.get_by_role("button", name="Start the study").click()
    expect(page.locator(".map-of-figures svg")).to_be_visible(timeout=TOLD)
    yield "workshop-study", page
    page.get_by_role("button", name="Study", exact=True).click()
    page.get_by_role("group", name="Sections of the board").get_by_role("button", name="Game").click()
    page.get_by_role("button", name="Share the board").click()
    expect(page.get_by_text("It's shared.")).to_be_visible(timeout=TOLD)
    page.goto("/workshop")
    expect(page.locator("main li svg")).to_be_visible(timeout=TOLD)
    page.locator("main li").scroll_into_view_if_needed()
    yield "workshop-shelf", page


def club(new_page: NewPage) -> Screens:
    """An account, the club's history, and a tournament from announcement to final standings."""
    page = _page(new_page)
    page.goto("/me")
    page.get_by_label("Your name").fill("Ada of the club")
    yield "me-without-a-name", page
    page.get_by_role("button", name="Create an account name").click()
    expect(page.locator(".phrase li")).to_have_count(8)
    yield "me", page
    yield from _remembered(page)
    page.goto("/tournaments")
    page.get_by_label("Name").fill("Autumn cup")
    page.get_by_label("Bots").fill("3")
    yield "new-tournament", page
    page.get_by_role("button", name="Create").click()
    expect(page.get_by_role("heading", name="4 players")).to_be_visible()
    yield "tournament", page
    states: tuple[Status, ...] = ("playing", "over")
    for status in states:
        tell(page, "/api/tournaments/cup", tournament_page(status))
        page.goto("/tournaments/cup")
        expect(page.get_by_role("heading", name="Standings")).to_be_visible()
        yield f"tournament-{status}", page


def _remembered(page: Page) -> Screens:
    """The club's history: my results, those against a friend, and everyone's."""
    tell(page, "/api/me/memory", memory_page())
    tell(page, "/api/me/with/m1", pair_page())
    tell(page, "/api/club", club_table())
    for name, path in (("memory", "/memory"), ("pair", "/memory/m1"), ("club-table", "/club")):
        page.goto(path)
        expect(page.locator("main table").first).to_be_visible()
        yield name, page


def notices(new_page: NewPage) -> Screens:
    """Notifications of a table, the installed app, quiet hours and an e-mail address."""
    page, friend = _page(new_page), _page(new_page)
    table = make_table(page, "berlin", [{"kind": "me", "name": "Ada"}, {"kind": "open"}])
    assert friend.request.post(f"/api/tables/{table}/seats/1", data={"name": "Jan"}).ok
    assert page.request.post(f"/api/tables/{table}/start", data={}).ok
    tell(page, f"/api/tables/{table}/notices", NOTICES)
    tell(page, "/api/me/notices", SETTINGS)
    page.goto(f"/table/{table}")
    page.evaluate(INSTALLABLE)
    page.get_by_role("button", name="Notify me on my turn").click()
    expect(page.get_by_role("button", name="Install the app")).to_be_visible()
    yield "bell", page
    page.get_by_role("link", name="Quiet hours and e-mail").click()
    page.get_by_label("Your name").fill("Jan of the bell")
    page.get_by_role("button", name="Create an account name").click()
    expect(page.get_by_text("ada@example.org is confirmed.")).to_be_visible()
    page.get_by_role("button", name="I have written it down").click()
    page.get_by_role("button", name="Add a device").click()
    expect(page.get_by_label("Add a device")).to_be_visible()
    yield "me-settings", page


JOURNEYS: tuple[Journey, ...] = (
    lobby,
    friends,
    club,
    notices,
    europe,
    usa,
    berlin,
    iberia,
    asia,
    cardgame,
    story,
    lesson,
    workshop,
)
PICTURED: tuple[Journey, ...] = (*JOURNEYS, story_in_polish, workshop_games)
"""Screens that axe does not check: those in Polish, and those that need thousands of games."""

"""A tournament in the browser: eight bots and two people, from the announcement to the prizes."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

from playwright.sync_api import Page, expect

from tests.server.browsers import play_by_cookie
from tests.web.conftest import NewPage

ROUNDS, BOTS = 2, 8


def _become(page: Page, name: str, label: str, button: str) -> None:
    page.goto("/me")
    page.get_by_label(label).fill(name)
    page.get_by_role("button", name=button).click()
    expect(page.locator(".phrase li")).to_have_count(8)


def _sit_down(page: Page, link: str, before: set[str]) -> str:
    """Go to my table of this round, where a decision waits for me; its id."""
    mine = page.get_by_role("link", name=link)
    for table in before:  # until the round before is counted
        expect(mine).not_to_have_attribute("href", f"/table/{table}")
    mine.click()
    expect(page.locator(".decision[role=dialog]")).to_be_visible()
    return page.url.split("/table/")[1].partition("#")[0]


def _play(address: str, seats: list[tuple[Page, str]]) -> None:
    """Play to the end with the browsers' cookies; clicking through games is tested elsewhere."""
    cookies = [page.context.cookies()[0]["value"] for page, _ in seats]

    async def main() -> None:
        games = zip(cookies, [table for _, table in seats], strict=True)
        await asyncio.gather(*(play_by_cookie(address, cookie, table) for cookie, table in games))

    with ThreadPoolExecutor(1) as other:
        other.submit(asyncio.run, main()).result(120)


def test_eight_bots_and_two_people_from_start_to_prizes(new_page: NewPage) -> None:
    ada, bob = new_page(), new_page(390, 844, touch=True, locale="pl")
    _become(ada, "Ada of the Cup", "Your name", "Create an account name")
    _become(bob, "Bob z Pucharu", "Twoje imię", "Załóż konto")
    ada.goto("/tournaments")
    ada.get_by_label("Name").fill("Autumn cup")
    ada.get_by_label("Board").select_option("berlin")
    ada.get_by_label("Rounds").fill(str(ROUNDS))
    ada.get_by_label("Bots").fill("1")
    ada.get_by_label("Bot level").select_option("easy")
    ada.get_by_role("button", name="Create").click()
    expect(ada.get_by_role("heading", name="2 players")).to_be_visible()
    ada.get_by_label("Bots").fill(str(BOTS))
    ada.get_by_role("button", name="Change the bots").click()
    expect(ada.get_by_role("heading", name="9 players")).to_be_visible()
    path = ada.url.removeprefix(new_page.address)
    bob.goto(path)
    bob.get_by_role("button", name="Dołącz").tap()
    expect(bob.get_by_role("button", name="Rezygnuję")).to_be_visible()
    expect(ada.get_by_role("button", name="Withdraw Bob z Pucharu")).to_be_visible()
    ada.get_by_role("button", name="Start the first round").click()
    played: set[str] = set()
    for _ in range(ROUNDS):
        links = ((ada, "Go to my table"), (bob, "Przejdź do mojego stołu"))
        seats = [(page, _sit_down(page, link, played)) for page, link in links]
        _play(new_page.address, seats)
        played.update(table for _, table in seats)
        for page in (ada, bob):
            page.goto(path)
    for page, prizes, mine in ((ada, "Prizes", "Ada of the Cup"), (bob, "Nagrody", "Bob z Pucharu")):
        expect(page.get_by_role("list", name=prizes).get_by_role("listitem")).to_have_count(3)
        expect(page.locator("tr.me")).to_contain_text(mine)
        expect(page.locator("tbody tr")).to_have_count(BOTS + 2)
    bob.get_by_role("link", name="Zobacz grę").first.tap()
    expect(bob.get_by_role("button", name="Ostatni krok")).to_be_visible()

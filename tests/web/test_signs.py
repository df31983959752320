"""Signs: codes for a camera, emotes, symbols on flying cards, marks on a tunnel's cards, effects at once."""

from __future__ import annotations

import io
import re

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Page, Route, expect

from tests.web.conftest import NewPage
from tests.web.playing import sit_down
from tests.web.screens import NETWORK
from tests.web.staged import make_table, sit_at


def _opened(page: Page) -> None:
    """The server says that it can be found in the network."""

    def answer(route: Route) -> None:
        route.fulfill(json={"address": NETWORK, "open": True})

    page.route("**/api/network", answer)


def _read_code(page: Page) -> str:
    """What a camera reads."""
    code = page.get_by_role("img", name="QR code of the link")
    expect(code).to_be_visible()
    (found,) = zxingcpp.read_barcodes(Image.open(io.BytesIO(code.screenshot())))
    return str(found.text)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_camera_reads_the_invitation(page: Page, theme: str) -> None:
    _opened(page)
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    page.goto("/")
    table = make_table(page, "usa", [{"kind": "me", "name": "Ada"}, {"kind": "friend"}])
    page.goto(f"/table/{table}")
    field = page.get_by_label("Link", exact=True)
    expect(field).to_have_value(re.compile(rf"^{NETWORK}/table/{table}#invite=[\w-]{{20,}}$"))
    link = field.input_value()
    assert _read_code(page) == link


def test_a_camera_reads_the_link_for_another_device(new_page: NewPage) -> None:
    page = new_page(390, 844, touch=True)
    _opened(page)
    sit_down(page, "berlin")
    page.get_by_role("button", name="Play on another device").tap()
    field = page.get_by_role("dialog").get_by_role("textbox")
    expect(field).to_have_value(re.compile(rf"^{NETWORK}/table/.*#key=[\w-]{{20,}}$"))
    link = field.input_value()
    assert _read_code(page) == link


def test_an_emote_is_heard_at_the_other_end(new_page: NewPage) -> None:
    ada, jan = new_page(), new_page()
    ada.goto("/")
    table = make_table(ada, "berlin", [{"kind": "me", "name": "Ada"}, {"kind": "open"}])
    for page in (ada, jan):
        page.goto(f"/table/{table}")
    jan.get_by_role("button", name="Sit here").click()
    ada.get_by_role("button", name="Start", exact=True).click()
    for page in (ada, jan):
        page.locator(".decision .ticket").first.click()
        page.locator(".decision [data-confirm]").click()
    ada.get_by_role("button", name="Chat").click()
    jan.get_by_role("button", name="Chat").click()
    ada.get_by_role("group", name="Reactions").get_by_role("button", name="Well played!").click()
    for page in (ada, jan):
        expect(page.get_by_role("list", name="Chat")).to_contain_text("Ada 👏")
    expect(jan.get_by_role("region", name="Players")).to_contain_text("👏")


FLIES = """
(spot) => new Promise((done) => {
  new MutationObserver((changes, watch) => {
    const card = changes.flatMap((one) => [...one.addedNodes]).find((one) => one.className === "flying");
    if (!card) return;
    watch.disconnect();
    done([...card.querySelectorAll("svg path")].map((one) => one.getAttribute("fill")));
  }).observe(document.body, {childList: true});
  document.querySelector(spot).click();
})
"""


def test_a_flying_card_shows_its_symbol(page: Page) -> None:
    sit_down(page, "berlin")
    page.locator(".decision .ticket").first.click()
    page.locator(".decision [data-confirm]").click()
    expect(page.locator(".sentence.mine")).to_be_visible()
    taken = page.locator("[data-spot=market-1]").get_attribute("aria-label")
    assert taken
    colour = re.sub("Take | from the market", "", taken)
    fills = page.evaluate(FLIES, "[data-spot=market-1]")
    assert len(fills) == 6 if colour == "bicycle" else fills == [f"var(--mark-{colour})"]


def test_a_tunnel_marks_the_cards_that_match(page: Page) -> None:
    page.goto("/")
    staged = sit_at(page, "europe", 3, lambda staged: staged.offered("pay"))
    page.locator(".curtain [data-confirm]").click()
    attempt = staged.game.view(staged.seat).attempt
    assert attempt is not None
    assert attempt.extra
    dialog = page.get_by_role("dialog", name="Tunnel")
    expect(dialog.locator(".marked")).to_have_count(attempt.extra)
    expect(dialog.get_by_text("matches")).to_have_count(attempt.extra)


ONE_FRAME = """
async ([touched, effect]) => {
  const seen = () => document.querySelector(effect) !== null;
  document.querySelector(touched).click();
  // A quick server may have answered before the frame: what was there in between counts.
  await null;
  const between = seen();
  await new Promise(requestAnimationFrame);
  return between || seen();
}
"""


def test_a_click_shows_its_effect_in_the_next_frame(page: Page) -> None:
    """The effect does not wait for the server or a timer; frames are counted instead of seconds."""
    sit_down(page, "europe")

    def shows(touched: str, effect: str) -> bool:
        return bool(page.evaluate(ONE_FRAME, [touched, effect]))

    for ticket in (1, 2):
        spot = f".decision li:nth-child({ticket}) .ticket"
        assert shows(spot, f"{spot}[aria-pressed=true]")
    assert shows(".decision [data-confirm]", ".sentence:not(.mine)")
    expect(page.locator(".sentence.mine")).to_be_visible()
    assert shows(".side-tabs button:nth-child(2)", "[data-facts], [data-claim]")
    assert shows("[data-stations]", ".decision[role=dialog]")
    assert shows(".decision [data-build]", ".decision [data-confirm]")
    page.keyboard.press("Escape")
    assert shows("[data-spot=deck]", ".sentence:not(.mine)")

"""A refusal is told in the player's language and leads to its rule."""

from __future__ import annotations

import re

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.web.playing import sit_down


def test_a_refusal_is_told_with_its_rule(page: Page) -> None:
    """Change a message so that the server receives an illegal move."""

    def bend(line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        line.on_message(lambda text: server.send(str(text).replace("draw deck", "pass")))

    page.route_web_socket("**/live", bend)
    sit_down(page, "berlin")
    page.locator(".decision .ticket").first.click()
    page.get_by_role("button", name="Keep 1 ticket").click()
    expect(page.locator(".sentence.mine")).to_be_visible()
    page.keyboard.press("d")
    refusal = page.get_by_role("alert")
    expect(refusal).to_contain_text("You can still move, so you cannot pass.")
    page.get_by_role("button", name="Polski").click()
    expect(refusal).to_contain_text("Możesz jeszcze wykonać ruch")
    refusal.get_by_role("button", name=re.compile("Zasada")).click()
    rule = page.locator("article.asked")
    expect(rule).to_be_visible()
    assert str(rule.get_attribute("id")).startswith("BASE-")

"""While the rules are compiled on a new machine every page says how far that is, in both languages."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, expect

from tests.web.conftest import NewPage

TEXTS = {
    "en": ("Preparing the engine", "About 21 s left."),
    "pl": ("Przygotowanie silnika", "Jeszcze około 21 s."),
}


@pytest.mark.parametrize("locale", ["en", "pl"])
def test_a_bar_tells_how_far_the_engine_is(new_page: NewPage, locale: str) -> None:
    page = new_page(locale=locale)
    answers = [{"ready": False, "share": 0.426, "seconds_left": 20.6}]

    def answer(route: Route) -> None:
        route.fulfill(json=answers[-1])

    page.route("**/api/engine", answer)
    page.goto("/")
    label, left = TEXTS[locale]
    bar = page.get_by_role("progressbar", name=label)
    expect(bar).to_have_attribute("value", "0.426")
    expect(bar).to_have_text("43%")
    expect(page.get_by_text(left)).to_be_visible()
    answers.append({"ready": True, "share": 1.0, "seconds_left": 0.0})
    expect(bar).to_have_count(0)

"""What axe finds on every screen, by day and by night, wide and on a phone: nothing."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import ROOT, NewPage
from tests.web.screens import JOURNEYS, Journey, berlin

AXE = (ROOT / "web/node_modules/axe-core/axe.min.js").read_text()
RUN = """
async () => {
  // What fades in, or changes with the light, has no contrast yet.
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  await Promise.all(document.getAnimations().map((one) => one.finished.catch(() => null)));
  const found = await axe.run(document, {resultTypes: ['violations']});
  return found.violations.map((one) => `${one.id}: ${one.nodes[0].html.slice(0, 140)}`);
}
"""
AWAY = """
() => {
  const drawings = [...document.querySelectorAll("svg.drawing[aria-hidden=true]")];
  window.away = drawings.map((svg) => {
    const parts = new DocumentFragment();
    parts.append(...svg.childNodes);
    return [svg, parts];
  });
}
"""
BACK = "() => window.away.forEach(([svg, parts]) => svg.append(parts))"
LOOKS = (("paper", 1440, 900), ("night", 390, 844))


def _faults(page: Page) -> list[str]:
    """What axe finds at every size and in both themes, as `rule: where`."""
    if not page.evaluate("'axe' in window"):
        # Through the debugger, because the page's content security policy forbids foreign scripts.
        page.evaluate(AXE)
    found = []
    for theme, width, height in LOOKS:
        page.emulate_media(color_scheme="dark" if theme == "night" else "light")
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator("html")).to_have_attribute("data-theme", theme)
        found += [f"{theme} {width}: {fault}" for fault in page.evaluate(RUN)]
    page.set_viewport_size({"width": 1440, "height": 900})
    return found


def _faults_beside_the_map(page: Page) -> list[str]:
    """Check without drawings, which screen readers skip and in which axe would check a thousand elements."""
    page.evaluate(AWAY)
    found = _faults(page)
    page.evaluate(BACK)
    return found


@pytest.mark.parametrize("journey", JOURNEYS, ids=lambda journey: journey.__name__)
def test_axe_finds_nothing(new_page: NewPage, journey: Journey) -> None:
    faults = {name: _faults_beside_the_map(page) for name, page in journey(new_page)}
    assert {name: found for name, found in faults.items() if found} == {}


def test_axe_finds_nothing_in_the_picture_of_a_board(new_page: NewPage) -> None:
    _, page = next(berlin(new_page))
    expect(page.locator(".pane svg.drawing")).to_be_visible()
    assert _faults(page) == []

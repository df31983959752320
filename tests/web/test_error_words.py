"""Every refusal that a player can meet has words in both languages, and leads to its rule."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from error_codes import PACKAGE
from semafor.server.http.problems import HTTP_CODES
from web.conftest import ROOT
from web.playing import sit_down

WORDS = ROOT / "web/src/lib/i18n"
PLAYED = ("kinds", "server")
"""Folders whose refusals reach a player, besides the game itself; bots by name are for the command line."""
GAME = ("game.py", "notation.py")
REFUSALS = {"SemaforError", "IllegalMove", "UnknownMove", "BadSetup", "Refusal", "Problem"}
"""Positions and records are described in Python, never at a table."""


def _modules() -> Iterator[Path]:
    for folder in PLAYED:
        yield from (path for path in (PACKAGE / folder).rglob("*.py") if path.name != "client.py")
    yield from (PACKAGE / name for name in GAME)


def _first_word(call: ast.Call) -> str | None:
    """The text a call begins with; what is put together at run time ends where it is put together."""
    code = call.args[0] if call.args else None
    if isinstance(code, ast.JoinedStr):
        code = code.values[0]
    return str(code.value) if isinstance(code, ast.Constant) else None


def _said(node: ast.AST) -> Iterator[str | None]:
    """The codes that a piece of source says: errors raised, and the names of their own kinds."""
    kinds = {base.id for base in getattr(node, "bases", ()) if isinstance(base, ast.Name)}
    for call in (inner for inner in ast.walk(node) if isinstance(inner, ast.Call)):
        name = getattr(call.func, "id", getattr(call.func, "attr", ""))
        if name in REFUSALS or name == "_refuse" or (kinds & REFUSALS and name == "__init__"):
            yield _first_word(call)


def _codes() -> set[str]:
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in _modules()]
    nodes = [node for tree in trees for node in tree.body]
    found = {code for node in nodes for code in _said(node) if code is not None}
    return found | set(HTTP_CODES.values()) | {"unreachable"}


def _told(language: str) -> set[str]:
    text = (WORDS / f"{language}.errors.ts").read_text(encoding="utf-8")
    return set(re.findall(r'^  "?error_([a-z-]+)"?:', text, re.MULTILINE))


@pytest.mark.parametrize("language", ["en", "pl"])
def test_every_code_has_words(language: str) -> None:
    told = _told(language)
    untold = {
        code
        for code in _codes()
        if code not in told and not (code.endswith("-") and any(one.startswith(code) for one in told))
    }
    assert untold == set()


@pytest.mark.parametrize("language", ["en", "pl"])
def test_no_words_for_codes_that_nobody_says(language: str) -> None:
    codes = _codes()
    assert len(codes) > 70
    unsaid = {
        word
        for word in _told(language)
        if word not in codes and not any(code.endswith("-") and word.startswith(code) for code in codes)
    }
    assert unsaid == set()


def test_a_refusal_is_told_with_its_rule(page: Page) -> None:
    """The line is bent so that the server hears a move that the rules forbid."""

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

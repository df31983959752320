"""The first game: every step is asked for, pointed at and waited for, by mouse and keys, on a phone."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Locator, Page, expect

from semafor import Game
from semafor.boards import load_board
from semafor.bots import make_bot
from semafor.words import LANGUAGES, Language
from semafor.words.catalogue import client_texts
from tests.web.conftest import ROOT, NewPage
from tests.web.playing import open_routes, play
from tests.web.reading import FIVE_MINUTES, seconds_for

LESSON = json.loads((ROOT / "web/src/learn/lesson.json").read_text())


def _begin(page: Page) -> Locator:
    page.goto("/")
    page.get_by_role("button", name="Learn in five minutes").click()
    card = page.get_by_role("complementary", name="Lesson")
    expect(card).to_contain_text("Welcome to Berlin")
    return card


def _go_on(card: Locator) -> None:
    card.get_by_role("button", name="Continue").click()


def _keep_the_short_one(page: Page) -> None:
    page.locator(f'.decision [data-ticket="{LESSON["ticket"]}"]').click()
    page.get_by_role("button", name="Keep 1 ticket").click()


def _claim(page: Page, kind: str) -> None:
    expect(page.locator(".pointed rect").first).to_be_visible()
    page.keyboard.press("r")
    page.locator(f'[data-claim="{LESSON[kind]}"]').click()
    page.locator("[data-confirm]").click()


def test_the_lesson_leads_through_a_first_game(page: Page) -> None:
    card = _begin(page)
    _go_on(card)
    _keep_the_short_one(page)
    expect(card).to_contain_text("This is your ticket")
    expect(page.locator(".ring")).to_be_visible()
    _go_on(card)
    expect(card).to_contain_text("These are your cards")
    _go_on(card)
    page.get_by_role("button", name="Take black from the market").click()
    expect(card).to_contain_text("second card from the deck")
    page.keyboard.press("d")
    expect(card).to_contain_text("the bot plays")
    _go_on(card)
    page.get_by_role("button", name="Take bicycle from the market").first.click()
    expect(card).to_contain_text("street route")
    _claim(page, "tram")
    expect(card).to_contain_text("one of your trams")
    _go_on(card)
    page.get_by_label("Your tickets").locator(".ticket").first.hover()
    expect(card).to_contain_text("the subway route")
    _claim(page, "subway")
    expect(card).to_contain_text("the ticket is completed")
    expect(page.get_by_label("Your tickets")).to_contain_text("completed")
    _go_on(card)
    expect(page.locator(".sentence.mine")).to_be_visible()
    page.keyboard.press("t")
    expect(card).to_contain_text("Tap a ticket to see it on the map")
    page.locator(".decision .ticket").first.click()
    page.get_by_role("button", name="Keep 1 ticket").click()
    expect(card).to_contain_text("one last turn")
    _go_on(card)
    expect(card).to_contain_text("suggests a move and says why")
    expect(page.locator("[data-hint]")).to_be_visible()
    page.keyboard.press("h")
    expect(page.locator(".hint")).to_be_visible()
    expect(card).to_contain_text("Play on to the end!")
    open_routes(page)
    assert play(page) == "over"
    expect(card).to_contain_text("The score sheet adds up")
    card.get_by_role("button", name="Finish the lesson").click()
    expect(card).to_have_count(0)


def test_other_moves_are_put_off_until_the_step_is_skipped(page: Page) -> None:
    card = _begin(page)
    _go_on(card)
    page.locator(".decision .ticket").first.click()
    page.locator(".decision .ticket").nth(1).click()
    page.get_by_role("button", name="Keep 2 tickets").click()
    expect(card).to_contain_text("Not yet: do this step first")
    card.get_by_role("button", name="Skip this step").click()
    page.get_by_role("button", name="Keep 2 tickets").click()
    expect(page.locator(".decision[role=dialog]")).to_have_count(0)
    page.reload()
    expect(card).to_contain_text("This is your ticket")
    card.get_by_role("button", name="Leave the lesson").click()
    expect(card).to_have_count(0)
    expect(page.locator(".sentence.mine")).to_be_visible()
    page.keyboard.press("d")
    expect(page.get_by_text("Take a second card")).to_be_visible()


def test_the_lesson_on_a_phone_opens_what_it_speaks_of(new_page: NewPage) -> None:
    page = new_page(360, 740, touch=True)
    card = _begin(page)
    _go_on(card)
    _keep_the_short_one(page)
    expect(page.get_by_label("Your tickets")).to_be_visible()
    _go_on(card)
    expect(page.get_by_role("region", name="Your hand")).to_be_visible()
    expect(page.locator(".ring")).to_be_visible()
    assert not page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")


def test_the_lesson_speaks_polish_and_is_read_out(new_page: NewPage) -> None:
    page = new_page(locale="pl-PL")
    page.goto("/")
    page.get_by_role("button", name=re.compile("pięć minut")).click()
    spoken = page.get_by_role("complementary", name="Lekcja").locator("[aria-live=polite]")
    expect(spoken).to_contain_text("Witaj w Berlinie!")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_game_is_learnt_in_five_minutes(language: Language) -> None:
    said = [text for key, text in client_texts(language).items() if key.startswith("ui.lesson_")]
    steps = (ROOT / "web/src/learn/steps.ts").read_text().count("say:")
    assert len(said) > steps > 15
    assert seconds_for(said, 2 * steps) < FIVE_MINUTES


@pytest.mark.parametrize("bot", ["random", "greedy", "casual", "planner"])
@pytest.mark.parametrize("dice", range(3))
def test_the_deal_of_the_lesson_bears_any_opponent(bot: str, dice: int) -> None:
    game = Game.new(LESSON["board"], players=2, seed=LESSON["seed"], first=0)
    opponent = make_bot(bot, load_board(LESSON["board"]), dice)

    def do(start: str) -> None:
        game.play(next(str(move) for move in game.moves(0) if str(move).startswith(start)), 0)
        while 1 in game.pending:
            game.play(opponent.choose(game.view(1), game.moves(1)), 1)

    do(f"keep {LESSON['ticket']}")
    do(f"draw market {game.view(0).market.index(LESSON['card']) + 1}")
    do("draw deck")
    do(f"draw market {game.view(0).market.index('wild') + 1}")
    do(f"claim {LESSON['tram']}")
    do(f"claim {LESSON['subway']}")
    do("draw tickets")

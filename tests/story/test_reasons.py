"""Reasons are computed from what a seat sees, and every one of them has words."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import pytest

import semafor
from semafor import Game
from semafor.boards.spoken_names import BoardNaming
from semafor.moves import Claim, Draw, DrawTickets, Move, Payment
from semafor.story.map_reasons import knowledge_of
from semafor.story.reasons import reasons_of
from semafor.words import LANGUAGES, Language, Phrase
from semafor.words.catalogue import texts

SOURCE = Path(semafor.__file__).parent / "story"


def told(game: Game, move: Move) -> list[str]:
    return [reason.words for reason in reasons_of(game.board, game.view(0)).of(move)]


def position(**more: object) -> Game:
    return Game.position(
        {"board": "europe", "players": 2, "tickets": {0: ["Palermo-Constantinople"]}, **more}
    )


def claim(route: str, cards: int) -> Claim:
    return Claim(route, Payment("red", cards, 0))


def test_a_route_that_completes_a_ticket_says_so() -> None:
    game = position(routes={"Palermo-Smyrna": 0})
    assert told(game, claim("Constantinople-Smyrna", 2))[0] == "reason.finishes"
    assert reasons_of(game.board, game.view(0)).tickets(claim("Constantinople-Smyrna", 2)) == (
        "Palermo-Constantinople",
    )


def test_the_last_way_is_named() -> None:
    others = [
        route for route in position().board.route_names if "Palermo" in route and route != "Palermo-Smyrna"
    ]
    lost = dict.fromkeys(others, 1)
    built = position(routes=lost, stations=dict.fromkeys(("Paris", "Wien", "Berlin"), 0))
    assert told(built, claim("Palermo-Smyrna", 6))[0] == "reason.last-way"
    assert told(position(routes=lost), claim("Palermo-Smyrna", 6))[0] == "reason.serves", "a station is left"


def test_a_way_longer_than_the_pieces_left_is_none() -> None:
    view = position().view(0)
    few = msgspec.structs.replace(view.seats[0], pieces={"train": 5})
    seen = msgspec.structs.replace(view, seats=type(view.seats)((few, view.seats[1])))
    reasons = reasons_of(position().board, seen).of(claim("Palermo-Smyrna", 6))
    assert [one.words for one in reasons] == ["reason.points"]


def test_what_speaks_against_a_move() -> None:
    reasons = reasons_of(position().board, position().view(0))
    assert [one.words for one in reasons.against(claim("Moskva-Smolensk", 2))] == ["reason.serves-none"]
    assert [one.words for one in reasons.against(DrawTickets())] == ["reason.still-open"]
    assert reasons.against(claim("Palermo-Smyrna", 6)) == []


def test_a_route_on_the_way_that_rivals_could_take() -> None:
    game = position(hands={1: {"red": 8}})
    assert told(game, claim("Palermo-Smyrna", 6))[:2] == ["reason.serves", "reason.contested"]


def test_a_route_beside_every_ticket_brings_points() -> None:
    assert told(position(), claim("Moskva-Smolensk", 2)) == ["reason.points"]


def test_cards_are_wanted_by_the_way_they_pay_for() -> None:
    game = position(market=["wild", "red", "red", "blue", "green"])
    assert told(game, Draw(1)) == ["reason.any-colour"]
    assert told(game, Draw(2)) == ["reason.needed"], "grey routes on the way take any colour"
    assert told(game, Draw(None)) == ["reason.deck-may"]
    assert told(game, DrawTickets()) == ["reason.more-tickets"]


def test_every_reason_has_words_and_every_word_a_reason() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in SOURCE.glob("*.py"))
    said = set(re.findall(r'"reason\.([a-z-]+)"', source))
    for language in LANGUAGES:
        assert {key.partition(".")[2] for key in texts(language) if key.startswith("reason.")} == said


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sentence_of_the_last_way(language: Language) -> None:
    details = {"route": "Palermo-Smyrna", "ticket": "Palermo-Constantinople", "seat": 1, "n": 2}
    sentence = Phrase("reason.last-way-lost", details).say(language, BoardNaming(position().board))
    expected = {
        "en": "Palermo – Smyrna was the last way for Palermo – Constantinople; Seat 1 took it 2 turns later.",
        "pl": "Palermo – Smyrna było ostatnią drogą dla biletu Palermo – Konstantynopol; "
        "po 2 turach zajmuje je Miejsce 1.",
    }
    assert sentence == expected[language]


def test_threads_do_not_share_the_space_in_which_ways_are_found() -> None:
    """Two who ask at once would write over each other's ways, and a way that turns in a circle has no end."""
    board = position().board
    with ThreadPoolExecutor(1) as pool:
        elsewhere = pool.submit(knowledge_of, board).result()
        assert elsewhere is pool.submit(knowledge_of, board).result()
    assert knowledge_of(board) is knowledge_of(board)
    assert knowledge_of(board) is not elsewhere

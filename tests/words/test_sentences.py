"""Sentences as people read them: counted, inflected, with the names of the board."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import msgspec
import pytest

from semafor import BadSetup, Game, IllegalMove, SemaforError
from semafor.boards import BoardError, load_board, parse_board
from semafor.boards.board_names import BoardNaming
from semafor.server.client import RefusedByServer
from semafor.server.messages import Problem
from semafor.words import Language, say
from semafor.words.languages import plural_form, write_figure
from semafor.words.say import PlainNaming, fill

EUROPE, BERLIN = BoardNaming(load_board("europe")), BoardNaming(load_board("berlin"))

VECTORS = json.loads((Path(__file__).parent / "vectors.json").read_text(encoding="utf-8"))
"""Cases of the message format; `web/src/lib/i18n/say.test.ts` reads the same file."""


class BerlinTable(PlainNaming):
    """Two players, and bicycles as wild cards."""

    wild = "bicycle"

    def seat(self, number: int, language: Language) -> str:
        del language
        return ("Ann", "Bob")[number]


@pytest.mark.parametrize("case", VECTORS, ids=lambda case: f"{case['language']} {case['expected']}")
def test_gaps_are_filled_as_in_the_browser(case: dict[str, Any]) -> None:
    assert fill(case["text"], case["details"], case["language"], BerlinTable()) == case["expected"]


@pytest.mark.parametrize(
    ("number", "english", "polish"),
    [(0, 1, 2), (1, 0, 0), (2, 1, 1), (4, 1, 1), (5, 1, 2), (12, 1, 2), (22, 1, 1), (101, 1, 2), (112, 1, 2)],
)
def test_languages_count(number: int, english: int, polish: int) -> None:
    assert (plural_form("en", number), plural_form("pl", number)) == (english, polish)


@pytest.mark.parametrize(
    ("have", "words"),
    [
        (1, "Masz 1 czerwoną kartę, a nie 7."),
        (3, "Masz 3 czerwone karty, a nie 7."),
        (5, "Masz 5 czerwonych kart, a nie 7."),
    ],
)
def test_polish_inflects_the_card_with_its_number(have: int, words: str) -> None:
    assert IllegalMove("cards-missing", card="red", have=have, needed=7).say("pl") == words


@pytest.mark.parametrize(
    ("naming", "english", "polish"),
    [
        (None, "A face-up wild card cannot be the second card.", "Drugą kartą nie może być odkryty joker."),
        (
            EUROPE,
            "A face-up locomotive cannot be the second card.",
            "Drugą kartą nie może być odkryta lokomotywa.",
        ),
        (BERLIN, "A face-up bicycle cannot be the second card.", "Drugą kartą nie może być odkryty rower."),
    ],
)
def test_wild_cards_are_called_as_on_the_board(naming: BoardNaming | None, english: str, polish: str) -> None:
    error = IllegalMove("wild-second")
    assert (error.say("en", naming), error.say("pl", naming)) == (english, polish)


def test_a_board_names_its_things_in_either_language() -> None:
    error = IllegalMove("route-taken", rule="BASE-14", route="Warszawa-Wien")
    assert str(error) == "Warszawa-Wien is already taken. (BASE-14)"
    assert error.say("pl", EUROPE) == "Połączenie Warszawa – Wiedeń jest już zajęte."
    assert error.say("en", BERLIN) == "Warszawa-Wien is already taken."


def test_events_say_who_paid_what() -> None:
    claimed = {
        "seat": 1,
        "route": "Warszawa-Wien",
        "payment": {"colour": "blue", "plain": 2, "wild": 2},
        "points": 7,
    }
    assert say("event.claimed", claimed, "en", EUROPE) == (
        "Seat 1 claimed Warszawa – Wien with 2 blue, 2 locomotives: 7 points."
    )
    assert say("event.claimed", claimed, "pl", EUROPE) == (
        "Miejsce 1 zajmuje Warszawa – Wiedeń (2 niebieskie, 2 lokomotywy): 7 punktów."
    )


def test_an_error_goes_through_a_pickle() -> None:
    error = pickle.loads(pickle.dumps(BadSetup("first", rule="BASE-27", last=2, first=5)))
    assert isinstance(error, BadSetup)
    assert str(error) == "The first seat must be from 0 to 2, not 5. (BASE-27)"
    assert error.details == {"last": 2, "first": 5}


def test_a_refusal_within_another_is_told_in_the_same_language() -> None:
    record = Game.new("europe", players=2, seed=1).record()
    broken = msgspec.structs.replace(record, moves=("0 pass",))
    with pytest.raises(SemaforError) as caught:
        Game.replay(broken)
    assert caught.value.say("pl") == (
        "Decyzji 1, „0 pass”, nie da się wykonać: Najpierw dokończ: bilety początkowe."
    )


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "line 2: this is not TOML: Invalid value; expected a TOML file like the built-in ones"),
        ("pl", "wiersz 2: to nie jest TOML: Invalid value; oczekiwano: plik TOML taki jak wbudowane"),
    ],
)
def test_a_fault_is_told_in_either_language(language: Language, words: str) -> None:
    with pytest.raises(BoardError) as caught:
        parse_board("board = 'x'\na = \nb = 1", "file")
    (fault,) = caught.value.faults
    assert fault.say(language) == words
    assert (fault.code, fault.line) == ("not-toml", 2)


def test_a_server_that_knows_more_is_quoted() -> None:
    known = RefusedByServer(Problem("no-tickets", "Nothing left.", "BASE-22"))
    assert (known.sentence, known.say("pl")) == ("Nothing left.", "Talia biletów jest pusta.")
    newer = RefusedByServer(Problem("brand-new", "Something new.", None, {"n": 1}))
    assert newer.say("pl") == "Something new."


@pytest.mark.parametrize(
    ("value", "form", "english", "polish"),
    [
        (12345, ",", "12,345", "12\N{NO-BREAK SPACE}345"),
        (-1.75, "+.2f", "\N{MINUS SIGN}1.75", "\N{MINUS SIGN}1,75"),
        (0.512, ".1%", "51.2%", "51,2%"),
    ],
)
def test_figures_have_the_signs_of_the_language(value: float, form: str, english: str, polish: str) -> None:
    assert write_figure(value, form, "en") == english
    assert write_figure(value, form, "pl") == polish

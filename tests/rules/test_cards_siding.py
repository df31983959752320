"""Sidings: rolling out, placing, robbing."""

from __future__ import annotations

from itertools import pairwise

import pytest

from semafor.boards.model import COLOURS
from semafor.engine.cardgame.card_state import PASS, RANGES, TRIPLES, WILDS, CardAsk, CardHappened
from tests.card_position import Event, Table, cards_of, named, place, three, with_options

RED, ORANGE, YELLOW, GREEN, BLUE = range(5)


def test_one_card_of_every_row_rolls_out() -> None:
    """CRD-3: phase 1 moves one card of each row onto the pile, and only of the seat at turn."""
    table = Table().row(0, "red", 3).row(0, "blue", 1).row(1, "green", 2)
    events = table.begin(0)
    assert [event.details[:2] for event in events[1:]] == [(RED, RED), (BLUE, BLUE)]
    assert cards_of(table.state.track[0]) == {"red": 1, "blue": 1}
    assert cards_of(table.state.siding[0]) == {"red": 2}
    assert cards_of(table.state.siding[1]) == {"green": 2}


def test_empty_siding_skips_phase_one() -> None:
    """CRD-3: nothing moves on the first turn."""
    assert [event.kind for event in Table().begin(0)] == [CardHappened.TURN_BEGAN]


@pytest.mark.parametrize(
    ("leave", "order"),
    [("last", ["green", "green", "wild"]), ("first", ["wild", "green", "green"])],
)
def test_wilds_leave_a_row(leave: str, order: list[str]) -> None:
    """CRD-4: plain cards leave first, wilds last; a table option reverses the order."""
    table = Table(board=with_options(locomotives_leave=leave)).row(0, "green", 2, wilds=1)
    left = []
    for _ in order:
        (_, event) = table.begin(0)
        left.append((*COLOURS, "wild")[event.details[1]])
    assert left == order
    assert cards_of(table.state.track[0]) == {"green": 2, "wild": 1}


def test_two_or_more_of_one_colour() -> None:
    """CRD-8: two or more cards of a colour, wilds among them, one plain at least."""
    table = Table().hand(0, "3 red, 1 blue, 2 wild")
    table.begin()
    assert named(table.legal(0)) == {"PLACE": {16 * RED, 16 * RED + 1, 16 * RED + 2, 16 * BLUE}}
    table.play(0, place("red", 1))
    assert table.asks()[0] == CardAsk.WILDS
    assert named(table.legal(0)) == {"WILDS": {1, 2}}
    events = table.play(0, WILDS + 2)
    assert events[0] == Event(CardHappened.PLACED, 0, (RED, 1, 2, 0, 0, 0))
    assert cards_of(table.state.siding[0]) == {"red": 1}
    assert cards_of(table.state.siding_wilds[0]) == {"red": 2}
    assert cards_of(table.state.hand[0]) == {"red": 2, "blue": 1}


def test_wilds_may_stay_in_hand() -> None:
    """CRD-8: enough plain cards need no wild."""
    table = Table().hand(0, "2 red, 1 wild")
    table.begin()
    table.play(0, place("red", 2))
    assert named(table.legal(0)) == {"WILDS": {0, 1}}


def test_no_question_without_a_choice_of_wilds() -> None:
    """CRD-8: a row is laid at once where the number of wilds is settled."""
    table = Table().hand(0, "1 red, 1 wild")
    table.begin()
    events = table.play(0, place("red", 1))
    assert events[0] == Event(CardHappened.PLACED, 0, (RED, 1, 1, 0, 0, 0))
    assert table.asks() == [CardAsk.NOTHING, CardAsk.TURN]


def test_wilds_alone_are_no_row() -> None:
    """CRD-8: at least one plain card; here nothing can be done and the seat passes."""
    table = Table().hand(0, "5 wild")
    table.begin()
    assert table.legal(0) == {PASS}


def test_three_different_colours() -> None:
    """CRD-8: exactly three cards of three colours, no wild, each a row of its own."""
    table = Table().hand(0, "1 red, 2 green, 1 blue, 1 black, 3 wild")
    table.begin()
    triples = {TRIPLES[t] for t in named(table.legal(0))["THREE"]}
    assert triples == {(RED, GREEN, BLUE), (RED, GREEN, 6), (RED, BLUE, 6), (GREEN, BLUE, 6)}
    events = table.play(0, three("red", "green", "black"))
    assert events[0] == Event(CardHappened.PLACED_THREE, 0, (RED, GREEN, 6, 0, 0, 0))
    assert cards_of(table.state.siding[0]) == {"red": 1, "green": 1, "black": 1}
    assert cards_of(table.state.hand[0]) == {"green": 1, "blue": 1, "wild": 3}


def test_own_colours_are_closed() -> None:
    """CRD-9: no colour that lies in one's own siding, alone or among three."""
    table = Table().hand(0, "4 red, 2 green, 1 blue, 1 black").row(0, "red", 3)
    table.begin()
    legal = named(table.legal(0))
    assert legal["PLACE"] == {16 * GREEN + 1}
    assert {TRIPLES[t] for t in legal["THREE"]} == {(GREEN, BLUE, 6)}


def test_colour_is_open_again_when_its_row_has_left() -> None:
    """CRD-9: the last card rolls out in phase 1, so phase 2 may start the row again."""
    table = Table().hand(0, "2 red").row(0, "red", 1)
    table.begin()
    assert table.legal(0) == {place("red", 2)}


def test_robbery() -> None:
    """CRD-10: a larger row of the same colour sends the opponent's to the discards."""
    table = Table(3).hand(0, "3 green, 2 wild").row(2, "green", 2, wilds=1)
    table.begin()
    assert table.legal(0) == {place("green", 2), place("green", 3)}
    table.play(0, place("green", 3))
    assert named(table.legal(0)) == {"WILDS": {1, 2}}
    events = table.play(0, WILDS + 1)
    assert events[1] == Event(CardHappened.ROBBED, 0, (2, GREEN, 2, 1, 0, 0))
    assert cards_of(table.state.siding[2]) == {}
    assert cards_of(table.state.siding_wilds[2]) == {}
    assert cards_of(table.state.discards) == {"green": 2, "wild": 1}
    assert cards_of(table.state.siding[0]) == {"green": 3}


def test_equal_number_is_no_robbery() -> None:
    """CRD-10: an equal number of cards is not enough."""
    table = Table().hand(0, "2 green, 1 wild").row(1, "green", 1, wilds=2)
    table.begin()
    assert table.legal(0) == {PASS}


def test_three_colours_must_be_nowhere() -> None:
    """CRD-10: one card never outnumbers a row, so three colours must lie in no siding."""
    table = Table(4).hand(0, "1 red, 1 green, 1 blue, 1 black").row(3, "red", 1)
    table.begin()
    assert table.legal(0) == {three("green", "blue", "black")}


def test_ranges_are_apart_and_triples_are_all() -> None:
    spans = sorted((part.first, part.first + part.size) for part in RANGES)
    assert all(end <= start for (_, end), (start, _) in pairwise(spans))
    assert len(set(TRIPLES)) == 56

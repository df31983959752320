"""Drawing cards and tickets, and the end of the deck."""

from __future__ import annotations

from semafor.engine.cardgame.card_state import (
    DRAW_DECK,
    DRAW_MARKET,
    DRAW_TICKETS,
    KEEP,
    PASS,
    STOP,
    CardAsk,
    CardHappened,
)
from tests.card_position import TICKET, Event, Table, cards_of, kinds, named, place, ticket_set

MARKET = ("red", "wild", "wild", "wild", "blue")


def test_one_of_three_actions() -> None:
    """CRD-6: draw cards, place cards or draw tickets, and only one of them."""
    table = (
        Table().hand(0, "2 red").market(*MARKET).deck("green", "black", "white").ticket_deck("Chicago-Miami")
    )
    table.begin()
    assert named(table.legal(0)).keys() == {"PLACE", "DRAW_DECK", "DRAW_MARKET", "DRAW_TICKETS"}
    table.play(0, place("red", 2))
    assert table.asks() == [CardAsk.NOTHING, CardAsk.TURN]


def test_two_cards_with_the_market_filled_in_between() -> None:
    """CRD-7: the taken card is replaced before the next; three face-up wilds change nothing."""
    table = Table().market(*MARKET).deck("wild", "black", "white")
    table.begin()
    events = table.play(0, DRAW_MARKET + 0)
    assert [event.details[:2] for event in events] == [(0, 0), (0, 8)]
    assert kinds(events) == [CardHappened.DREW_OPEN, CardHappened.MARKET_FILLED]
    assert named(table.legal(0)) == {"DRAW_DECK": {0}, "DRAW_MARKET": {4}, "STOP": {0}}
    table.play(0, DRAW_DECK)
    assert cards_of(table.state.hand[0]) == {"red": 1, "black": 1}
    assert table.asks() == [CardAsk.NOTHING, CardAsk.TURN]


def test_table_remembers_face_up_cards() -> None:
    """CRD-7: a face-up card is seen going into the hand, and seen leaving it."""
    table = Table().hand(0, "2 red").market(*MARKET).deck("red", "black", "white")
    table.begin()
    table.play(0, DRAW_MARKET + 0)
    table.play(0, DRAW_DECK)
    assert cards_of(table.state.seen[0]) == {"red": 1}
    table.play(1, DRAW_DECK)
    table.play(1, STOP)
    table.play(0, place("red", 2))
    assert cards_of(table.state.seen[0]) == {}


def test_face_up_wild_counts_as_two() -> None:
    """CRD-7: a wild of the market is the first and only card."""
    table = Table().market(*MARKET).deck("green", "black")
    table.begin()
    assert DRAW_MARKET + 1 in table.legal(0)
    table.play(0, DRAW_MARKET + 1)
    assert table.asks() == [CardAsk.NOTHING, CardAsk.TURN]
    assert cards_of(table.state.hand[0]) == {"wild": 1}


def test_blind_wild_counts_as_one() -> None:
    """CRD-7: after a wild from the deck there is a second card."""
    table = Table().market(*MARKET).deck("wild", "green", "black")
    table.begin()
    events = table.play(0, DRAW_DECK)
    assert events == [Event(CardHappened.DREW_BLIND, 0, (8, 0, 0, 0, 0, 0))]
    assert table.asks()[0] == CardAsk.SECOND_CARD


def test_stopping_after_one_card() -> None:
    """CRD-7: the player may stop after one card."""
    table = Table().market(*MARKET).deck("green", "black", "white")
    table.begin()
    table.play(0, DRAW_DECK)
    events = table.play(0, STOP)
    assert kinds(events) == [CardHappened.STOPPED, CardHappened.TURN_BEGAN]
    assert cards_of(table.state.hand[0]) == {"green": 1}


def test_four_tickets_and_none_need_be_kept() -> None:
    """CRD-11: keep any number of four; the rejected go under the deck in order."""
    names = ("Chicago-Miami", "Dallas-Miami", "Miami-Omaha", "Miami-Boston", "Seattle-Miami")
    table = Table().ticket_deck(*names)
    table.begin()
    table.play(0, DRAW_TICKETS)
    assert table.legal(0) == {KEEP + kept for kept in range(16)}
    table.play(0, KEEP + 0b0101)
    assert table.state.tickets[0] == ticket_set(["Chicago-Miami", "Miami-Omaha"])
    state = table.state
    deck = [int(state.ticket_deck[(state.ticket_next + i) % 64]) for i in range(state.ticket_count)]
    assert deck == [TICKET[name] for name in ("Seattle-Miami", "Dallas-Miami", "Miami-Boston")]


def test_fewer_than_four_tickets_are_all_offered() -> None:
    """CRD-11: the last two tickets are offered; all may be refused."""
    table = Table().ticket_deck("Chicago-Miami", "Dallas-Miami")
    table.begin()
    table.play(0, DRAW_TICKETS)
    assert table.legal(0) == {KEEP + kept for kept in range(4)}
    table.play(0, KEEP)
    assert table.state.ticket_count == 2


def test_everyone_has_one_more_turn_after_the_last_card() -> None:
    """CRD-12: the one who took the last card plays last, and nobody draws cards any more."""
    table = Table(3).market(*MARKET).deck("green", "black").hand(2, "2 white")
    table.begin(1)
    table.play(1, DRAW_DECK)
    events = table.play(1, DRAW_DECK)
    assert kinds(events) == [CardHappened.DREW_BLIND, CardHappened.LAST_ROUND, CardHappened.TURN_BEGAN]
    assert table.legal(2) == {place("white", 2)}
    table.play(2, place("white", 2))
    for seat in (0, 1):
        assert table.legal(seat) == {PASS}
        events = table.play(seat, PASS)
    assert kinds(events) == [CardHappened.PASSED, CardHappened.SCORING_BEGAN]
    assert table.asks() == [CardAsk.COMPLETE] * 3


def test_replacement_may_be_the_last_card() -> None:
    """CRD-12: the deck runs out in the market; the second card may still come from there."""
    table = Table().market("red", "green", "wild", "wild", "wild").deck("blue")
    table.begin()
    table.play(0, DRAW_MARKET + 0)
    assert named(table.legal(0)) == {"DRAW_MARKET": {0, 1}, "STOP": {0}}
    events = table.play(0, DRAW_MARKET + 1)
    assert kinds(events) == [CardHappened.DREW_OPEN, CardHappened.LAST_ROUND, CardHappened.TURN_BEGAN]
    assert [int(card) for card in table.state.market] == [4, -1, 8, 8, 8]
    assert table.state.last_turns == 2


def test_single_last_card_alone() -> None:
    """CRD-13: the last card is an action of its own; with only wilds face up there is no second."""
    table = Table().market(*["wild"] * 5).deck("blue")
    table.begin()
    assert DRAW_DECK in table.legal(0)
    events = table.play(0, DRAW_DECK)
    assert kinds(events) == [CardHappened.DREW_BLIND, CardHappened.LAST_ROUND, CardHappened.TURN_BEGAN]
    assert table.legal(1) == {PASS}


def test_discards_stay_out() -> None:
    """CRD-21: an empty deck is not replaced by the discards."""
    table = Table().market(*MARKET).deck("green")
    table.state.discards[:] = 3
    table.begin()
    table.play(0, DRAW_DECK)
    table.play(0, STOP)
    assert table.state.deck_end == table.state.deck_next
    assert int(table.state.discards.sum()) == 27
    assert table.legal(1) == {PASS}

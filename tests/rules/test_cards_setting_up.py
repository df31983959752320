"""The cards, the deal and the choice of starting tickets."""

from __future__ import annotations

from itertools import permutations

import numpy as np

from semafor.engine.cardgame.card_state import KEEP, CardAsk, CardHappened
from semafor.engine.state import WILD
from tests.card_position import BOARD, CITY, Table, cards_of


def test_cards_tickets_and_bonuses() -> None:
    """CRD-1: 96 cards, 46 tickets and six bonuses."""
    facts = Table().facts
    assert cards_of(facts.cards) == dict.fromkeys(BOARD.colours, 10) | {"wild": 16}
    assert facts.tickets == 46
    assert facts.big_cities == 6
    assert facts.city_points[CITY["new-york"]] == 15
    assert [int(points) for points in facts.city_points[6:]] == [0, 0]


def test_everyone_begins_with_a_wild_and_seven_cards() -> None:
    """CRD-2: one locomotive and seven cards to each, five face up."""
    for players in (2, 3, 4):
        state = Table(players).deal().state
        assert [int(hand.sum()) for hand in state.hand[:players]] == [8] * players
        assert all(hand[WILD] >= 1 for hand in state.hand[:players])
        assert all(card >= 0 for card in state.market)
        assert state.deck_end - state.deck_next == 96 - 8 * players - 5


def test_all_choose_starting_tickets_at_once() -> None:
    """CRD-2: six tickets each, at least one kept, the rejected shuffled back."""
    table = Table(3).deal(first=1)
    assert table.asks() == [CardAsk.START_KEEP] * 3
    assert table.legal(0) == {KEEP + kept for kept in range(1, 64)}
    offers = [{int(ticket) for ticket in offer} for offer in table.state.offer[:3]]
    table.play(2, KEEP + 0b000001)
    assert table.asks() == [CardAsk.START_KEEP, CardAsk.START_KEEP, CardAsk.NOTHING]
    assert table.state.tickets[2] == 0, "nothing happens until all have chosen"
    table.play(0, KEEP + 0b111111)
    events = table.play(1, KEEP + 0b000011)
    assert table.asks() == [CardAsk.NOTHING, CardAsk.TURN, CardAsk.NOTHING]
    held = [{t for t in range(46) if int(hand) >> t & 1} for hand in table.state.tickets[:3]]
    assert [len(hand) for hand in held] == [6, 2, 1]
    assert all(hand <= offer for hand, offer in zip(held, offers, strict=True))
    assert table.state.ticket_count == 46 - 9
    kept = [event.details for event in events if event.kind == CardHappened.KEPT]
    assert [{ticket for ticket in tickets if ticket >= 0} for tickets in kept] == held


def test_order_of_starting_choices_changes_nothing() -> None:
    """CRD-2: the same choices in any order lead to the same table."""
    ends = set()
    for order in permutations(range(3)):
        table = Table(3).deal()
        for seat in order:
            table.play(seat, KEEP + 5 + seat)
        ends.add(table.state.tobytes())
    assert len(ends) == 1


def test_rejected_tickets_are_shuffled_in() -> None:
    """CRD-2: the rejected tickets do not lie under the deck in the order in which they came."""
    table = Table(2).deal()
    rejected = [int(ticket) for offer in table.state.offer[:2] for ticket in offer[1:]]
    for seat in range(2):
        table.play(seat, KEEP + 1)
    deck = [int(ticket) for ticket in table.state.ticket_deck[: table.state.ticket_count]]
    assert set(rejected) < set(deck)
    assert deck[-len(rejected) :] != rejected
    assert np.unique(deck).size == 44

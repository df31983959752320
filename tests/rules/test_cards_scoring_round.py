"""Scoring rounds: completing tickets, all seats at once, and the half-time of four players."""

from __future__ import annotations

from itertools import permutations

from semafor.engine.cardgame.card_state import DONE, DRAW_DECK, PASS, CardAsk, CardHappened
from tests.card_position import TICKET, Event, Table, cards_of, complete, kinds, ticket_set, with_options

PITTSBURGH = "Los Angeles-Pittsburgh"  # 2 blue, 1 violet, 1 white, 18 points
CHICAGO = "New York-Chicago/2"  # 1 blue, 5 points
DENVER = "Seattle-Denver"  # 1 green, 1 black, 10 points


def test_wild_replaces_any_card() -> None:
    """CRD-14: the rulebook's example: three cards of the right colours and a locomotive."""
    table = Table().tickets(0, PITTSBURGH).track(0, "1 blue, 1 violet, 1 white, 1 wild")
    table.score_round()
    assert table.legal(0) == {complete(PITTSBURGH), DONE}


def test_too_few_cards() -> None:
    """CRD-14: without the wild the ticket cannot be completed; the seat can only say so."""
    table = Table().tickets(0, PITTSBURGH).track(0, "1 blue, 1 violet, 1 white, 5 red")
    table.score_round()
    assert table.legal(0) == {DONE}


def test_card_serves_one_ticket() -> None:
    """CRD-14: two tickets that want the same last blue card exclude each other."""
    table = Table().tickets(0, PITTSBURGH, CHICAGO, DENVER)
    table.track(0, "2 blue, 1 violet, 1 white, 1 green, 1 wild")
    table.score_round()
    assert table.legal(0) == {complete(PITTSBURGH), complete(CHICAGO), complete(DENVER), DONE}
    table.play(0, complete(PITTSBURGH))
    assert table.legal(0) == {complete(CHICAGO), complete(DENVER), DONE}
    table.play(0, complete(DENVER))
    assert table.legal(0) == {DONE}


def test_cards_of_hand_and_siding_do_not_count() -> None:
    """CRD-14: only the on-track pile pays."""
    table = Table().tickets(0, CHICAGO).hand(0, "1 blue").row(0, "blue", 2)
    table.last_turn(1)
    table.play(1, PASS)
    assert table.legal(0) == {DONE}


def test_completed_tickets_score() -> None:
    """CRD-15: completed tickets are worth their points and leave the hand."""
    table = Table().tickets(0, CHICAGO, DENVER).track(0, "1 blue, 1 green, 1 black").tickets(1, PITTSBURGH)
    table.score_round()
    table.play(0, complete(CHICAGO))
    table.play(0, DONE)
    assert table.state.score[0] == 0, "nothing happens until all are done"
    events = table.play(1, DONE)
    assert events[0] == Event(CardHappened.COMPLETED, 0, (TICKET[CHICAGO], 0, 0, 0, 0, 0))
    assert table.state.score[0] == 5
    assert table.state.completed[0] == ticket_set([CHICAGO])
    assert table.state.tickets[0] == ticket_set([DENVER])
    assert table.state.completing[0] == 0


def test_order_of_answers_changes_nothing() -> None:
    """CRD-14: seats complete in any order, with the same end."""
    plans = [[complete(CHICAGO), complete(DENVER), DONE], [DONE], [complete(PITTSBURGH), DONE]]
    ends = set()
    for order in permutations(range(3)):
        table = Table(3).tickets(0, CHICAGO, DENVER).track(0, "4 wild")
        table.tickets(2, PITTSBURGH).track(2, "2 blue, 2 violet, 1 wild, 1 white")
        table.score_round()
        for seat in order:
            for action in plans[seat]:
                table.play(seat, action)
        ends.add(table.state.tobytes())
    assert len(ends) == 1


def test_game_of_two_or_three_ends_after_one_round() -> None:
    """CRD-16: the game is over after the scoring round."""
    for players in (2, 3):
        table = Table(players)
        table.score_round()
        for seat in range(players):
            events = table.play(seat, DONE)
        assert kinds(events)[-1] == CardHappened.GAME_OVER
        assert table.state.over
        assert table.asks() == [CardAsk.NOTHING] * players


def four_at_half_time() -> Table:
    """A game of four with cards in every place, before the last answer of the first round."""
    table = Table(4).hand(0, "2 red").tickets(0, CHICAGO, DENVER).track(0, "2 blue, 3 wild")
    table.row(1, "green", 2, wilds=1).track(1, "4 black").market("red", "wild", "white").hand(3, "9 orange")
    table.state.discards[:] = 2
    table.score_round(last=2)
    table.play(0, complete(CHICAGO))
    for seat in (0, 1, 3):
        table.play(seat, DONE)
    return table


def test_second_half_of_four_players() -> None:
    """CRD-17: all cards but the hands make a new deck; four to each, five face up; the next seat begins."""
    table = four_at_half_time()
    before = table.state.hand.copy()
    events = table.play(2, DONE)
    state = table.state
    everything = 18 + 5 + 3 + 4 + 3  # discards, both piles, the row, the market
    assert state.half == 2
    assert state.deck_end == everything
    assert state.deck_end - state.deck_next == everything - 16 - 5
    assert [int(cards) for cards in (state.hand - before).sum(axis=1)] == [4, 4, 4, 4, 0, 0]
    assert (state.hand >= before).all()
    for pile in (state.track, state.siding, state.siding_wilds, state.discards):
        assert not pile.any()
    assert state.tickets[0] == ticket_set([DENVER])
    assert table.asks() == [CardAsk.NOTHING, CardAsk.NOTHING, CardAsk.NOTHING, CardAsk.TURN]
    assert not state.last_round
    assert DRAW_DECK in table.legal(3)
    dealt = [event.seat for event in events if event.kind == CardHappened.DEALT]
    assert dealt == [3, 0, 1, 2] * 4


def test_second_round_adds_to_the_scores() -> None:
    """CRD-17: what is completed in the second half comes on top, and then the game is over."""
    table = four_at_half_time()
    table.play(2, DONE)
    table.track(0, "1 green, 1 black").ticket_deck()
    table.state.hand[:] = 0
    table.state.deck_next = table.state.deck_end
    table.score_round(last=1)
    table.play(0, complete(DENVER))
    for seat in range(4):
        table.play(seat, DONE)
    assert table.state.score[0] == 15
    assert table.state.over
    assert table.state.half == 2


def test_hoarded_cards_leave_a_short_second_half() -> None:
    """CRD-17, CRD-12: too few cards are dealt as far as they go, and the last round begins at once."""
    table = Table(4).market("red", "white", "black").row(1, "green", 2)
    table.score_round(last=3)
    for seat in range(4):
        events = table.play(seat, DONE)
    assert [int(hand.sum()) for hand in table.state.hand[:4]] == [2, 1, 1, 1]
    assert kinds(events)[-2:] == [CardHappened.LAST_ROUND, CardHappened.TURN_BEGAN]
    for seat in range(4):
        table.state.hand[seat] = 0
        table.play(seat, PASS)
    assert table.asks() == [CardAsk.COMPLETE] * 4


def test_halves_are_an_option() -> None:
    """CRD-17: which numbers of players have a second half is data."""
    table = Table(3, with_options(halves_with=(3,), half_hand=1))
    table.market(*["red"] * 5).score_round()
    for seat in range(3):
        table.play(seat, DONE)
    assert table.state.half == 2
    assert [cards_of(hand) for hand in table.state.hand[:3]] == [{"red": 1}] * 3


def test_open_track_is_a_fact() -> None:
    """CRD-5: the facts say whether owners may look at their piles."""
    assert not Table().facts.open_track
    assert Table(board=with_options(open_track=True)).facts.open_track

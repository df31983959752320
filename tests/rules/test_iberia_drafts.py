"""The two ticket drafts of Iberia: all at once, left then right, exactly four kept, and when."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations

import msgspec
import pytest

from semafor import Game, View
from semafor.events import DraftBegan, DraftCardDrawn
from tests.rules.drafting import answer_all, draft
from tests.rules.table import own, refused, state_bytes, texts, ticket_deck

Start = Callable[[], Game]
PLAYERS = 3
EVERYONE = tuple(range(PLAYERS))
CALM_MARKET = ["green", "green", "white", "white", "black"]


def second_draft(players: int = PLAYERS, **said: object) -> Game:
    """A game in which the turn just ended brings the second draft."""
    tickets = {seat: [first] for seat, first in enumerate(["León-Pamplona", "Albacete-Palma", "France-León"])}
    described = {"drafts": 1, "deck": ["draft", "red", "blue"], "tickets": tickets, "market": CALM_MARKET}
    game = Game.position({"board": "iberia", "players": players, **described, **said})
    game.play("draw deck")
    game.play("draw deck")
    return game


def first_draft(seed: int = 5) -> Game:
    return Game.new("iberia", players=PLAYERS, seed=seed, first=0)


def without_waiting(view: View) -> View:
    """Return the view without the fields that say who has to decide."""
    seats = tuple(msgspec.structs.replace(seat, asked=False) for seat in view.seats)
    return msgspec.structs.replace(view, pending=(), seats=seats)


DRAFTS = [pytest.param(first_draft, id="first"), pytest.param(second_draft, id="second")]


@pytest.mark.rule("IBE-3")
@pytest.mark.rule("IBE-7")
@pytest.mark.parametrize(("start", "step"), [(first_draft, 1), (second_draft, -1)], ids=["left", "right"])
def test_hands_travel_left_in_the_first_draft_and_right_in_the_second(start: Start, step: int) -> None:
    game = start()
    for size in range(6, 1, -1):
        hands = [own(game, seat).offer for seat in EVERYONE]
        assert [len(hand) for hand in hands] == [size] * PLAYERS
        picks = [hand[seat % size] for seat, hand in enumerate(hands)]
        for seat, pick in enumerate(picks):
            game.play(f"pick {pick}", seat)
        if size > 2:
            for seat in EVERYONE:
                rest = [ticket for ticket in hands[seat] if ticket != picks[seat]]
                assert list(own(game, (seat + step) % PLAYERS).offer) == rest
    for seat in EVERYONE:
        assert len(own(game, seat).offer) == 6  # the last ticket is not a choice
        assert own(game, seat).ask == "draft-keep"


@pytest.mark.rule("IBE-3")
@pytest.mark.parametrize("start", DRAFTS)
def test_a_chosen_ticket_cannot_be_changed(start: Start) -> None:
    game = start()
    first, other = own(game, 1).offer[:2]
    game.play(f"pick {first}", 1)
    assert own(game, 1).chosen == (first,)
    assert refused(game, f"pick {other}", 1) == "not-your-turn"
    answer_all(game, (2, 0))
    assert all(first not in own(game, seat).offer for seat in EVERYONE)
    assert own(game, 1).chosen == (first,)
    assert refused(game, f"pick {first}", 1) == "not-offered"


@pytest.mark.rule("IBE-3")
@pytest.mark.rule("BASE-23")
@pytest.mark.parametrize("start", DRAFTS)
def test_nobody_sees_what_another_seat_has_just_chosen(start: Start) -> None:
    game = start()
    for _ in range(6):
        for answering in (1, 0):
            viewers = [viewer for viewer in (*EVERYONE, None) if viewer != answering]
            before = [without_waiting(game.view(viewer)) for viewer in viewers]
            events = [game.events(viewer=viewer) for viewer in viewers]
            moves = {viewer: texts(game, viewer) for viewer in game.pending if viewer != answering}
            game.play(game.moves(answering)[-1], answering)
            assert answering not in game.pending
            assert [without_waiting(game.view(viewer)) for viewer in viewers] == before
            assert [game.events(viewer=viewer) for viewer in viewers] == events
            assert {viewer: texts(game, viewer) for viewer in game.pending} == moves
        answer_all(game, (2,))


@pytest.mark.rule("IBE-3")
@pytest.mark.rule("BASE-23")
@pytest.mark.parametrize("start", DRAFTS)
def test_the_order_of_the_answers_changes_nothing(start: Start) -> None:
    outcomes, histories = set(), set()
    for order in permutations(EVERYONE):
        game = start()
        for turn in range(6):
            for seat in order:
                game.play(game.moves(seat)[(seat + turn) % len(game.moves(seat))], seat)
        outcomes.add(state_bytes(game))
        histories.add("\n".join(str(event) for event in game.events(viewer="all")))
    assert len(outcomes) == len(histories) == 1


@pytest.mark.rule("IBE-3")
@pytest.mark.parametrize("start", DRAFTS)
def test_every_seat_may_answer_at_any_moment(start: Start) -> None:
    game = start()
    waiting = set(EVERYONE)
    for seat in (2, 0, 1):
        assert set(game.pending) == waiting
        answer_all(game, (seat,))
        waiting -= {seat}
    assert game.pending == EVERYONE


@pytest.mark.rule("IBE-4")
@pytest.mark.rule("IBE-7")
@pytest.mark.parametrize("start", DRAFTS)
def test_exactly_four_of_six_are_kept(start: Start) -> None:
    game = start()
    for _ in range(5):
        answer_all(game, EVERYONE)
    six = own(game, 0).offer
    assert len(texts(game, 0)) == 15
    for number in (0, 3, 5, 6):
        assert refused(game, f"keep {', '.join(six[:number]) or 'nothing'}", 0) == "wrong-number-kept"
    before = own(game, 0).tickets
    game.play(f"keep {', '.join(six[1:5])}", 0)
    answer_all(game, (1, 2))
    assert set(own(game, 0).tickets) == {*before, *six[1:5]}


@pytest.mark.rule("IBE-4")
def test_the_rejected_of_the_first_draft_are_shuffled_into_the_deck() -> None:
    at_the_bottom = []
    for seed in range(6):
        game = first_draft(seed)
        for _ in range(5):
            answer_all(game, EVERYONE)
        rejected = {ticket for seat in EVERYONE for ticket in own(game, seat).offer[4:]}
        draft_deck = set(ticket_deck(game))
        answer_all(game, EVERYONE)
        assert set(ticket_deck(game)) == draft_deck | rejected
        at_the_bottom.append(set(ticket_deck(game)[-6:]) == rejected)
    assert not any(at_the_bottom)


@pytest.mark.rule("IBE-7")
def test_the_rejected_of_the_second_draft_are_shuffled_under_the_deck() -> None:
    orders = []
    for seed in range(4):
        game = second_draft(seed=seed)
        for _ in range(5):
            answer_all(game, EVERYONE)
        rejected = [ticket for seat in EVERYONE for ticket in own(game, seat).offer[4:]]
        deck = ticket_deck(game)
        answer_all(game, EVERYONE)
        assert ticket_deck(game)[: len(deck)] == deck
        beneath = ticket_deck(game)[len(deck) :]
        assert sorted(beneath) == sorted(rejected)
        orders.append(beneath == rejected)
    assert not all(orders)


@pytest.mark.rule("IBE-7")
def test_the_second_draft_waits_for_the_end_of_the_turn() -> None:
    game = Game.position({"board": "iberia", "players": 3, "drafts": 1, "deck": ["draft", "red", "blue"]})
    drawn = game.play("draw deck")
    assert DraftCardDrawn() in drawn
    assert own(game, 0).hand == {"red": 1}  # the draft card does not count as a drawn card
    assert (game.pending, own(game, 0).ask) == ((0,), "second-card")
    ended = game.play("draw deck")
    assert DraftBegan(2) in ended
    assert game.pending == EVERYONE
    draft(game)
    assert game.pending == (1,)
    assert game.view().drafts == 2


@pytest.mark.rule("IBE-7")
def test_a_draft_card_that_comes_as_a_replacement_is_set_aside_likewise() -> None:
    game = Game.position(
        {"board": "iberia", "players": 3, "drafts": 1, "market": CALM_MARKET, "deck": ["draft", "red"]}
    )
    drawn = game.play("draw market 5")
    assert DraftCardDrawn() in drawn
    assert game.view().market == ("green", "green", "white", "white", "red")
    game.play("draw market 1")
    assert {own(game, seat).ask for seat in EVERYONE} == {"pick"}


@pytest.mark.rule("IBE-7")
def test_the_draft_comes_after_a_single_open_wild_too() -> None:
    market = ["wild", *CALM_MARKET[:4]]
    game = Game.position(
        {"board": "iberia", "players": 3, "drafts": 1, "market": market, "deck": ["draft", "red"]}
    )
    assert DraftBegan(2) in game.play("draw market 1")


@pytest.mark.rule("IBE-7")
def test_tickets_of_the_first_draft_stay_untouched() -> None:
    game = second_draft()
    held = [own(game, seat).tickets for seat in EVERYONE]
    assert not {ticket for hand in held for ticket in hand} & {
        t for s in EVERYONE for t in own(game, s).offer
    }
    draft(game)
    for seat in EVERYONE:
        assert set(held[seat]) < set(own(game, seat).tickets)
        assert len(own(game, seat).tickets) == len(held[seat]) + 4


@pytest.mark.rule("IBE-14")
def test_a_game_that_ends_before_the_draft_card_has_no_second_draft() -> None:
    game = Game.position(
        {"board": "iberia", "players": 2, "drafts": 1, "deck": ["red", "blue", "draft"], "last_turns": 1}
    )
    game.play("draw deck")
    game.play("draw deck")
    assert game.over
    assert game.view().drafts == 1


@pytest.mark.rule("IBE-14")
def test_in_the_last_round_the_draft_comes_before_the_next_turn() -> None:
    game = second_draft(last_turns=2)
    assert game.pending == EVERYONE
    draft(game)
    assert (game.pending, game.view().last_turns) == ((1,), 1)
    game.play("draw deck")
    game.play("draw deck")
    assert game.over


@pytest.mark.rule("IBE-14")
def test_in_the_very_last_turn_there_is_no_draft() -> None:
    game = second_draft(last_turns=1)
    assert game.over
    assert game.pending == ()
    assert game.view().drafts == 1
    assert not any(isinstance(event, DraftBegan) for event in game.events())

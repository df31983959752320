"""BASE-16..20: tunnels."""

from __future__ import annotations

from typing import Any

import pytest

from semafor import Game
from semafor.events import DeckShuffled, TunnelTried, TurnedUp
from semafor.moves import Payment
from tests.positions import PLAIN_MARKET, hand, kinds, position, refused, texts

TUNNEL = "Madrid-Pamplona/black"


def try_tunnel(cards: str, *deck: str, hand: dict[str, int], **said: Any) -> Game:
    """A game in which the black tunnel of three spaces was tried."""
    game = position(hands={0: hand}, deck=list(deck), market=PLAIN_MARKET, **said)
    game.play(f"claim {TUNNEL} {cards}")
    return game


@pytest.mark.rule("BASE-16")
def test_each_matching_card_turned_up_asks_for_one_more() -> None:
    game = try_tunnel("3 black", "black", "wild", "red", hand={"black": 5, "wild": 2})
    attempt = game.view().attempt
    assert attempt is not None
    assert (attempt.turned, attempt.extra) == (("black", "wild", "red"), 2)
    assert texts(game) == {"pay 2 black", "pay 1 black 1 wild", "pay 2 wild", "refuse"}
    game.play("pay 1 black 1 wild")
    assert game.view().routes == {TUNNEL: 0}
    assert game.view().seats[0].pieces == {"train": 42}
    assert hand(game, 0) == {"black": 1, "wild": 1}
    assert game.pending == (1,)


@pytest.mark.rule("BASE-16")
def test_three_cards_are_turned_up_after_the_payment() -> None:
    game = position(hands={0: {"black": 3}}, deck=["white", "green", "red", "black"])
    events = game.play(f"claim {TUNNEL} 3 black")
    tried, turned = TunnelTried(0, TUNNEL, Payment("black", 3, 0)), TurnedUp(0, ("white", "green", "red"))
    assert events.index(tried) < events.index(turned)
    assert game.view().routes == {TUNNEL: 0}


@pytest.mark.rule("BASE-16")
def test_played_cards_lie_aside_until_the_tunnel_is_decided() -> None:
    game = try_tunnel("2 black 1 wild", "black", "red", "red", hand={"black": 4, "wild": 1})
    assert hand(game, 0) == {"black": 2}
    assert game.view().discards == {}
    attempt = game.view().attempt
    assert attempt is not None
    assert attempt.payment == Payment("black", 2, 1)


@pytest.mark.rule("BASE-16")
def test_extra_cards_have_the_colour_played() -> None:
    game = try_tunnel("3 black", "black", "red", "red", hand={"black": 4, "white": 3})
    assert texts(game, "pay") == {"1 black"}
    error = refused(game, "pay 1 white")
    assert (error.code, error.rule) == ("wrong-colour", "BASE-16")


@pytest.mark.rule("BASE-17")
def test_after_wilds_alone_only_wilds_count_and_pay() -> None:
    game = try_tunnel("3 wild", "black", "wild", "black", hand={"black": 5, "wild": 5})
    attempt = game.view().attempt
    assert attempt is not None
    assert attempt.extra == 1
    assert texts(game) == {"pay 1 wild", "refuse"}
    error = refused(game, "pay 1 black")
    assert (error.code, error.rule) == ("wrong-colour", "BASE-17")


@pytest.mark.rule("BASE-17")
def test_after_wilds_alone_no_plain_card_asks_for_more() -> None:
    game = try_tunnel("3 wild", "black", "black", "black", hand={"wild": 3})
    assert game.view().routes == {TUNNEL: 0}


@pytest.mark.rule("BASE-18")
def test_who_can_pay_may_refuse_and_takes_the_played_cards_back() -> None:
    game = try_tunnel("2 black 1 wild", "black", "red", "red", hand={"black": 5, "wild": 1})
    game.play("refuse")
    assert hand(game, 0) == {"black": 5, "wild": 1}
    assert game.view().routes == {}
    assert game.view().seats[0].pieces == {"train": 45}
    assert game.view().sides[0].score == 0
    assert game.pending == (1,)


@pytest.mark.rule("BASE-18")
def test_who_cannot_pay_must_refuse() -> None:
    game = try_tunnel("3 black", "black", "black", "red", hand={"black": 4, "red": 5})
    assert texts(game) == {"refuse"}
    error = refused(game, "pay 2 black")
    assert (error.code, error.rule) == ("cards-missing", "BASE-18")


@pytest.mark.rule("BASE-18")
def test_the_tunnel_is_claimed_when_nothing_more_is_asked_for() -> None:
    game = try_tunnel("3 black", "red", "white", "green", hand={"black": 3})
    assert game.view().routes == {TUNNEL: 0}
    assert game.pending == (1,)


@pytest.mark.rule("BASE-19")
@pytest.mark.parametrize(("answer", "black"), [("pay 1 black", 5), ("refuse", 1)])
def test_the_turned_up_cards_are_discarded_at_the_end_of_the_turn(answer: str, black: int) -> None:
    game = try_tunnel("3 black", "black", "red", "white", hand={"black": 4})
    assert game.view().discards == {}
    game.play(answer)
    assert game.view().discards == {"red": 1, "white": 1, "black": black}


@pytest.mark.rule("BASE-19")
def test_fewer_cards_are_turned_up_when_there_are_no_more() -> None:
    game = try_tunnel("3 black", "black", "red", hand={"black": 4}, rest=1)
    attempt = game.view().attempt
    assert attempt is not None
    assert (attempt.turned, attempt.extra) == (("black", "red"), 1)


@pytest.mark.rule("BASE-4")
@pytest.mark.rule("BASE-19")
def test_the_discards_are_turned_up_too() -> None:
    game = position(hands={0: {"black": 3}}, deck=["red"], market=PLAIN_MARKET, discards={"white": 5}, rest=1)
    events = game.play(f"claim {TUNNEL} 3 black")
    assert DeckShuffled(5) in events
    turned = [event.cards for event in events if isinstance(event, TurnedUp)]
    assert turned == [("red",), ("white", "white")]


@pytest.mark.rule("BASE-19")
def test_with_no_card_at_all_the_tunnel_is_claimed_without_a_check() -> None:
    game = position(hands={0: {"black": 3}}, market=PLAIN_MARKET, rest=1)
    events = game.play(f"claim {TUNNEL} 3 black")
    assert TurnedUp(0, ()) in events
    assert "Claimed" in kinds(events)
    assert game.view().routes == {TUNNEL: 0}


@pytest.mark.rule("BASE-20")
def test_on_a_grey_tunnel_the_colour_is_that_of_the_plain_cards() -> None:
    game = position(hands={0: {"green": 2, "red": 2, "wild": 1}}, deck=["red", "green", "blue"])
    game.play("claim Angora-Constantinople 1 green 1 wild")
    attempt = game.view().attempt
    assert attempt is not None
    assert attempt.extra == 1
    assert texts(game) == {"pay 1 green", "refuse"}


@pytest.mark.rule("BASE-18")
def test_the_table_knows_the_cards_that_go_back_after_giving_up() -> None:
    cards = {"black": 3, "red": 1}
    game = try_tunnel("3 black", "black", "black", "red", hand=cards, seen={0: {"black": 1, "red": 1}})
    assert game.view().seats[0].seen == {"red": 1}
    game.play("refuse")
    assert game.view().seats[0].seen == cards

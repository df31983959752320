"""BASE-1..9: cards, deck and market, drawing, and having nothing to do."""

from __future__ import annotations

import pytest

from semafor import Game, load_board
from semafor.events import DeckShuffled, Drew, MarketFilled, MarketSwept
from tests.positions import PLAIN_MARKET, hand, kinds, position, refused, texts


@pytest.mark.rule("BASE-1")
def test_a_wild_stands_for_any_colour() -> None:
    claims = {
        "Amsterdam-Bruxelles 1 wild",
        "Budapest-Wien/red 1 wild",
        "Budapest-Wien/white 1 wild",
        "Dieppe-Paris 1 wild",
    }
    assert texts(position(hands={0: {"wild": 1}}), "claim") == claims
    assert texts(position(hands={0: {"blue": 1}}), "claim") == set()


@pytest.mark.rule("BASE-2")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_after_the_deal_five_cards_lie_open_and_the_rest_is_the_deck(players: int) -> None:
    view = Game.new("europe", players=players, seed=3).view()
    assert [seat.cards for seat in view.seats] == [4] * players
    assert None not in view.market
    assert len(view.market) == 5
    assert view.deck + sum(view.discards.values()) == 110 - 4 * players - 5


@pytest.mark.rule("BASE-2")
def test_hands_are_secret() -> None:
    game = position(hands={0: {"red": 3, "wild": 1}, 1: {"blue": 2}})
    other = position(hands={0: {"black": 4}, 1: {"blue": 2}})
    assert game.view(1).seats == other.view(1).seats
    assert game.view(None).own is None
    assert game.view(0).own != other.view(0).own


@pytest.mark.rule("BASE-5")
def test_the_table_remembers_the_face_up_cards_that_a_seat_took_until_they_are_played() -> None:
    game = position(hands={0: {"red": 1}}, market=PLAIN_MARKET, deck=["red", "red"])
    taken = game.view().market[0]
    game.play("draw market 1")
    game.play("draw deck")
    assert game.view().seats[0].seen == {taken: 1}
    assert game.view().seats[1].seen == {}


@pytest.mark.rule("BASE-13")
def test_played_cards_may_be_those_that_the_table_had_seen() -> None:
    game = position(hands={0: {"red": 4, "wild": 1}}, seen={0: {"red": 3, "wild": 1}})
    game.play("claim Budapest-Wien/red 1 red")
    assert game.view().seats[0].seen == {"red": 2, "wild": 1}


@pytest.mark.rule("BASE-2")
def test_a_hand_has_no_limit() -> None:
    game = position(rest=0, deck=["red", "blue"], market=PLAIN_MARKET)
    assert sum(hand(game, 0).values()) == 103
    game.play("draw deck")
    game.play("draw deck")
    assert sum(hand(game, 0).values()) == 105


@pytest.mark.rule("BASE-3")
def test_three_wilds_sweep_the_market_as_often_as_needed() -> None:
    three_wilds = ["wild", "wild", "white", "white", "wild"]
    plain = ["black", "black", "violet", "violet", "violet"]
    game = position(market=["wild", "wild", "red", "red", "red"], deck=["wild", *three_wilds, *plain])
    events = game.play("draw market 5")
    swept = [event.cards for event in events if isinstance(event, MarketSwept)]
    assert swept == [("wild", "wild", "red", "red", "wild"), tuple(three_wilds)]
    assert game.view().market == tuple(plain)
    assert game.view().discards == {"wild": 6, "red": 2, "white": 2}


@pytest.mark.rule("BASE-3")
def test_two_wilds_stay() -> None:
    game = position(market=["wild", "wild", "red", "red", "red"], deck=["blue"])
    game.play("draw market 5")
    assert game.view().market == ("wild", "wild", "red", "red", "blue")


@pytest.mark.rule("BASE-3")
def test_the_market_is_swept_at_set_up_too() -> None:
    games = [Game.new("europe", players=5, seed=seed) for seed in range(150)]
    assert all(game.view().market.count("wild") < 3 for game in games)
    assert any("MarketSwept" in kinds(game.events()) for game in games)


@pytest.mark.rule("BASE-3")
def test_the_market_stays_where_too_few_plain_cards_are_left() -> None:
    game = position(market=["wild", "wild", "red", "red", "red"], deck=["wild", "wild"], rest=1)
    events = game.play("draw market 5")
    assert "MarketSwept" not in kinds(events)
    assert game.view().market == ("wild", "wild", "red", "red", "wild")


@pytest.mark.rule("BASE-3")
@pytest.mark.parametrize("seed", range(5))
def test_a_sweep_of_two_fives_with_three_wilds_each_ends(seed: int) -> None:
    deck = ["wild", "wild", "wild", "wild", "blue", "blue"]
    game = position(market=["wild", "wild", "red", "red", "red"], deck=deck, rest=1, seed=seed)
    events = game.play("draw market 5")
    view = game.view()
    assert "MarketSwept" in kinds(events)
    assert view.market.count("wild") < 3
    assert None not in view.market
    assert view.deck + sum(view.discards.values()) == 5


@pytest.mark.rule("BASE-3")
@pytest.mark.parametrize(("seed", "sweeps"), [(7, 5), (8, 6), (16, 7)])
def test_beyond_the_fourth_sweeps_in_a_row_are_told_together(seed: int, sweeps: int) -> None:
    deck = ["wild", "wild", "wild", "wild", "blue", "blue"]
    game = position(market=["wild", "wild", "red", "red", "red"], deck=deck, rest=1, seed=seed)
    events = game.play("draw market 5")
    told = [n for n, event in enumerate(events) if isinstance(event, MarketSwept)]
    assert [events[n].times for n in told] == [1, 1, 1, sweeps - 3]  # type: ignore[union-attr]  # sweeps all
    filled = [event for event in events[told[-1] :] if isinstance(event, MarketFilled)]
    assert [event.market for event in filled] == [1, 2, 3, 4, 5], "those in between are not told"
    assert tuple(event.card for event in filled) == game.view().market


@pytest.mark.rule("BASE-3")
@pytest.mark.parametrize("seed", range(5))
def test_a_sweep_turns_up_the_last_five_of_the_deck_as_they_lie(seed: int) -> None:
    five = ["black", "black", "violet", "wild", "wild"]
    game = position(market=["wild", "wild", "red", "red", "red"], deck=["wild", *five], rest=1, seed=seed)
    events = game.play("draw market 5")
    assert game.view().market == tuple(five)
    assert [event for event in events if isinstance(event, DeckShuffled)] == [DeckShuffled(5)]
    assert game.view().deck == 5


@pytest.mark.rule("BASE-4")
def test_an_empty_deck_is_made_of_the_discards_at_once() -> None:
    game = position(market=PLAIN_MARKET, deck=["red"], discards={"blue": 5, "white": 2}, rest=1)
    events = game.play("draw deck")
    assert DeckShuffled(7) in events
    assert game.view().deck == 7
    assert game.view().discards == {}
    assert texts(game, "draw") >= {"deck"}


@pytest.mark.rule("BASE-4")
def test_the_last_card_is_told_before_the_new_deck() -> None:
    said = {"market": PLAIN_MARKET, "discards": {"blue": 5, "white": 2}, "rest": 1}
    game = position(deck=["red"], **said)
    assert kinds(game.play("draw deck")) == ["Drew", "DeckShuffled"]
    game = position(deck=["red"], **said)
    assert kinds(game.play("draw market 1")) == ["Drew", "MarketFilled", "DeckShuffled"]
    game = position(deck=["red", "white"], hands={0: {"black": 3}}, **said)
    told = ["TunnelTried", "TurnedUp", "DeckShuffled", "TurnedUp"]
    assert kinds(game.play("claim Madrid-Pamplona/black 3 black"))[:4] == told


@pytest.mark.rule("BASE-4")
def test_the_new_deck_is_shuffled() -> None:
    drawn = set()
    for seed in range(6):
        game = position(
            market=PLAIN_MARKET, deck=["red"], discards={"blue": 6, "white": 6}, rest=1, seed=seed
        )
        game.play("draw deck")
        cards = []
        for _ in range(3):
            (taken,) = (event.card for event in game.play("draw deck") if isinstance(event, Drew))
            cards.append(taken)
        drawn.add(tuple(cards))
    assert len(drawn) > 1


@pytest.mark.rule("BASE-4")
def test_gaps_in_the_market_are_filled_as_soon_as_there_are_cards() -> None:
    game = position(market=["red", None, None, None, None], hands={0: {"black": 1}}, rest=1)
    events = game.play("claim Amsterdam-Bruxelles 1 black")
    assert DeckShuffled(1) in events
    assert MarketFilled(2, "black") in events
    assert game.view().market == ("red", "black", None, None, None)


@pytest.mark.rule("BASE-5")
def test_two_cards_are_taken_one_after_the_other() -> None:
    game = position(market=PLAIN_MARKET, deck=["black", "white", "violet"])
    game.play("draw market 2")
    assert game.view().market == ("red", "black", "yellow", "green", "blue")
    assert texts(game) == {"draw deck", *(f"draw market {place}" for place in range(1, 6))}
    game.play("draw market 2")
    assert hand(game, 0) == {"orange": 1, "black": 1}
    assert game.view().market == ("red", "white", "yellow", "green", "blue")
    assert game.pending == (1,)


@pytest.mark.rule("BASE-5")
def test_each_card_may_come_from_the_deck() -> None:
    game = position(market=PLAIN_MARKET, deck=["black", "white"])
    game.play("draw deck")
    game.play("draw deck")
    assert hand(game, 0) == {"black": 1, "white": 1}
    assert game.view().market == tuple(PLAIN_MARKET)
    assert game.pending == (1,)


@pytest.mark.rule("BASE-6")
def test_an_open_wild_is_the_only_card_taken() -> None:
    game = position(market=["wild", "red", "red", "red", "red"], deck=["blue"])
    game.play("draw market 1")
    assert hand(game, 0) == {"wild": 1}
    assert game.pending == (1,)


@pytest.mark.rule("BASE-6")
def test_an_open_wild_cannot_be_the_second_card_even_as_a_replacement() -> None:
    game = position(market=["wild", "red", "red", "red", "red"], deck=["wild"])
    game.play("draw market 2")
    assert game.view().market == ("wild", "wild", "red", "red", "red")
    assert texts(game, "draw") == {"deck", "market 3", "market 4", "market 5"}
    for place in (1, 2):
        error = refused(game, f"draw market {place}")
        assert (error.code, error.rule) == ("wild-second", "BASE-6")


@pytest.mark.rule("BASE-7")
def test_a_wild_drawn_blind_counts_as_one_ordinary_card() -> None:
    game = position(deck=["wild", "wild"])
    game.play("draw deck")
    assert game.pending == (0,)
    game.play("draw deck")
    assert hand(game, 0) == {"wild": 2}
    assert game.pending == (1,)


@pytest.mark.rule("BASE-8")
def test_drawing_cannot_be_chosen_when_deck_and_discards_are_empty() -> None:
    game = position(market=["red", "red", "wild", "blue", "blue"], hands={0: {"red": 1}}, rest=1)
    assert texts(game, "draw") == {"tickets"}
    for move in ("draw deck", "draw market 1", "draw market 3"):
        error = refused(game, move)
        assert (error.code, error.rule) == ("deck-exhausted", "BASE-8")


@pytest.mark.rule("BASE-8")
def test_a_second_open_card_may_be_taken_when_the_first_emptied_everything() -> None:
    game = position(market=["red", "red", "wild", "blue", "blue"], deck=["green"], rest=1)
    game.play("draw deck")
    assert texts(game) == {f"draw market {place}" for place in (1, 2, 4, 5)}
    game.play("draw market 4")
    assert hand(game, 0) == {"green": 1, "blue": 1}
    assert game.view().market == ("red", "red", "wild", None, "blue")


def festival_deck(market: list[str]) -> Game:
    """A deck of festival cards alone, all transport cards in hands and market."""
    said = {"board": "iberia", "market": market, "deck": ["sevilla"], "rest": 1}
    held = {f.id: f.cards for f in load_board("iberia").festivals}
    held["sevilla"] -= 2
    return position(festivals_held={1: held}, **said)


@pytest.mark.rule("BASE-8")
def test_a_deck_of_festival_cards_alone_may_be_drawn_from() -> None:
    game = festival_deck(["red", "red", "wild", "blue", "blue"])
    assert game.view().deck == 2
    assert texts(game, "draw") >= {"deck", "market 1", "market 3"}
    assert kinds(game.play("draw deck")) == ["FestivalOpened", "FestivalOpened"]
    assert (hand(game, 0), game.view().festivals["sevilla"], game.view().deck) == ({}, 2, 0)
    assert texts(game) == {f"draw market {place}" for place in (1, 2, 4, 5)}
    game.play("draw market 4")
    assert hand(game, 0) == {"blue": 1}
    assert game.pending == (1,)


@pytest.mark.rule("BASE-8")
def test_the_turn_ends_when_such_a_deck_leaves_nothing_to_take() -> None:
    game = festival_deck(["wild"] * 5)
    game.play("draw deck")
    assert hand(game, 0) == {}
    assert game.pending == (1,)
    assert "draw deck" not in texts(game)


@pytest.mark.rule("BASE-8")
def test_the_turn_ends_when_no_second_card_can_be_taken() -> None:
    game = position(market=["wild"] * 5, deck=["green"], rest=1)
    game.play("draw deck")
    assert hand(game, 0) == {"green": 1}
    assert game.pending == (1,)


@pytest.mark.rule("BASE-9")
def test_whoever_has_no_legal_action_passes() -> None:
    game = position(market=["red"] * 5, rest=1, other_tickets="out")
    assert texts(game) == {"pass"}
    game.play("pass")
    assert game.pending == (1,)
    assert not game.over


@pytest.mark.rule("BASE-9")
def test_nobody_passes_who_can_do_something() -> None:
    game = position(market=["red"] * 5, rest=1)
    assert texts(game) == {"draw tickets"}
    assert refused(game, "pass").rule == "BASE-9"


@pytest.mark.rule("BASE-9")
def test_the_game_ends_when_every_player_in_turn_had_to_pass() -> None:
    for passed, over in ((0, False), (1, True)):
        game = position(market=["red"] * 5, rest=1, other_tickets="out", passes=passed)
        assert texts(game) == {"pass"}
        assert ("GameOver" in kinds(game.play("pass", 0))) == over
        assert game.over == over


@pytest.mark.rule("BASE-9")
def test_an_action_between_the_passes_keeps_the_game_going() -> None:
    market = ["red", "red", "red", "red", None]
    said = {"market": market, "hands": {0: {"black": 1}}, "rest": 2, "other_tickets": "out"}
    game = position(players=3, passes=2, **said)
    game.play("claim Amsterdam-Bruxelles 1 black")
    game.play("pass", 1)
    assert not game.over
    assert game.pending == (2,)

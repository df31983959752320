"""The rules of Iberia, IBE-1 to IBE-14, each from a position; the drafts are in `test_iberia_drafts`."""

from __future__ import annotations

import pytest

from semafor import Game, load_board
from semafor.events import DeckShuffled, FestivalOpened
from tests.rules.drafting import draft, draft_card_at
from tests.rules.table import own, refused, texts

FESTIVALS = {festival.id: festival.cards for festival in load_board("iberia").festivals}
THIRTY_TRAINS = (
    "Badajoz-Madrid/red",
    "France-Pamplona/violet",
    "Madrid-Zaragoza/yellow",
    "Barcelona-Valencia/violet",
    "Porto-Salamanca/green",
    "León-Vigo",
    "Burgos-Zaragoza",
)


def iberia(players: int = 2, **said: object) -> Game:
    return Game.position({"board": "iberia", "players": players, **said})


@pytest.mark.rule("IBE-1")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_what_a_table_starts_with(players: int) -> None:
    view = Game.new("iberia", players=players, seed=4).view()
    assert [seat.pieces for seat in view.seats] == [{"train": 35}] * players
    assert [seat.cards for seat in view.seats] == [4] * players
    assert None not in view.market
    assert view.market.count("wild") < 3
    assert view.deck + sum(view.discards.values()) == 110 + 54 + 1 - 4 * players - 5
    assert view.ticket_deck == 50 - 6 * players
    assert sum(FESTIVALS.values()) == 54


@pytest.mark.rule("IBE-2")
@pytest.mark.parametrize(("players", "part"), [(2, (1, 2)), (3, (2, 3)), (4, (3, 4)), (5, (3, 4))])
@pytest.mark.parametrize("seed", range(3))
def test_the_draft_card_lies_at_its_part_of_the_stack(players: int, part: tuple[int, int], seed: int) -> None:
    game = Game.new("iberia", players=players, seed=seed)
    stack = game.view().deck - 1
    draft(game)
    assert draft_card_at(game) == stack * part[0] // part[1]


@pytest.mark.rule("IBE-2")
def test_hands_and_market_are_dealt_before_festivals_are_shuffled_in() -> None:
    openings = []
    for seed in range(8):
        game = Game.new("iberia", players=2, seed=seed)
        assert not any(isinstance(event, FestivalOpened) for event in game.events())
        draft(game)
        draft_card_at(game)
        openings.append(sum(isinstance(event, FestivalOpened) for event in game.events()))
    assert all(10 < number < 44 for number in openings)  # about half of the 54, so well mixed
    assert len(set(openings)) > 1


@pytest.mark.rule("IBE-5")
@pytest.mark.parametrize("players", [2, 3])
def test_with_few_players_a_double_closes(players: int) -> None:
    game = iberia(players, routes={"Madrid-Salamanca/orange": 0}, hands={1: {"white": 2}}, turn=1)
    assert refused(game, "claim Madrid-Salamanca/white 2 white") == "strand-closed"


@pytest.mark.rule("IBE-5")
@pytest.mark.parametrize("players", [4, 5])
def test_with_many_players_a_double_takes_two_but_not_the_same(players: int) -> None:
    hands = {0: {"white": 2}, 1: {"white": 2}}
    routes = {"Madrid-Salamanca/orange": 0}
    claim = "claim Madrid-Salamanca/white 2 white"
    assert refused(iberia(players, routes=routes, hands=hands), claim) == "own-strand"
    game = iberia(players, routes=routes, hands=hands, turn=1)
    game.play(claim)
    assert game.view().routes["Madrid-Salamanca/white"] == 1


@pytest.mark.rule("IBE-5")
def test_france_is_an_ordinary_place() -> None:
    routes = {"Barcelona-France/yellow": 0, "France-Pamplona/violet": 0, "Bilbao-Pamplona/red": 0}
    side = iberia(routes=routes).result().sides[0]
    assert side.line == ("Barcelona-France/yellow", "France-Pamplona/violet", "Bilbao-Pamplona/red")
    assert side.routes == 4 + 10 + 1
    game = iberia(routes={"Barcelona-France/yellow": 0}, hands={1: {"green": 3}}, turn=1)
    assert refused(game, "claim Barcelona-France/green 3 green") == "strand-closed"


@pytest.mark.rule("IBE-5")
def test_ferries_ask_for_wilds_and_there_are_no_tunnels() -> None:
    game = iberia(hands={0: {"red": 3, "wild": 3, "blue": 3}})
    assert [text for text in texts(game) if "Alicante-Palma" in text] == [
        "claim Alicante-Palma 1 red 3 wild",
        "claim Alicante-Palma 1 blue 3 wild",
    ]
    assert refused(game, "claim Alicante-Palma 2 red 2 wild") == "too-few-wilds"
    assert refused(game, "claim Barcelona-Palma/blue 2 red 1 wild") == "wrong-colour"
    assert not any(route.tunnel for route in game.board.routes)


@pytest.mark.rule("IBE-6")
def test_a_festival_drawn_blind_is_laid_open_and_no_drawn_card() -> None:
    game = iberia(deck=["sevilla", "madrid", "sevilla", "red", "blue"])
    game.play("draw deck")
    assert own(game, 0).hand == {"red": 1}
    assert {f: n for f, n in game.view().festivals.items() if n} == {"sevilla": 2, "madrid": 1}
    assert own(game, 0).ask == "second-card"
    game.play("draw deck")
    assert own(game, 0).hand == {"red": 1, "blue": 1}


@pytest.mark.rule("IBE-6")
def test_a_festival_turned_up_as_replacement_is_laid_open() -> None:
    market = ["green", "green", "white", "white", "black"]
    game = iberia(market=market, deck=["porto", "lisboa", "red"])
    game.play("draw market 3")
    assert game.view().market == ("green", "green", "red", "white", "black")
    assert {f: n for f, n in game.view().festivals.items() if n} == {"porto": 1, "lisboa": 1}


@pytest.mark.rule("IBE-6")
def test_festivals_turned_up_while_the_market_is_swept_are_laid_open() -> None:
    market = ["wild", "green", "wild", "white", "black"]
    game = iberia(
        market=market, deck=["porto", "wild", "red", "lisboa", "red", "blue", "blue", "porto", "green"]
    )
    game.play("draw market 2")
    assert game.view().market == ("red", "red", "blue", "blue", "green")
    assert {f: n for f, n in game.view().festivals.items() if n} == {"porto": 2, "lisboa": 1}
    assert game.view().discards == {"white": 1, "black": 1, "wild": 3}


@pytest.mark.rule("IBE-8")
def test_a_new_deck_has_train_cards_only() -> None:
    game = iberia(
        market=["white"] * 5,
        festivals_held={0: {"sevilla": 2}, 1: {f: n for f, n in FESTIVALS.items() if f != "sevilla"}},
        festivals_open={"sevilla": 2},
        deck=["red", "sevilla"],
        discards={"green": 9},
        rest=1,
    )
    game.play("draw deck")
    assert game.view().festivals["sevilla"] == 2  # the third lies still on the deck
    shuffled = game.play("draw deck")
    assert DeckShuffled(9) in shuffled
    assert game.view().festivals["sevilla"] == 3
    assert game.view().deck == 8
    assert own(game, 0).hand == {"red": 1, "green": 1}


@pytest.mark.rule("IBE-9")
def test_festival_cards_at_one_end_may_all_be_taken() -> None:
    game = iberia(hands={0: {"green": 2}}, festivals_open={"sevilla": 3, "madrid": 1})
    game.play("claim Badajoz-Sevilla/green 2 green")
    assert set(texts(game)) == {"festival sevilla", "festival none"}
    assert refused(game, "festival Madrid") == "no-festival"
    game.play("festival Sevilla")
    assert own(game, 0).festivals == {"sevilla": 3}
    assert (game.view().festivals["sevilla"], game.view().festivals["madrid"]) == (0, 1)
    assert game.view().discards == {"green": 2}
    assert game.pending == (1,)


@pytest.mark.rule("IBE-9")
def test_festival_cards_may_be_declined_and_stay_for_others() -> None:
    game = iberia(hands={0: {"green": 2}, 1: {"red": 1}}, festivals_open={"sevilla": 3})
    game.play("claim Badajoz-Sevilla/green 2 green")
    game.play("festival none")
    assert own(game, 0).festivals == {}
    assert game.view().festivals["sevilla"] == 3
    game.play("claim Córdoba-Sevilla/red 1 red")
    game.play("festival Sevilla")
    assert own(game, 1).festivals == {"sevilla": 3}


@pytest.mark.rule("IBE-9")
@pytest.mark.parametrize(("taken", "left"), [("Córdoba", "sevilla"), ("Sevilla", "cordoba")])
def test_of_two_festival_cities_one_is_chosen(taken: str, left: str) -> None:
    game = iberia(hands={0: {"red": 1}}, festivals_open={"sevilla": 2, "cordoba": 2})
    game.play("claim Córdoba-Sevilla/red 1 red")
    assert set(texts(game)) == {"festival cordoba", "festival sevilla", "festival none"}
    game.play(f"festival {taken}")
    assert sum(own(game, 0).festivals.values()) == 2
    assert {f: n for f, n in game.view().festivals.items() if n} == {left: 2}
    assert game.pending == (1,)


@pytest.mark.rule("IBE-9")
def test_without_open_cards_nothing_is_asked() -> None:
    game = iberia(hands={0: {"red": 1}}, festivals_open={"madrid": 2})
    game.play("claim Córdoba-Sevilla/red 1 red")
    assert game.pending == (1,)


@pytest.mark.rule("IBE-9")
def test_a_pile_is_its_owners_secret() -> None:
    piles = ({"sevilla": 3}, {"madrid": 2, "porto": 1})
    games = [iberia(festivals_held={0: pile}, market=["white"] * 5) for pile in piles]
    for game, pile in zip(games, piles, strict=True):
        assert own(game, 0).festivals == pile
        assert own(game, 1).festivals == {}
        assert game.view(1).seats[0].festivals == 3
    assert games[0].view(1) == games[1].view(1)
    assert games[0].view() == games[1].view()


@pytest.mark.rule("IBE-10")
@pytest.mark.parametrize(
    ("route", "place"),
    [("Porto-Vigo/white", "Porto"), ("Coimbra-Lisboa/green", "Coimbra"), ("Coimbra-Porto/blue", "Coimbra")],
)
def test_porto_and_coimbra_share_one_festival(route: str, place: str) -> None:
    game = iberia(hands={0: {"white": 1, "green": 2, "blue": 1}}, festivals_open={"porto": 3})
    claim = next(text for text in texts(game) if route in text)
    game.play(claim)
    assert set(texts(game)) == {"festival porto", "festival none"}
    game.play(f"festival {place}")
    assert own(game, 0).festivals == {"porto": 3}
    assert game.view().festivals["porto"] == 0


@pytest.mark.rule("IBE-10")
@pytest.mark.parametrize("place", ["Porto", "Coimbra"])
def test_a_route_between_them_takes_the_cards_under_either_name(place: str) -> None:
    game = iberia(hands={0: {"blue": 1}}, festivals_open={"porto": 2})
    game.play("claim Coimbra-Porto/blue 1 blue")
    game.play(f"festival {place}")
    assert own(game, 0).festivals == {"porto": 2}


@pytest.mark.rule("IBE-11")
def test_tickets_can_be_drawn_only_after_the_second_draft() -> None:
    assert refused(iberia(drafts=1), "draw tickets") == "before-draft"
    top = ["Almería-Cádiz", "Gijón-Madrid", "León-Pamplona"]
    game = iberia(drafts=2, ticket_deck=[*top, "France-León"], other_tickets="out")
    game.play("draw tickets")
    assert list(own(game, 0).offer) == top
    assert refused(game, "keep nothing") == "too-few-kept"
    game.play("keep Gijón-Madrid")
    game.play("draw tickets")
    assert own(game, 1).offer == ("France-León", "Almería-Cádiz", "León-Pamplona")


@pytest.mark.rule("IBE-12")
@pytest.mark.parametrize(
    ("pile", "points"),
    [
        ({}, 0),
        ({"sevilla": 1}, 2),
        ({"sevilla": 3}, 6),
        ({"sevilla": 5}, 13),
        ({"valencia": 7}, 22),
        ({"sevilla": 1, "madrid": 1, "porto": 1}, 6),
        ({"sevilla": 3, "valencia": 7}, 28),
        ({"madrid": 4, "barcelona": 4}, 18),
    ],
)
def test_each_festival_scores_by_its_own_number_of_cards(pile: dict[str, int], points: int) -> None:
    side = iberia(festivals_held={0: pile}).result().sides[0]
    assert side.festivals == side.total == points


@pytest.mark.rule("IBE-13")
def test_the_score_is_routes_tickets_and_festivals() -> None:
    game = iberia(
        routes={"Cádiz-Sevilla/blue": 0, "Badajoz-Sevilla/green": 0, "Gijón-León": 1, "Burgos-León": 1},
        tickets={0: ["Almería-Cádiz"], 1: ["Gijón-Madrid", "León-Pamplona"]},
        festivals_held={0: {"cadiz": 2}},
    )
    sides = game.result().sides
    assert [side.total for side in sides] == [3 - 5 + 4, 3 - 5 - 5]
    assert {(side.longest_bonus, side.most_tickets_bonus) for side in sides} == {(0, 0)}


@pytest.mark.rule("IBE-13")
def test_a_tie_goes_to_more_completed_tickets_else_it_is_shared() -> None:
    line = {"Ciudad Real-Córdoba/orange": 0, "Córdoba-Málaga": 0}  # completes 5 points
    eight = {"Granada-Murcia": 1, "Badajoz-Sevilla/green": 1, "Burgos-León": 1}
    result = iberia(routes=line | eight, tickets={0: ["Ciudad Real-Málaga"]}).result()
    assert [side.total for side in result.sides] == [8, 8]
    assert (result.winners, result.tie_break) == ((0,), "tickets")
    apart = {"Badajoz-Lisboa/orange": 0, "Lisboa-Portimão/blue": 0}  # one line of six
    two = {"Granada-Murcia": 1, "Almería-Málaga/violet": 1}  # two of three
    result = iberia(routes=apart | two).result()
    assert [side.total for side in result.sides] == [8, 8]
    assert (result.winners, result.tie_break) == ((0, 1), None)


@pytest.mark.rule("IBE-13")
@pytest.mark.parametrize(
    ("claim", "left", "last_turns"),
    [("Badajoz-Lisboa/orange 3 orange", 2, 2), ("Madrid-Salamanca/orange 2 orange", 3, None)],
)
def test_the_last_round_begins_at_two_trains(claim: str, left: int, last_turns: int | None) -> None:
    game = iberia(routes=dict.fromkeys(THIRTY_TRAINS, 0), hands={0: {"orange": 3}})
    game.play(f"claim {claim}")
    assert game.view().seats[0].pieces == {"train": 35 - 30 - (5 - left)}
    assert game.view().last_turns == last_turns

"""The rules of Asia on the map and at the end, ASI-12 to ASI-20."""

from __future__ import annotations

import numpy as np
import pytest

from semafor import Game, load_board
from semafor.engine.score import rank_sides
from semafor.engine.state import STATE, TieBreak
from semafor.engine.work import new_work
from semafor.events import LastRound, TurnedUp
from semafor.games.board_facts import facts_of
from tests.rules.table import own, refused

MARKET = ["green", "green", "white", "white", "black"]
OF_SEAT_0 = (
    "Dihua-Ulan Bator",
    "Harbin-Ulan Bator/1",
    "Cawnpore-Junction south",
    "Dihua-Jiuquan",
)  # 24 trains
OF_SEAT_1 = (  # 23 trains
    "Calcutta-Madras/yellow",
    "Dihua-Junction west",
    "Junction west-Lhasa",
    "Calcutta-Hyderabad",
    "Dihua-Kashgar",
)
"""23 trains."""
EIGHT_IN_LINE = ("Peking-Xi'an/yellow", "Peking-Yinchuan", "Lanchow-Xi'an")  # 10 points
BOMBAY_MADRAS = ("Bombay-Hyderabad", "Bangalore-Hyderabad", "Bangalore-Madras/green")  # 5 points, 5 in line


def asia(players: int = 4, **said: object) -> Game:
    return Game.position({"board": "asia", "players": players, "market": MARKET, **said})


def claims(game: Game, route: str) -> bool:
    """Whether the seat at turn may claim the route."""
    return any(str(move).startswith(f"claim {route} ") for move in game.moves())


# ---- parallel strands ------------------------------------------------------------------------


@pytest.mark.rule("ASI-12")
def test_partners_may_own_a_strand_each_but_nobody_two() -> None:
    hands = {seat: {"red": 1, "orange": 1} for seat in range(6)}
    game = asia(6, hands=hands, routes={"Delhi-Lahore/red": 0})
    assert refused(game, "claim Delhi-Lahore/orange 1 orange") == "own-strand"
    game = asia(6, hands=hands, routes={"Delhi-Lahore/red": 0}, turn=1)
    game.play("claim Delhi-Lahore/orange 1 orange")
    assert game.view().routes == {"Delhi-Lahore/red": 0, "Delhi-Lahore/orange": 1}


@pytest.mark.rule("ASI-13")
@pytest.mark.parametrize("seat", [1, 2, 3])
def test_with_four_players_a_double_closes_for_all(seat: int) -> None:
    game = asia(hands={seat: {"orange": 1}}, routes={"Delhi-Lahore/red": 0}, turn=seat)
    assert refused(game, "claim Delhi-Lahore/orange 1 orange") == "strand-closed"


@pytest.mark.rule("ASI-13")
@pytest.mark.parametrize("seat", [1, 2, 5])
def test_with_six_players_both_strands_are_open(seat: int) -> None:
    assert claims(
        asia(6, hands={seat: {"orange": 1}}, routes={"Delhi-Lahore/red": 0}, turn=seat),
        "Delhi-Lahore/orange",
    )


@pytest.mark.rule("ASI-14")
@pytest.mark.parametrize("seat", [1, 2, 3])
def test_hong_kong_canton_keeps_both_strands_open(seat: int) -> None:
    hands = {0: {"white": 1}, seat: {"white": 1}}
    game = asia(hands=hands, routes={"Canton-Hong Kong/red": 0}, turn=seat)
    game.play("claim Canton-Hong Kong/white 1 white")
    game = asia(hands=hands, routes={"Canton-Hong Kong/red": 0})
    assert refused(game, "claim Canton-Hong Kong/white 1 white") == "own-strand"


@pytest.mark.rule("ASI-15")
@pytest.mark.parametrize("second", [1, 2])
def test_with_four_players_two_of_three_strands_may_be_taken(second: int) -> None:
    hands = {seat: {"violet": 1} for seat in range(4)}
    one = {"Calcutta-Dacca/red": 0}
    for seat in (1, 2, 3):
        assert claims(asia(hands=hands, routes=one, turn=seat), "Calcutta-Dacca/violet")
    assert not claims(asia(hands=hands, routes=one), "Calcutta-Dacca/violet")
    two = one | {"Calcutta-Dacca/blue": second}
    for seat in range(4):
        assert not claims(asia(hands=hands, routes=two, turn=seat), "Calcutta-Dacca/violet")


@pytest.mark.rule("ASI-15")
def test_with_six_players_all_three_strands_may_be_taken() -> None:
    game = asia(
        6, hands={2: {"violet": 1}}, routes={"Calcutta-Dacca/red": 0, "Calcutta-Dacca/blue": 1}, turn=2
    )
    game.play("claim Calcutta-Dacca/violet 1 violet")
    assert len(game.view().routes) == 3


# ---- tunnels ---------------------------------------------------------------------------------


@pytest.mark.rule("ASI-16")
@pytest.mark.parametrize(
    ("claim", "number"),
    [
        ("Kabul-Rawalpindi 1 white", 4),
        ("Junction west-Lahore 2 white", 5),
        ("Delhi-Kathmandu 3 white", 6),
    ],
)
def test_a_tunnel_turns_up_as_many_cards_as_printed(claim: str, number: int) -> None:
    deck = ["white", "red", "blue", "red", "blue", "white", "red"]
    game = asia(hands={0: {"white": 5}}, deck=deck)
    turned = [event for event in game.play(f"claim {claim}") if isinstance(event, TurnedUp)]
    assert turned == [TurnedUp(0, tuple(deck[:number]))]
    attempt = game.view(3).attempt
    assert attempt is not None
    assert attempt.extra == deck[:number].count("white")


@pytest.mark.rule("ASI-16")
@pytest.mark.parametrize(
    ("payment", "plain", "wild"),
    [
        ("3 white", 0, 0),
        ("3 white (rack 1 white)", 1, 0),
        ("2 white 1 wild (rack 2 white)", 2, 0),
        ("1 white 2 wild (rack 1 wild)", 0, 1),
    ],
)
def test_on_giving_up_all_played_cards_go_to_the_hand(payment: str, plain: int, wild: int) -> None:
    hand, rack = {"white": 3, "wild": 1}, {"white": 2, "wild": 2}
    deck = ["white", "wild", "red", "red", "blue", "blue"]
    game = asia(hands={0: hand}, racks={0: rack}, deck=deck, market=["black"] * 5)
    game.play(f"claim Delhi-Kathmandu {payment}")
    laid_down = sum(own(game, 0).hand.values()) + sum(own(game, 0).rack.values())
    assert laid_down == 8 - 3
    game.play("refuse")
    assert own(game, 0).hand == {"white": 3 + plain, "wild": 1 + wild}
    left = {"white": 2 - plain, "wild": 2 - wild}
    assert own(game, 1).rack == {card: number for card, number in left.items() if number}
    assert sum(game.view().seats[0].seen.values()) == 3  # everyone saw what was played
    assert game.view().discards == {"red": 2, "blue": 2, "white": 1, "wild": 1}
    assert game.view().routes == {}
    assert game.pending == (1,)


# ---- the end ---------------------------------------------------------------------------------


@pytest.mark.rule("ASI-17")
@pytest.mark.parametrize(
    ("claim", "last_turns"), [("Harbin-Peking 3 blue", 4), ("Junction east-Kunming 2 blue", None)]
)
def test_the_last_round_begins_when_a_team_has_four_trains_left(claim: str, last_turns: int | None) -> None:
    routes = dict.fromkeys(OF_SEAT_0, 0) | dict.fromkeys(OF_SEAT_1, 1)
    game = asia(hands={0: {"blue": 3}}, routes=routes)
    assert [seat.pieces["train"] for seat in game.view().seats[:2]] == [3, 4]
    happened = game.play(f"claim {claim}")
    assert (LastRound(0) in happened) == (last_turns is not None)
    assert game.view().last_turns == last_turns


@pytest.mark.rule("ASI-17")
def test_a_player_without_trains_alone_begins_no_last_round() -> None:
    game = asia(hands={0: {"blue": 3}}, routes=dict.fromkeys(OF_SEAT_0, 0))
    game.play("claim Harbin-Peking 3 blue")
    assert [seat.pieces["train"] for seat in game.view().seats[:2]] == [0, 27]
    assert game.view().last_turns is None


@pytest.mark.rule("ASI-17")
def test_every_player_has_one_more_turn() -> None:
    routes = dict.fromkeys(OF_SEAT_0, 0) | dict.fromkeys(OF_SEAT_1, 1)
    game = asia(hands={0: {"blue": 3}}, routes=routes)
    game.play("claim Harbin-Peking 3 blue")
    turns = []
    while not game.over:
        turns.append(game.pending[0])
        for move in ("draw deck", "put rack", "draw deck"):
            game.play(move)
    assert turns == [1, 2, 3, 0]


@pytest.mark.rule("ASI-18")
def test_tickets_of_hands_and_rack_count_on_the_network_of_both() -> None:
    routes = {"Bombay-Hyderabad": 0, "Bangalore-Hyderabad": 1, "Bangalore-Madras/green": 0}
    for partner in (0, 1):
        side = asia(routes=routes, tickets={partner: ["Bombay-Madras"]}).result().sides[0]
        assert (side.completed, side.ticket_points) == (1, 5)
    game = asia(routes=routes, rack_tickets={0: ["Bombay-Madras"]}, tickets={0: ["Delhi-Peking"]})
    team, other = game.result().sides
    assert (team.completed, team.ticket_points, team.longest) == (1, 5 - 17, 5)
    assert (team.longest_bonus, team.most_tickets_bonus) == (10, 10)
    assert team.total == 5 + 5 - 17 + 10 + 10
    assert other.total == 0


@pytest.mark.rule("ASI-18")
def test_teams_that_tie_for_a_bonus_each_get_all_of_it() -> None:
    routes = {"Delhi-Karachi": 0, "Canton-Hankow": 3, "Karachi-Sukkur": 1, "Canton-Hong Kong/red": 2}
    routes |= {"Lahore-Rawalpindi": 0, "Lahore-Sukkur": 0, "Hankow-Nanchang/blue": 3, "Chungking-Hankow": 3}
    tickets = {1: ["Karachi-Rawalpindi"], 3: ["Hong Kong-Nanchang"]}
    sides = asia(routes=routes, tickets=tickets).result().sides
    assert [side.completed for side in sides] == [1, 1]
    assert [side.most_tickets_bonus for side in sides] == [10, 10]
    assert [side.longest for side in sides] == [8, 7]
    assert [side.longest_bonus for side in sides] == [10, 0]
    sides = asia(routes={"Delhi-Karachi": 0, "Canton-Hankow": 3}).result().sides
    assert [side.longest_bonus for side in sides] == [10, 10]


@pytest.mark.rule("ASI-18")
def test_without_any_completed_ticket_nobody_has_the_most() -> None:
    sides = asia(routes={"Delhi-Karachi": 0}, tickets={0: ["Delhi-Peking"]}).result().sides
    assert [side.most_tickets_bonus for side in sides] == [0, 0]
    assert [side.total for side in sides] == [4 - 17 + 10, 0]


@pytest.mark.rule("ASI-19")
def test_a_tie_is_broken_by_completed_tickets_before_the_longest_line() -> None:
    routes = dict.fromkeys(BOMBAY_MADRAS, 1) | dict.fromkeys(EIGHT_IN_LINE, 2)
    result = asia(routes=routes, tickets={1: ["Bombay-Madras"]}).result()
    assert [side.total for side in result.sides] == [20, 20]
    assert [side.longest for side in result.sides] == [5, 8]
    assert (result.winners, result.tie_break) == ((0, 1), "tickets")


@pytest.mark.rule("ASI-19")
def test_then_the_longest_line_decides() -> None:
    scattered = dict.fromkeys(("Harbin-Ulan Bator/1", "Calcutta-Dacca/red", "Delhi-Karachi"), 1)
    result = asia(routes=scattered | dict.fromkeys(EIGHT_IN_LINE, 2)).result()
    assert [side.total for side in result.sides] == [20, 20]
    assert (result.winners, result.tie_break) == ((2, 3), "longest")


@pytest.mark.rule("ASI-19")
def test_the_longer_line_of_the_tied_teams_decides_where_a_third_has_the_longest() -> None:
    board = load_board("asia")
    work = new_work()
    facts = facts_of(board)
    result = work.result
    result.sides = 3
    result.total[:3] = (50, 50, 40)
    result.completed_count[:3] = (4, 4, 4)
    result.longest[:3] = (20, 15, 30)
    state = np.zeros(1, STATE)[0]
    rank_sides(state, facts, result)
    assert result.rank[:3].tolist() == [1, 2, 3]
    assert result.tie_break == TieBreak.LONGEST


@pytest.mark.rule("ASI-19")
def test_teams_still_level_share_the_victory() -> None:
    result = asia(6, routes={"Delhi-Karachi": 0, "Canton-Hankow": 3}).result()
    assert [side.total for side in result.sides] == [14, 14, 0]
    assert [side.rank for side in result.sides] == [1, 1, 3]
    assert (result.winners, result.tie_break) == ((0, 1, 2, 3), None)


@pytest.mark.rule("ASI-20")
@pytest.mark.parametrize(
    ("route", "length", "points"),
    [
        ("Canton-Fort Bayard", 1, 1),
        ("Bombay-Nagpur", 2, 2),
        ("Canton-Hankow", 3, 4),
        ("Calcutta-Hyderabad", 4, 7),
        ("Dihua-Jiuquan", 5, 10),
        ("Harbin-Ulan Bator/2", 6, 15),
        ("Dihua-Ulan Bator", 7, 18),
    ],
)
def test_routes_score_by_length(route: str, length: int, points: int) -> None:
    game = asia(hands={0: {"wild": 4}}, racks={0: {"wild": 3}})
    game.play(f"claim {route} {length} wild (rack {min(3, length)} wild)")
    assert game.view().sides[0].score == points

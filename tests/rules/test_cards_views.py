"""What the view tells of sidings, bonuses and scoring rounds."""

from __future__ import annotations

from typing import Any

from semafor import Game
from semafor.events import Completed
from semafor.view import BigCityView, CardView, Completion, RowView
from tests.card_position import with_options

DENVER = "Seattle-Denver"  # 1 green, 1 black, 10 points
CHICAGO = "New York-Chicago/2"  # 1 blue, 5 points
MIAMI = "Chicago-Miami"  # 1 red, 1 yellow, 10 points


def position(**said: Any) -> Game:
    return Game.position({"board": "cardgame", "players": 2, **said})


def scoring(**said: Any) -> Game:
    return position(scoring=True, rest="discards", **said)


def cards_of(game: Game, viewer: int | None = None) -> CardView:
    view = game.view(viewer).card_game
    assert view is not None
    return view


def best_of(game: Game, seat: int) -> Completion | None:
    own = cards_of(game, seat).own
    assert own is not None
    return own.best


def test_sidings_are_open_with_their_wilds() -> None:
    """CRD-4, CRD-8: everyone sees the rows and the sizes of the piles."""
    game = position(sidings={1: {"red": {"red": 2, "wild": 1}, "blue": {"wild": 1}}}, tracks={0: {"red": 4}})
    for viewer in (0, 1, None):
        seats = cards_of(game, viewer).seats
        assert seats[1].siding == (RowView("red", 2, 1), RowView("blue", 0, 1))
        assert (seats[0].siding, seats[0].track, seats[1].track) == ((), 4, 0)


def test_a_new_deal_shows_the_bonus_cards_and_no_leader() -> None:
    """CRD-1, CRD-19: six big cities lie open from the start; with no ticket at all nobody leads."""
    view = cards_of(Game.new("cardgame", players=3, seed=1))
    assert [city.place for city in view.big_cities] == [
        "Chicago", "Dallas", "Los Angeles", "Miami", "New York", "Seattle",
    ]  # fmt: skip
    assert {(city.tickets, city.leaders) for city in view.big_cities} == {((0, 0, 0), ())}
    assert (view.half, view.halves, view.scoring) == (1, 1, False)


def test_standings_count_what_is_laid_aside() -> None:
    """CRD-19: a ticket with two big cities counts for both; all who tie lead."""
    done = {0: [CHICAGO], 2: [MIAMI, DENVER]}
    game = position(board=with_options(open_completed=True), players=4, half=2, completed=done)
    cities = {city.place: city for city in cards_of(game).big_cities}
    assert cities["Chicago"] == BigCityView("Chicago", 12, (1, 0, 1, 0), (0, 2))
    assert cities["New York"].leaders == (0,)
    assert cities["Dallas"].leaders == ()
    assert [side.score for side in game.view().sides] == [5, 0, 20, 0]


def test_the_owner_sees_the_pile_when_scores_are_counted() -> None:
    """CRD-5, CRD-14: in the scoring round each seat sees its own pile and the best use of it."""
    game = scoring(tracks={0: {"green": 1, "wild": 1}, 1: {"blue": 1}}, tickets={0: [DENVER, CHICAGO]})
    mine, other = cards_of(game, 0).own, cards_of(game, 1).own
    assert mine is not None
    assert mine.track == {"green": 1, "wild": 1}
    assert mine.best == Completion((DENVER,), 10, {"Seattle": 1}, ("Seattle",))
    assert other is not None
    assert other.best == Completion((), 0, {}, ())
    assert cards_of(game).own is None


def test_a_choice_is_seen_by_its_seat_alone_until_all_are_done() -> None:
    """CRD-14: others see only who is still asked."""
    game = scoring(tracks={0: {"blue": 1}}, tickets={0: [CHICAGO]})
    game.play(f"complete {CHICAGO}", 0)
    own, other = game.view(0).own, game.view(1).own
    assert own is not None
    assert other is not None
    assert (own.chosen, other.chosen) == ((CHICAGO,), ())
    assert cards_of(game, 1).seats[0].completed == 0
    game.play("done", 0)
    assert best_of(game, 0) is None
    assert [seat.asked for seat in game.view(1).seats] == [False, True]
    game.play("done", 1)
    assert cards_of(game, 1).seats[0].completed_tickets == (CHICAGO,)
    assert game.result().sides[0].big_cities == {"Chicago": 12, "New York": 15}


def test_best_says_where_it_would_lead() -> None:
    """CRD-19: against what others have laid aside before, not against what they choose now."""
    done = {1: ["Chicago-Dallas", "Chicago-Charleston"]}
    said = {"half": 2, "completed": done, "tracks": {0: {"blue": 1}}, "tickets": {0: [CHICAGO]}}
    game = scoring(board=with_options(open_completed=True), players=4, **said)
    best = best_of(game, 0)
    assert best is not None
    assert best.big_cities == {"Chicago": 1, "New York": 1}
    assert best.leads == ("New York",)


DONE = {1: ["Chicago-Dallas", "Chicago-Charleston"]}


def test_completed_tickets_lie_face_down() -> None:
    """CRD-15: everyone sees how many there are, their owner which; so nobody is seen to lead."""
    game = scoring(players=4, half=2, completed=DONE, tracks={0: {"blue": 1}}, tickets={0: [CHICAGO]})
    for viewer, names in ((1, set(DONE[1])), (0, None), (None, None)):
        cards = cards_of(game, viewer)
        assert cards.seats[1].completed == 2
        seen = cards.seats[1].completed_tickets
        assert (seen if seen is None else set(seen)) == names
        chicago = next(city for city in cards.big_cities if city.place == "Chicago")
        assert chicago.tickets[1] == (2 if viewer == 1 else None)
        assert chicago.leaders == ((1,) if viewer == 1 else ())
    best = best_of(game, 0)
    assert best is not None
    assert best.leads == ()


def test_completed_tickets_are_seen_when_they_are_completed_and_at_the_end() -> None:
    """CRD-15: the events are for all; when the game is over every ticket is turned up again."""
    game = scoring(tracks={0: {"blue": 1}}, tickets={0: [CHICAGO]})
    for move, seat in ((f"complete {CHICAGO}", 0), ("done", 0), ("done", 1)):
        game.play(move, seat)
    assert [event.ticket for event in game.events(viewer=1) if isinstance(event, Completed)] == [CHICAGO]
    assert game.over
    assert cards_of(game).seats[0].completed_tickets == (CHICAGO,)

"""Games that were played by hands through the browser, each with a plan and mistakes of its own.

All six games, two to five players: who hoards cards, grabs long routes, forgets a ticket, builds stations
too early, draws tickets when it is too late, blocks a friend, robs everybody, or follows every hint.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec
import pytest

from semafor.moves import Draw
from semafor.record import Record, check_record
from semafor.story.moments import moments_of
from semafor.story.playout_judge import PlayoutJudge
from semafor.story.positions import Walked, walk
from semafor.story.review_model import Better, Decision, Review
from semafor.story.reviewing import judge_of, review

FOLDER = Path(__file__).with_name("by_hands")
GAMES = sorted(path.stem for path in FOLDER.glob("*.json"))
HOARDED = {"usa_late"}
"""Games in which one player takes a dozen tickets more than another."""
WHOLE = ("berlin_forgets", "cards_tickets")
"""Games that are reviewed completely; only the curve of the others is computed."""


def record(name: str) -> Record:
    return check_record((FOLDER / f"{name}.json").read_bytes())


@cache
def walked(name: str) -> Walked:
    return walk(record(name))


@cache
def reviewed(name: str) -> Review:
    return review(record(name))


def test_they_are_of_all_games_and_sizes() -> None:
    assert len(GAMES) >= 10
    assert {walked(name).board.board for name in GAMES} == {
        "asia", "berlin", "cardgame", "europe", "iberia", "usa",
    }  # fmt: skip
    assert {walked(name).players for name in GAMES} == {2, 3, 4, 5}


@pytest.mark.parametrize("name", sorted(set(GAMES) - set(WHOLE)))
def test_the_curve_begins_equal_and_ends_as_counted(name: str) -> None:
    game = walked(name)
    told = review(record(name), whole=False)
    assert told.judge == ("playouts" if name in HOARDED else "network")
    even = round(1.0 / len(told.sides), 4)
    first = next(position.step for position in game.positions if not position.opening)
    for decision in told.decisions:
        assert sum(decision.table) == pytest.approx(1.0, abs=0.002)
        if decision.step < first:
            assert decision.table == (even,) * len(told.sides)
    assert told.totals == tuple(side.total for side in game.result.sides)
    assert sum(told.won) == pytest.approx(1.0, abs=0.001)


@pytest.mark.parametrize("name", ["iberia_festival", "iberia_hints"])
def test_a_draft_between_two_halves_changes_no_mind(name: str) -> None:
    game = walked(name)
    told = review(record(name), whole=False)
    turns = [position.step for position in game.positions if not position.opening]
    later = [position for position in game.positions if position.opening and position.step > turns[0]]
    assert later
    for position in later:
        before = [step for step in turns if step < position.step]
        assert told.decisions[position.step - 1].table == told.decisions[before[-1] - 1].table


@pytest.mark.parametrize("name", WHOLE)
def test_nobody_gives_away_more_than_it_has(name: str) -> None:
    game, told = walked(name), reviewed(name)
    for decision in told.decisions:
        if decision.better:
            assert decision.better.cost <= decision.table[game.side_of(decision.seat)] + 0.0001
    for seat in told.seats:
        assert seat.start == pytest.approx(1.0 / len(told.sides), abs=0.001)
        assert seat.start + seat.cards + seat.rivals - seat.given == pytest.approx(
            told.won[seat.side], abs=0.06
        )


@pytest.mark.parametrize("name", WHOLE)
def test_nothing_is_a_moment_once_the_table_holds_it_for_decided(name: str) -> None:
    game, told = walked(name), reviewed(name)
    for moment in told.moments:
        chance = told.decisions[moment.step - 1].table[game.side_of(moment.seat)]
        room = chance if moment.change < 0 else 1.0 - chance
        assert room >= 0.06 or moment.cause == "count"


def told_of(name: str, costs: dict[int, float], moves: dict[int, str]) -> list[tuple[int, int]]:
    """Return step and seat of the moments for decisions with these costs."""
    game = walked(name)
    even = (1.0 / len(game.sides),) * len(game.sides)
    decisions = [
        Decision(
            one.step, one.seat, str(one.move), 2, even, even,
            Better(moves[one.step], costs[one.step]) if one.step in costs else None,
        )
        for one in game.positions
    ]  # fmt: skip
    return [(moment.step, moment.seat) for moment in moments_of(game, decisions)]


def test_the_same_advice_is_told_once_where_it_cost_most() -> None:
    late, later, other = 172, 168, 180
    seat = walked("europe_stations").positions[late - 1].seat
    route = "claim Erzurum-Sevastopol 2 orange 2 wild"
    moves = {late: route, later: route, other: "claim Essen-Frankfurt 2 green"}
    told = told_of("europe_stations", {late: 0.13, later: 0.09, other: 0.08}, moves)
    assert told == [(late, seat), (other, seat)]


def test_what_a_rival_did_to_partners_is_told_once() -> None:
    game, lost = walked("asia_team"), {201: -0.12, 204: -0.19}
    even = (0.5, 0.5)
    decisions = [
        Decision(one.step, one.seat, str(one.move), 2, even, even, rivals=lost.get(one.step, 0.0))
        for one in game.positions
    ]
    [moment] = moments_of(game, decisions)
    assert (moment.step, moment.seat, moment.reasons[0].words) == (204, 3, "reason.rival-blocked")
    assert game.positions[200].seat == 2, "its partner lost the same way"


def test_everybody_finds_something_of_the_own_game() -> None:
    game = walked("europe_stations")
    turns = [one for one in game.positions if not one.opening]
    leader = [one for one in turns if one.seat == 2][:9]
    mine = next(one for one in turns if one.seat == 0)
    costs = {one.step: 0.3 - 0.01 * n for n, one in enumerate(leader)} | {mine.step: 0.05}
    moves = dict.fromkeys(costs, "draw deck")
    told = told_of("europe_stations", costs, moves)
    assert len(told) == 8
    assert (mine.step, 0) in told, "though eight of the leader's cost more"


def test_what_dice_can_make_is_no_luck_with_cards() -> None:
    game = walked("usa_late")
    even = (0.2,) * 5
    blind = next(one for one in game.positions if one.move == Draw(None) and not one.opening)
    decisions = [
        Decision(one.step, one.seat, str(one.move), 2, even, even, cards=0.1 if one is blind else 0.0)
        for one in game.positions
    ]
    assert [moment.cause for moment in moments_of(game, decisions)] == ["cards"]
    assert moments_of(game, decisions, judge_of(game).doubt) == (), "two shares of 48 playouts differ by more"


def test_a_loss_that_other_worlds_do_not_see_is_not_told() -> None:
    """With few worlds, playouts charged 21 % for not taking two points; with six times as many, nothing."""
    game, step, better = walked("usa_late"), 118, "claim Pittsburgh-Toronto 2 blue"
    judge = PlayoutJudge(game.board, game.players)
    position = game.positions[step - 1]
    table = judge.new_searches()[position.seat]
    for one in game.positions[: step - 1]:
        if one.seat == position.seat:
            table.set_position(one.view)
            table.note(one.view, one.move)
    table.set_position(position.view)
    move = next(one for one in position.moves if str(one) == better)
    assert judge.cost(table, position, move) < 0.03


def test_records_are_small() -> None:
    assert all(len(msgspec.json.encode(record(name))) < 12_000 for name in GAMES)

"""The story of a game: chances add up, better moves were legal, luck and choice explain the end."""

from __future__ import annotations

from pathlib import Path

import pytest

import semafor
from semafor import BadRecord, Game, parse_move
from semafor.events import Drew
from semafor.moves import Draw
from semafor.story.moments import accuracy_of
from semafor.story.network_judge import Trial, rest_after
from semafor.story.reviewing import load_review, record_name, review, save_review, stored_beside
from semafor.story.standing import SideStanding
from tests.story.reviewed import TINY, careless_game, reviewed, walked

GAMES = pytest.mark.parametrize(("board", "players"), [("berlin", 2), ("cardgame", 3), (TINY, 2)], ids=str)


@GAMES
def test_every_decision_has_chances_that_sum_to_one(board: str | Path, players: int) -> None:
    told = reviewed(board, players)
    assert len(told.decisions) == len(careless_game(board, players).record().moves)
    for decision in told.decisions:
        assert len(decision.points) == len(told.sides) == players
        assert sum(decision.table) == pytest.approx(1.0, abs=0.002)
        assert all(0.0 <= chance <= 1.0 for chance in decision.table)


@GAMES
def test_luck_and_choice_explain_what_came_of_it(board: str | Path, players: int) -> None:
    told = reviewed(board, players)
    assert sum(told.won) == pytest.approx(1.0, abs=0.002)
    for seat in told.seats:
        explained = seat.start + seat.cards + seat.rivals - seat.given
        assert explained == pytest.approx(told.won[seat.side], abs=0.05)
        assert 0.0 <= seat.accuracy <= 100.0
        assert seat.given >= 0.0


def test_what_the_deal_is_worth_is_luck() -> None:
    told, game = reviewed("berlin", 2), walked("berlin", 2)
    for decision, position in zip(told.decisions, game.positions, strict=True):
        assert decision.rivals == 0.0 or not position.opening
    assert [seat.start for seat in told.seats] == [0.5, 0.5]


@GAMES
def test_the_better_move_was_legal_and_another_one(board: str | Path, players: int) -> None:
    told, game = reviewed(board, players), walked(board, players)
    better = [(one, game.positions[one.step - 1]) for one in told.decisions if one.better]
    assert better
    for decision, position in better:
        assert decision.better is not None
        move = parse_move(decision.better.move, game.board)
        assert move in position.moves
        assert move != position.move


def test_judges() -> None:
    assert reviewed("berlin", 2).judge == "network"
    assert reviewed(TINY, 2).judge == "playouts", "a board without a network"


def test_dice_give_chances_away_and_are_told_why() -> None:
    told = reviewed("berlin", 2)
    assert max(seat.given for seat in told.seats) > 0.2
    assert told.moments
    assert any(reason for moment in told.moments for reason in moment.reasons)
    assert [moment.step for moment in told.moments] == sorted({moment.step for moment in told.moments})


@GAMES
def test_a_moment_shows_what_happened(board: str | Path, players: int) -> None:
    told = reviewed(board, players)
    assert all(moment.reasons for moment in told.moments if moment.cause != "choice")
    assert sum(moment.cause == "count" for moment in told.moments) <= 1
    drawn = {one.step for one in walked(board, players).positions if isinstance(one.move, Draw)}
    blind = {one.step for one in walked(board, players).positions if one.move == Draw(None)}
    lucky = {moment.step for moment in told.moments if moment.cause == "cards"}
    assert not lucky & (drawn - blind), "what lies open is no luck"


def test_a_moment_names_the_card_that_was_taken() -> None:
    told, game = reviewed("berlin", 2), walked("berlin", 2)
    named = 0
    for moment in told.moments:
        taken = [event for event in game.positions[moment.step - 1].events if isinstance(event, Drew)]
        for event in taken:
            if event.market is not None:
                assert moment.market[event.market - 1] == event.card
                named += 1
        assert moment.market or not any(event.market for event in taken)
    assert named


def test_a_move_that_ends_the_game_is_valued_by_what_its_seat_can_know() -> None:
    before = SideStanding(0, -0.5, 0.3, 0.3, 0.0, 40.0, 0.95)
    after = SideStanding(0, 0.0, 0.8, 0.8, 0.0, 50.0, 1.0)
    going = Trial(0, before, [], (), [after], [False])
    ending = Trial(0, before, [], (), [after, after], [True, True])
    assert rest_after([going]) == 0.0
    assert rest_after([going, ending]) == pytest.approx(-1.0), "ten points of what was expected have come"


def test_the_curve_alone_says_nothing_of_better_moves() -> None:
    record = careless_game("berlin", 2).record()
    told = semafor.review(record, whole=False)
    assert not told.whole
    assert all(one.better is None for one in told.decisions)
    assert [one.table for one in told.decisions] == [one.table for one in reviewed("berlin", 2).decisions]


def test_no_story_before_the_end() -> None:
    record = careless_game("berlin", 2).record()
    with pytest.raises(BadRecord, match="over") as refused:
        review(record.with_moves(list(record.moves[:-1])))
    assert refused.value.code == "not-over"


def test_a_bad_decision_is_refused_by_its_number() -> None:
    record = careless_game("berlin", 2).record()
    with pytest.raises(BadRecord) as refused:
        review(record.with_moves([*record.moves[:4], "0 refuse"]))
    assert refused.value.code == "bad-decision"


def test_a_review_is_stored_with_its_record(tmp_path: Path) -> None:
    record, told = careless_game("berlin", 2).record(), reviewed("berlin", 2)
    path = stored_beside(tmp_path / "game.json")
    assert path.name == "game.review.json"
    assert load_review(path, record) is None
    save_review(path, told)
    assert load_review(path, record) == told
    other = Game.new("berlin", players=2, seed=5).record()
    assert record_name(other) != told.record
    assert load_review(path, other) is None, "another game's"


def test_progress_is_told() -> None:
    steps: list[tuple[int, int]] = []
    review(careless_game("berlin", 2).record(), progress=lambda done, of: steps.append((done, of)))
    number = len(careless_game("berlin", 2).record().moves)
    assert steps[-1] == (number, number)
    assert steps == sorted(steps)


def test_accuracy_is_what_is_kept_in_ten_decisions() -> None:
    assert accuracy_of([]) == accuracy_of([(0.0, 0.5)] * 30) == 100.0
    assert (
        accuracy_of([(0.05, 0.5)] + [(0.0, 0.5)] * 9)
        == accuracy_of([(0.05, 0.5), *[(0.0, 0.5)] * 9] * 3)
        == 90.0
    )
    assert accuracy_of([(0.1, 0.2)] * 10) == accuracy_of([(0.4, 0.8)] * 10) < 1.0
    assert accuracy_of([(0.01, 0.01)] * 10) > 30.0, "hardly anything was left to lose"


@GAMES
def test_the_parts_of_every_decision_are_the_change_of_the_curve(board: str | Path, players: int) -> None:
    """The turning points explain the chart that is shown."""
    told = reviewed(board, players)
    for seat in told.seats:
        own = [one for one in told.decisions if one.seat == seat.seat]
        curve = [*(one.table[seat.side] for one in own), told.won[seat.side]]
        for one, before, after in zip(own, curve[:-1], curve[1:], strict=True):
            cost = one.better.cost if one.better else 0.0
            assert one.cards + one.rivals - cost == pytest.approx(after - before, abs=0.001)


def test_the_curve_is_shown_before_better_moves_are_known() -> None:
    shown: list[object] = []
    told = review(
        careless_game("berlin", 2).record(),
        progress=lambda done, _: shown.append(done),
        show_curve=lambda curve: shown.append([one.table for one in curve.decisions]),
    )
    assert shown[0] == [one.table for one in told.decisions]
    assert shown[-1] == len(told.decisions)


def test_careless_players_are_less_accurate() -> None:
    assert max(seat.accuracy for seat in reviewed("berlin", 2).seats) < 90

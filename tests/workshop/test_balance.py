"""Balance: goals, changes, and proposals that are boards; a short run that never touches the old board."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from semafor.boards import check_board, parse_board
from semafor.workshop import new_sketch
from semafor.workshop.advice import accepted_values, ill_valued
from semafor.workshop.balance import BadGoal, Goal, balance, parse_goal
from semafor.workshop.balance import changes as make
from semafor.workshop.balance.balancing import revalued, small_changes
from semafor.workshop.balance.changes import Variant
from semafor.workshop.balance.goals import distance_from_balance
from semafor.workshop.study.findings import TicketStudy

BOARD = parse_board(new_sketch("small", "Small"), "small")


@pytest.mark.parametrize("text", ["seats", "tickets", "styles"])
def test_goals_have_names(text: str) -> None:
    assert parse_goal(text).aim == text


def test_styles_may_be_wished_unevenly() -> None:
    wished = parse_goal("styles:tickets=40,long=20,cheap=20,blocking=20")
    assert wished == Goal("styles", {"tickets": 0.4, "long": 0.2, "cheap": 0.2, "blocking": 0.2})


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("beauty", "goal"),
        ("seats:1", "goal"),
        ("styles:tickets=40", "goal-shares"),
        ("styles:tickets=x,long=1,cheap=1,blocking=1", "goal-shares"),
        ("styles:tickets=90,long=20,cheap=20,blocking=20", "goal-shares"),
        ("styles:tickets=40,long=20,cheap=20,blocking=20,luck=0", "goal-shares"),
        ("styles:tickets=20,tickets=40,long=20,cheap=20,blocking=20", "goal-shares"),
        ("styles:tickets=nan,long=20,cheap=20,blocking=20", "goal-shares"),
    ],
)
def test_other_goals_are_refused(text: str, code: str) -> None:
    with pytest.raises(BadGoal) as refused:
        parse_goal(text)
    assert refused.value.code == code
    assert refused.value.say("pl")


def test_chance_alone_is_no_distance() -> None:
    assert distance_from_balance([(0.02, 0.02), (-0.02, 0.02)]) == 0
    assert distance_from_balance([(0.3, 0.0), (-0.3, 0.0)]) == pytest.approx(0.3)


def test_changes_are_told_and_made_on_a_copy() -> None:
    old = BOARD.tickets[0].points
    variant = make.revalue(make.revalue(Variant(BOARD), 0, old + 1), 0, old + 3)
    (change,) = variant.changes
    assert (change.details["before"], change.details["after"]) == (old, old + 3)
    assert change.say() == f"ticket Alder – Juniper: {old} → {old + 3} points"
    assert (BOARD.tickets[0].points, variant.board.tickets[0].points) == (old, old + 3)


def test_a_value_that_comes_back_has_not_changed() -> None:
    old = BOARD.tickets[0].points
    assert make.revalue(make.revalue(Variant(BOARD), 0, old + 1), 0, old) == Variant(BOARD)


def test_strands_of_one_route_change_their_length_together() -> None:
    twins = [n for n, route in enumerate(BOARD.routes) if {route.a, route.b} == {"birch", "fir"}]
    assert len(twins) == 2
    variant = make.relength(Variant(BOARD), twins, 4)
    assert [variant.board.routes[n].length for n in twins] == [4, 4]
    assert check_board(variant.board) == []


def test_colours_and_strands_change() -> None:
    variant = make.recolour(Variant(BOARD), 0, "grey")
    assert variant.changes[0].say() == "Alder – Birch: red → grey"
    more = make.add_strand(Variant(BOARD), 0, "grey")
    assert len(more.board.routes) == len(BOARD.routes) + 1
    assert check_board(more.board) == []
    assert len(make.drop_route(more, 1).board.routes) == len(BOARD.routes)


def test_every_proposal_is_a_board_with_one_change() -> None:
    found = list(small_changes(Variant(BOARD), 12, Random(1)))
    assert len(found) == 12
    for one in found:
        assert check_board(one.board) == []
        assert len(one.changes) == 1
    assert {one.changes[0].code for one in found} >= {"ticket-value", "route-length", "route-colour"}


def told(ticket: int, suggested: int) -> TicketStudy:
    points = BOARD.tickets[ticket].points
    return TicketStudy(ticket, "", points, 9, 1.0, 1.0, 1.0, 0.1, 2.0, suggested, "dear")


def test_values_are_proposed_as_the_study_suggests() -> None:
    whole, half, *_ = revalued(Variant(BOARD), [told(0, 2), told(1, BOARD.tickets[1].points)])
    assert (whole.board.tickets[0].points, half.board.tickets[0].points) == (2, 3)
    assert whole.board.tickets[1] == BOARD.tickets[1]
    assert list(revalued(Variant(BOARD), [])) == []


@pytest.mark.parametrize("suggested", [1, 90])
def test_no_value_is_proposed_that_advice_would_be_given_about(suggested: int) -> None:
    accepted = accepted_values(BOARD)
    proposals = list(revalued(Variant(BOARD), [told(0, suggested), told(1, suggested)]))
    assert len(proposals) == 4
    for one in proposals:
        assert one.changes
        assert [ticket.points in fits for ticket, fits in zip(one.board.tickets, accepted, strict=True)] == [
            True
        ] * len(accepted)
        assert list(ill_valued(one.board)) == []


def test_a_value_beyond_advice_may_only_come_nearer() -> None:
    tickets = list(BOARD.tickets)
    tickets[0] = msgspec.structs.replace(tickets[0], points=30)
    odd = Variant(msgspec.structs.replace(BOARD, tickets=tuple(tickets)))
    wished = msgspec.structs.replace(told(0, 20), points=30)
    assert next(revalued(odd, [wished])).board.tickets[0].points == 20
    assert list(revalued(odd, [msgspec.structs.replace(wished, suggested=40)])) == []


def test_a_ticket_far_too_dear_is_brought_down() -> None:
    """A ticket worth six times its proper value is found, and confirmed on fresh deals."""
    tickets = list(BOARD.tickets)
    tickets[4] = msgspec.structs.replace(tickets[4], points=30)
    board = msgspec.structs.replace(BOARD, tickets=tuple(tickets))
    found = balance(board, Goal("tickets"), games=240, rounds=1, cores=1)
    assert found.gained
    assert found.after < found.before
    assert found.board.tickets[4].points < 30
    assert board.tickets[4].points == 30
    assert found == balance(board, Goal("tickets"), games=240, rounds=1, cores=2)

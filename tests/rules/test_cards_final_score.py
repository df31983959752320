"""The end: lost tickets, big cities, ranks."""

from __future__ import annotations

from semafor.engine.state import TieBreak
from tests.card_position import CITY, Table


def cities(*names: str) -> int:
    return sum(1 << CITY[name] for name in names)


def test_uncompleted_tickets_are_lost() -> None:
    """CRD-18: the value of every ticket still in hand is lost."""
    table = Table().completed(0, "Dallas-Helena").tickets(0, "Chicago-Montréal", "Seattle-Denver")
    result = table.result()
    assert (result.won[0], result.missed[0], result.tickets[0]) == (10, 17, -7)


def test_most_tickets_to_a_city_get_its_bonus() -> None:
    """CRD-19: the one with more completed tickets that name the city; two cities count for both."""
    table = Table(3).completed(0, "Chicago-Dallas", "Chicago-Miami").completed(1, "Dallas-Miami")
    table.tickets(2, "Chicago-Montréal", "Chicago-Calgary", "Chicago-Santa Fe")
    result = table.result()
    assert [int(number) for number in result.city_count[0, :6]] == [2, 1, 0, 1, 0, 0]
    assert result.bonuses[0] == cities("chicago", "dallas", "miami")
    assert result.bonuses[1] == cities("dallas", "miami"), "all who tie get it"
    assert result.bonuses[2] == 0, "uncompleted tickets do not count"
    assert [int(points) for points in result.bonus[:3]] == [12 + 10 + 8, 10 + 8, 0]
    assert [int(points) for points in result.total[:3]] == [16 + 30, 9 + 18, -(7 + 13 + 9)]


def test_nobody_gets_a_city_without_tickets() -> None:
    """CRD-19: with no completed ticket to a city at all nobody gets its bonus."""
    result = Table().result()
    assert [int(bonuses) for bonuses in result.bonuses[:2]] == [0, 0]
    assert [int(points) for points in result.total[:2]] == [0, 0]


def test_most_points_win() -> None:
    """CRD-20: ranks follow the points; a full tie is shared."""
    table = Table(3).completed(0, "Miami-Boston").completed(1, "Miami-Omaha").completed(2, "Miami-Omaha")
    result = table.result()
    assert [int(rank) for rank in result.rank[:3]] == [1, 2, 2]
    assert result.tie_break == TieBreak.NONE


def test_more_completed_tickets_break_a_tie() -> None:
    """CRD-20: with equal points the one with more completed tickets is ahead."""
    table = Table().completed(0, "Dallas-Miami", "Dallas-Raleigh")
    table.completed(1, "Chicago-San Francisco")
    table.state.score[:2] = 20, 26  # with the bonuses of Dallas and Miami, and of Chicago: 38 each
    result = table.result()
    assert result.total[0] == result.total[1] == 38
    assert [int(rank) for rank in result.rank[:2]] == [1, 2]
    assert result.tie_break == TieBreak.TICKETS


def test_more_bonus_cards_break_the_next_tie() -> None:
    """CRD-20: then the one with more bonus cards."""
    table = Table().completed(0, "Dallas-Miami").completed(1, "Chicago-San Francisco")
    table.state.score[:2] = 20, 26
    result = table.result()
    assert result.total[0] == result.total[1] == 38
    assert [int(rank) for rank in result.rank[:2]] == [1, 2]
    assert result.tie_break == TieBreak.BONUSES

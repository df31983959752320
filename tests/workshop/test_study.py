"""The study of a board: the same numbers whoever counts them, and figures that mean what they say."""

from __future__ import annotations

from functools import cache

import msgspec
import numpy as np
import pytest

from semafor.arena.series import CannotSimulate
from semafor.boards import Board, load_board, parse_board
from semafor.engine.state import Array
from semafor.errors import BadSetup
from semafor.workshop import new_sketch
from semafor.workshop.study import Study, study
from semafor.workshop.study.figures import study_routes, study_tickets
from semafor.workshop.study.learned_games import watch_network
from semafor.workshop.study.study_page import FIGURES, StudyTables, study_page
from semafor.workshop.study.studying import Player
from semafor.workshop.study.watching import RIVALS, STYLES, PlayedGames, charts_of, mixed_line_ups, watch

BOARD = parse_board(new_sketch("small", "Small"), "small")
DRAWN = load_board("berlin")
"""A board whose places need not be laid out first."""
GAMES = 150


def silent(_games: int) -> None:
    """Ignores the progress."""


@cache
def found() -> Study:
    return study(BOARD, GAMES, "1", 2, silent)


@cache
def of_drawn() -> Study:
    return study(DRAWN, 60, "1", 2, silent)


@cache
def rows() -> Array:
    return watch(BOARD, 3, 60, "7", 1, False, silent)


def test_a_study_is_the_same_on_one_core() -> None:
    told: list[int] = []
    assert study(BOARD, GAMES, "1", 1, told.append) == found()
    assert sum(told) == found().games


def test_every_number_of_players_is_studied() -> None:
    assert [one.players for one in found().tables] == list(BOARD.options.players)
    for one in found().tables:
        assert sum(seat.wins.share for seat in one.seats) == pytest.approx(1)
        assert one.turns.mean > 10


def test_points_of_claimed_routes_are_the_route_points() -> None:
    """The recorded values agree with the scores of the engine."""
    table = BOARD.route_points["train"]
    points = np.array([table[str(route.cost)] for route in BOARD.routes])
    owners = rows()["owner"][:, : len(BOARD.routes)]
    for side in range(3):
        assert (((owners == side) * points).sum(axis=1) == rows()["route_points"][:, side]).all()


def test_cards_paid_are_those_that_the_claimed_routes_cost() -> None:
    costs = np.array([route.cost for route in BOARD.routes])
    claimed = rows()["owner"][:, : len(BOARD.routes)] >= 0
    assert ((claimed * costs).sum(axis=1) == rows()["paid"].sum(axis=1)).all()


def test_games_of_a_series_come_in_their_order() -> None:
    assert list(rows()["number"]) == list(range(60))
    again = watch(BOARD, 3, 60, "7", 2, False, silent)
    assert (again == rows()).all()


def test_parts_of_routes_add_up() -> None:
    for route in found().routes:
        assert route.early + route.middle + route.late == pytest.approx(1 if route.claimed else 0)
        assert 0 <= route.claimed <= 1


def staged(winner_owns: bool) -> PlayedGames:
    """Games of two in which route 0 always belongs to the winner, or to nobody."""
    made: Array = rows()[:40].copy()
    made["owner"] = -1
    made["claimed"] = -1
    made["rank"][:, :2] = [1, 2]
    made["rank"][::2, :2] = [2, 1]
    if winner_owns:
        made["owner"][:, 0] = np.where(np.arange(40) % 2 == 0, 1, 0)
        made["claimed"][:, 0] = 0
    return PlayedGames(BOARD, 2, made)


def test_a_route_that_winners_have_is_decisive_and_one_that_nobody_wants_is_dead() -> None:
    first, second, *_ = study_routes([staged(winner_owns=True)])
    assert (first.verdict, first.winners, first.losers, first.lift, first.early) == ("decisive", 1, 0, 0.5, 1)
    assert (second.verdict, second.claimed) == ("dead", 0)


def test_a_ticket_that_adds_points_is_too_dear() -> None:
    made = watch(BOARD, 3, 400, "9", 2, False, silent)
    held = PlayedGames(BOARD, 3, made).tickets("held")[:, :, 4]
    made["total"][:, :3] += 12 * held
    one = study_tickets([PlayedGames(BOARD, 3, made)])[4]
    assert one.verdict == "dear"
    assert one.suggested < one.points


def test_a_ticket_that_is_mostly_missed_gets_no_other_value_but_a_word() -> None:
    missed = msgspec.structs.replace(
        found().tickets[0], verdict="cheap", completed=0.4, suggested=4, points=4
    )
    dear = msgspec.structs.replace(found().tickets[1], verdict="dear", completed=0.9, suggested=3, points=4)
    told = msgspec.structs.replace(found(), tickets=[missed, dear])
    better = {row[7] for row in StudyTables(BOARD, told, "en").tickets().rows}
    assert better == {"other routes", "3"}


def test_styles_differ_and_sit_everywhere_equally_often() -> None:
    charts = charts_of(BOARD)
    assert len({chart.tobytes() for chart in charts}) == len(STYLES)
    line_ups = mixed_line_ups(3, 1)[:, :3]
    for style in RIVALS:
        assert len(set((line_ups == STYLES.index(style)).sum(axis=0))) == 1
    assert sum(one.wins.games for one in found().styles) == 3 * 30
    assert sum(one.wins.rate * one.wins.games for one in found().styles) == pytest.approx(30)


def test_partners_share_a_style() -> None:
    line_ups = mixed_line_ups(6, 2)
    assert (line_ups[:, 0::2] == line_ups[:, 1::2]).all()
    assert len(line_ups) == 24


@pytest.mark.parametrize("language", ["en", "pl"])
def test_the_page_has_every_table_and_every_figure(language: str) -> None:
    page = study_page(DRAWN, of_drawn(), language)  # type: ignore[arg-type]  # a parameter is a plain text
    tables = StudyTables(DRAWN, of_drawn(), language).all()  # type: ignore[arg-type]  # likewise
    for table in tables:
        assert table.title in page
        assert {len(row) for row in table.rows} == {len(table.headings)}
    for place in range(len(FIGURES)):
        assert f'class="heat heat-{place}"' in page
    assert "<script" not in page


def test_a_polish_study_has_polish_figures() -> None:
    [_, seats, *_] = StudyTables(BOARD, found(), "pl").all()
    assert all("," in row[2] and "." not in row[2] for row in seats.rows)


def test_a_study_goes_through_json() -> None:
    assert msgspec.json.decode(msgspec.json.encode(found()), type=Study) == found()


def test_the_learned_player_is_watched_by_looking_at_its_games() -> None:
    games = watch_network(DRAWN, 2, 5, "1", 1, silent)
    tables = DRAWN.route_points
    points = np.array([tables[route.kind][str(route.cost)] for route in DRAWN.routes])
    owners = games["owner"][:, : len(DRAWN.routes)]
    for side in range(2):
        assert (((owners == side) * points).sum(axis=1) == games["route_points"][:, side]).all()
    assert (games["paid"].sum(axis=1) >= 10).all()
    held, completed = games["held"][:, :2], games["completed"][:, :2]
    assert (held != 0).all()
    assert (completed & ~held == 0).all()
    assert (completed != 0).mean() > 0.5
    assert list(games["number"]) == list(range(5))


def test_a_board_without_weights_has_no_learned_player() -> None:
    with pytest.raises(BadSetup) as refused:
        study(BOARD, 10, player="network")
    assert refused.value.code == "no-weights"


def board_of_cards() -> Board:
    return load_board("cardgame")


@pytest.mark.parametrize("player", ["fast", "network"])
def test_what_has_no_routes_is_not_studied(player: Player) -> None:
    with pytest.raises(CannotSimulate, match="routes"):
        study(board_of_cards(), 10, player=player)

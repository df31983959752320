"""What a network finds better is told only as far as playouts agree: a game that was played by hands."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from semafor import parse_move
from semafor.events import Drew, Offered
from semafor.moves import Draw
from semafor.story.judging import MoveVerdict
from semafor.story.playout_judge import WORTH, SecondOpinion
from semafor.story.positions import Walked, walk
from semafor.story.reviewing import HOARD, judge_of
from semafor.story.what_happened import what_came, what_rivals_did

PLAYED = Path(__file__).with_name("berlin_by_hands.json")
FINISHED_A_TICKET, TOOK_FEW_POINTS = 17, 33


@pytest.fixture(scope="module")
def game() -> Walked:
    return walk(PLAYED.read_text(encoding="utf-8"))


def tempered(game: Walked, step: int, better: str, cost: float) -> float:
    """The cost of a decision once playouts have been asked whether the other move was better."""
    said = [MoveVerdict(one.move, 0.0, None) for one in game.positions[:step]]
    said[-1] = MoveVerdict(parse_move(better, game.board), cost, None)
    told = SecondOpinion(game.board, game.players).temper(game.positions[:step], said)
    assert told[:-1] == said[:-1], "nobody asked about these"
    return told[-1].cost


def test_who_finishes_a_ticket_is_not_told_to_draw_a_card(game: Walked) -> None:
    assert tempered(game, FINISHED_A_TICKET, "draw deck", 0.15) == 0.0


def test_a_loss_that_playouts_see_as_well_is_told(game: Walked) -> None:
    route = "claim Alexanderplatz-Moritzplatz/orange 3 orange"
    assert WORTH < tempered(game, TOOK_FEW_POINTS, route, 0.2) <= 0.2


def test_a_small_loss_stays_as_it_was_told(game: Walked) -> None:
    assert tempered(game, FINISHED_A_TICKET, "draw deck", WORTH / 2) == WORTH / 2


def test_a_hoard_of_tickets_is_no_matter_for_the_network(game: Walked) -> None:
    assert judge_of(game).name == "network"
    last = game.positions[-1]
    one, other = last.view.seats
    hoarder = msgspec.structs.replace(one, tickets=other.tickets + HOARD)
    view = msgspec.structs.replace(last.view, seats=type(last.view.seats)((hoarder, other)))
    seen = msgspec.structs.replace(last, view=view)
    hoarded = msgspec.structs.replace(game, positions=[*game.positions[:-1], seen])
    assert judge_of(hoarded).name == "playouts"


def test_tickets_that_came_to_another_seat_are_not_told(game: Walked) -> None:
    last = game.positions[-1]
    mine, yours = (Offered(seat, 1, (game.board.ticket_names[seat],)) for seat in (last.seat, 1 - last.seat))
    dealt = msgspec.structs.replace(last, events=[mine, yours])
    drafted = msgspec.structs.replace(game, positions=[dealt])
    assert [one.details["tickets"] for one in what_came(drafted, 0, -0.1)] == [list(mine.tickets or ())]


def test_a_card_that_fits_is_no_bad_luck(game: Walked) -> None:
    blind = [n for n, one in enumerate(game.positions) if one.move == Draw(None)]
    told = {
        (card, up): bool(what_came(game, n, 0.1 if up else -0.1))
        for n in blind
        for event in game.positions[n].events
        if isinstance(event, Drew) and (card := event.card) == "wild"
        for up in (True, False)
    }
    assert told == {("wild", True): True, ("wild", False): False}
    assert all(bool(what_came(game, n, 0.1)) is not bool(what_came(game, n, -0.1)) for n in blind)


def test_a_short_route_that_no_ticket_wanted_is_no_moment(game: Walked) -> None:
    said = {step: [one.words for one in what_rivals_did(game, step - 1)] for step in (41, 58)}
    assert said == {41: ["reason.rival-blocked"], 58: []}


def test_the_strand_beside_shuts_the_way_of_two(game: Walked) -> None:
    """The rival's violet line to Rosenthaler Platz closed the orange one, which a ticket still needed."""
    [blocked] = what_rivals_did(game, 58)
    assert blocked.words == "reason.rival-blocked"
    assert blocked.details["tickets"] == ["Museum für Naturkunde-Gendarmenmarkt"]

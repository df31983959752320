from __future__ import annotations

import base64
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from semafor.arena.games_file import PlayedGame
from semafor.arena.heatmap import SCALE, heat
from semafor.arena.plots import Counts
from semafor.arena.schedule import Tournament
from semafor.arena.standings import Standings, standings
from semafor.arena.tournament_page import write_report
from semafor.boards import load_board

BOTS = ("random", "greedy", "tests.arena.arena_bots:First")


def played(board: str, games: int, *bots: str) -> tuple[Tournament, list[PlayedGame], Standings]:
    found = Tournament(load_board(board), 2, bots, "1")
    outcomes = [found.play(number) for number in range(games)]
    finished = [game for game in outcomes if isinstance(game, PlayedGame)]
    return found, finished, standings(found, finished)


class Seen(HTMLParser):
    """Tags left open, addresses and texts of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.addresses: list[str] = []
        self.words = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "img", "input"):
            self.open.append(tag)
        self.addresses += [value or "" for name, value in attrs if name in ("src", "href")]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        del tag
        self.addresses += [value or "" for name, value in attrs if name in ("src", "href")]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += data


def test_the_page_is_whole_and_needs_nothing_else(tmp_path: Path) -> None:
    found, games, table = played("berlin", 12, *BOTS)
    page = write_report(tmp_path / "deep" / "folder", found, games, table).read_text(encoding="utf-8")
    seen = Seen()
    seen.feed(page)
    assert seen.open == []
    assert all(address.startswith(("data:", "#")) for address in seen.addresses)
    for words in ("Ratings", "Who beats whom", "Scores", "who begins", "Routes", "Tickets", "Length", *BOTS):
        assert words in seen.words
    pictures = re.findall(r"data:image/svg\+xml;base64,([^\"]+)", page)
    assert len(pictures) == 5
    assert all(b"<svg" in base64.b64decode(picture) for picture in pictures)
    assert page.count('class="heat heat-') == 1 + len(BOTS)


def test_a_game_without_a_board_has_no_map(tmp_path: Path) -> None:
    found, games, table = played("cardgame", 2, *BOTS[:2])
    page = write_report(tmp_path, found, games, table).read_text(encoding="utf-8")
    assert "heat-0" not in page
    assert "Tickets" in page


def test_teams_are_placed_by_their_first_turn(tmp_path: Path) -> None:
    found = Tournament(load_board("asia"), 4, BOTS[:2], "1")
    games = [game for game in map(found.play, range(4)) if isinstance(game, PlayedGame)]
    table = standings(found, games)
    counts = Counts(found, games, table)
    for game in games:
        team = game.first // 2
        assert counts.places_of(game) == ([0, 1] if team == 0 else [1, 0])
    assert [rate.games for rate in counts.wins_by_place()["greedy"]] == [2, 2]
    assert write_report(tmp_path, found, games, table).exists()


def test_names_are_escaped(tmp_path: Path) -> None:
    found, games, table = played("berlin", 2, *BOTS[:2])
    strange = Tournament(found.board, 2, ("<b>", "greedy"), "<i>")
    page = write_report(tmp_path, strange, games, standings(strange, games)).read_text(encoding="utf-8")
    assert "<b>" not in page
    assert "<i>" not in page
    assert table.games == 2


def test_counts_agree_with_the_games() -> None:
    found, games, table = played("berlin", 8, "random", "greedy")
    counts = Counts(found, games, table)
    sides = [side for game in games for side in game.sides]
    assert sum(counts.routes()) * len(games) == pytest.approx(sum(len(side.routes) for side in sides))
    mine = sum(counts.routes("greedy")) * len(games)
    assert mine == pytest.approx(sum(len(side.routes) for side in counts.sides["greedy"]))
    tickets = counts.tickets()
    assert sum(ticket.held for ticket in tickets) == sum(len(side.tickets) for side in sides)
    assert sum(ticket.completed for ticket in tickets) == sum(side.completed for side in sides)
    assert sum(ticket.mean * ticket.held for ticket in tickets) == pytest.approx(
        sum(side.ticket_points for side in sides)
    )
    assert [ticket.mean for ticket in tickets] == sorted((t.mean for t in tickets), reverse=True)
    places = counts.wins_by_place()
    assert sum(rate.rate * rate.games for rates in places.values() for rate in rates) == pytest.approx(8)
    assert [rate.games for rate in places["greedy"]] == [4, 4]


def test_heat_goes_from_end_to_end_of_the_scale() -> None:
    assert heat(0.0) == SCALE[0]
    assert heat(1.0) == heat(7.0) == SCALE[-1]
    assert heat(0.5) == SCALE[2]

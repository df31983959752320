"""A study as a self-contained HTML page: maps and tables."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

from semafor.arena.comparisons import Z
from semafor.arena.heatmap import draw_over, heat_line, route_layer
from semafor.arena.html import cell, html_table, section, switched_map, whole_page
from semafor.boards.board_names import BoardNaming
from semafor.boards.model import GREY
from semafor.picture.geometry import geometry
from semafor.picture.svg.elements import group, number
from semafor.words import say
from semafor.words.languages import write_figure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from semafor.boards.model import Board
    from semafor.words import Language
    from semafor.workshop.study.findings import RouteStudy, Study, TicketStudy

Figure = Literal["claimed", "early", "lift", "tickets"]
FIGURES: tuple[Figure, ...] = get_args(Figure)
"""How often claimed, how early, how much the owners win, and which tickets are worth their paths."""
LIFT = 0.2
"""Wins above chance with the darkest colour; as many below have the lightest."""
OFF = 5.0
"""Points that a ticket is off, with the same meaning."""


def draw_figures(
    board: Board, study: Study, language: Language = "en", look: Literal["paper", "page"] = "paper"
) -> str:
    """Return the map with all figures as layers of class `heat`, for a page that shows one at a time."""
    layers = [layer_of(board, study, figure, language, place) for place, figure in enumerate(FIGURES)]
    return draw_over(board, layers, language, look)


def layer_of(board: Board, study: Study, figure: Figure, language: Language, place: int) -> str:
    """Return one figure as a layer over the map."""
    if figure == "tickets":
        return _tickets(board, study, language, place)
    found = [_value(route, figure) for route in study.routes]
    parts = [_part(value, figure) for value in found]
    titles = [
        _told(route.name, value, figure, language) for route, value in zip(study.routes, found, strict=True)
    ]
    return route_layer(board, place, parts, titles)


def _value(route: RouteStudy, figure: Figure) -> float:
    values = {"claimed": route.claimed, "early": route.early, "lift": route.lift}
    return values[figure] if route.claimed or figure == "claimed" else 0.0


def _part(value: float, figure: Figure) -> float:
    return 0.5 + value / (2 * LIFT) if figure == "lift" else value


def _told(name: str, value: float, figure: Figure, language: Language) -> str:
    sign = "+" if figure == "lift" else ""
    return (
        f"{name}: {say(f'study.figure-{figure}', {}, language)} {write_figure(value, f'{sign}.1%', language)}"
    )


def _tickets(board: Board, study: Study, language: Language, place: int) -> str:
    """Return each ticket as a straight line, the most profitable on top."""
    at = {spot.id: (spot.x, spot.y) for spot in geometry(board).places}
    lines = []
    for ticket in sorted(study.tickets, key=lambda one: one.off):
        ends = board.tickets[ticket.ticket]
        (ax, ay), (bx, by) = at[ends.a], at[ends.b]
        line = f"M{number(ax)} {number(ay)}L{number(bx)} {number(by)}"
        told = f"{ticket.name}: {say('study.off', {}, language)} {write_figure(ticket.off, '+.1f', language)}"
        lines.append(heat_line(line, 0.5 + ticket.off / (2 * OFF), told))
    return group(lines, class_=f"heat heat-{place}", fill="none", stroke_linecap="round")


class StudyTable(NamedTuple):
    """A table with title, explanation, headings and rows."""

    title: str
    told: str
    headings: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]


class StudyTables:
    """Return all tables of a study in a language."""

    def __init__(self, board: Board, study: Study, language: Language) -> None:
        self.board, self.study, self.language = board, study, language
        self.naming = BoardNaming(board)

    def all(self) -> list[StudyTable]:
        """Return the tables in reading order."""
        return [self.games(), self.seats(), self.styles(), self.routes(), self.tickets(), self.colours()]

    def games(self) -> StudyTable:
        """Return lengths, closeness and lead changes, by number of players."""
        headings = ("players", "games", "turns", "score", "margin", "lead-changes", "tied", "stuck")
        rows = [
            (
                f"{one.players}",
                self._figure(one.games, ","),
                self._figure(one.turns.mean, ".0f"),
                self._figure(one.score.mean, ".1f"),
                self._figure(one.margin.mean, ".1f"),
                self._figure(one.lead_changes.mean, ".1f"),
                f"{one.tied}",
                f"{one.stuck}",
            )
            for one in self.study.tables
        ]
        return self._table("games", headings, rows)

    def seats(self) -> StudyTable:
        """Return the advantage of the turn order, with 95 % intervals."""
        rows = [
            (
                f"{one.players}",
                f"{seat.place}.",
                self._within(seat.wins.share, ".1%", seat.wins.standard_error, ".1%"),
                self._figure(100 * (seat.wins.share - seat.wins.expected), "+.1f"),
            )
            for one in self.study.tables
            for seat in one.seats
        ]
        return self._table("seats", ("players", "turn", "wins", "advantage"), rows)

    def styles(self) -> StudyTable:
        """Return the results of the styles."""
        rows = [
            (
                self._say(f"style-{one.style}"),
                f"{self._figure(one.wins.rate, '.1%')} ({100 * one.wins.low:.0f}–{100 * one.wins.high:.0f})",
                self._figure(one.expected, ".1%"),
                self._figure(one.score, ".1f"),
            )
            for one in self.study.styles
        ]
        return self._table("styles", ("style", "wins", "by-chance", "score"), rows)

    def routes(self) -> StudyTable:
        """Return every route, the busiest first."""
        headings = ("route", "claimed", "early", "middle", "late", "winners", "losers", "lift", "verdict")
        rows = [
            (
                self._route(one.name),
                f"{one.claimed:.0%}",
                *(f"{part:.0%}" for part in (one.early, one.middle, one.late, one.winners, one.losers)),
                self._within(100 * one.lift, "+.0f", 100 * one.lift_error, ".0f"),
                self._say(f"route-{one.verdict}") if one.verdict else "",
            )
            for one in sorted(self.study.routes, key=lambda one: -one.claimed)
        ]
        return self._table("routes", headings, rows)

    def tickets(self) -> StudyTable:
        """Return every ticket, the most valuable first."""
        headings = ("ticket", "value", "held", "completed", "gained", "worth", "off", "suggested", "verdict")
        rows = [
            (
                self.naming.thing("ticket", one.name, self.language),
                f"{one.points}",
                self._figure(one.held, ","),
                f"{one.completed:.0%}",
                self._figure(one.gained, "+.1f"),
                self._within(one.worth, "+.1f", one.error, ".1f"),
                self._figure(one.off, "+.1f"),
                self._better(one),
                self._say(f"ticket-{one.verdict}") if one.verdict else "",
            )
            for one in sorted(self.study.tickets, key=lambda one: -one.off)
        ]
        return self._table("tickets", headings, rows)

    def _better(self, one: TicketStudy) -> str:
        """Return a better value; a ticket that is missed too often needs another path instead."""
        if not one.verdict:
            return ""
        return f"{one.suggested}" if one.suggested != one.points else self._say("another-way")

    def colours(self) -> StudyTable:
        """Return the payments by colour."""
        rows = [
            (
                say(f"card.named.{one.colour}", {}, self.language),
                f"{one.cards}",
                f"{one.asked}",
                self._figure(one.paid, ".1f"),
                self._figure(one.demand, ".2f"),
            )
            for one in self.study.colours
        ]
        return self._table("colours", ("colour", "deck", "asked", "paid", "demand"), rows)

    def _route(self, name: str) -> str:
        """Return the ends of a route, and the number of a parallel strand."""
        ends, (_, _, strand) = self.naming.thing("route", name, self.language), name.partition("/")
        if not strand or strand.isdecimal():
            return ends
        colour = "study.grey" if strand == GREY else f"card.named.{strand}"
        return f"{ends} ({say(colour, {}, self.language)})"

    def _figure(self, value: float, form: str) -> str:
        return write_figure(value, form, self.language)

    def _within(self, value: float, form: str, error: float, error_form: str) -> str:
        """Return a number with its 95 % interval, from its standard error."""
        return f"{self._figure(value, form)} ± {self._figure(Z * error, error_form)}"

    def _table(self, name: str, headings: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> StudyTable:
        told = tuple(self._say(heading) for heading in headings)
        return StudyTable(self._say(f"title-{name}"), self._say(f"about-{name}"), told, rows)

    def _say(self, key: str) -> str:
        return say(f"study.{key}", {}, self.language)


def study_page(board: Board, study: Study, language: Language = "en") -> str:
    """Return the page as text."""
    title = say("study.page", {"title": board.title.in_language(language)}, language)
    games, seats, styles, *others = StudyTables(board, study, language).all()
    head = f'<h1>{escape(title)}</h1><p class="lead">{escape(study_lead(study, language))}</p>'
    parts = [head, _map(board, study, language), *map(_section, (games, seats, styles, *others))]
    return whole_page(title, parts, language)


def study_lead(study: Study, language: Language) -> str:
    """Return how many games were played, by whom, and with which seed."""
    games = write_figure(study.games, ",", language)
    return say("study.lead", {"games": games, "seed": study.seed, "player": study.player}, language)


def figure_names(language: Language) -> tuple[str, ...]:
    """Return what the map can be coloured by."""
    return tuple(say(f"study.figure-{figure}", {}, language) for figure in FIGURES)


def scale_ends(language: Language) -> tuple[str, str]:
    """Return the meaning of the lightest and the darkest colour of the map."""
    return say("study.scale-low", {}, language), say("study.scale-high", {}, language)


def _map(board: Board, study: Study, language: Language) -> str:
    drawn = switched_map(figure_names(language), draw_figures(board, study, language), scale_ends(language))
    return section(say("study.title-map", {}, language), say("study.about-map", {}, language), drawn)


def _section(table: StudyTable) -> str:
    rows = [[cell(escape(text)) for text in row] for row in table.rows]
    return section(table.title, table.told, html_table(table.headings, rows))

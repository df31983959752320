"""The tables of a study, as plain cells: the terminal and the page show the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from semafor.arena.rating.intervals import Z
from semafor.boards.model import GREY
from semafor.boards.spoken_names import BoardNaming
from semafor.words import say
from semafor.words.languages import write_figure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from semafor.boards.model import Board
    from semafor.words import Language
    from semafor.workshop.study.findings import Study, TicketStudy


class Table(NamedTuple):
    """A table with its title, a sentence about it, headings and rows."""

    title: str
    told: str
    headings: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]


class StudyTables:
    """All tables of a study in a language."""

    def __init__(self, board: Board, study: Study, language: Language) -> None:
        self.board, self.study, self.language = board, study, language
        self.naming = BoardNaming(board)

    def all(self) -> list[Table]:
        """In the order in which they are read."""
        return [self.games(), self.seats(), self.styles(), self.routes(), self.tickets(), self.colours()]

    def games(self) -> Table:
        """Length, closeness and changes of the lead, by number of players."""
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

    def seats(self) -> Table:
        """Who begins, and what it is worth, with 95 % intervals."""
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

    def styles(self) -> Table:
        """Which of four styles of play wins."""
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

    def routes(self) -> Table:
        """Every route, the busiest first."""
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

    def tickets(self) -> Table:
        """Every ticket, the dearest first."""
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
        """A better value; no value mends a ticket that is missed too often, only another way."""
        if not one.verdict:
            return ""
        return f"{one.suggested}" if one.suggested != one.points else self._say("another-way")

    def colours(self) -> Table:
        """What is paid of each colour."""
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
        """The ends of a route, and which of parallel strands it is."""
        ends, (_, _, strand) = self.naming.thing("route", name, self.language), name.partition("/")
        if not strand or strand.isdecimal():
            return ends
        colour = "study.grey" if strand == GREY else f"card.named.{strand}"
        return f"{ends} ({say(colour, {}, self.language)})"

    def _figure(self, value: float, form: str) -> str:
        return write_figure(value, form, self.language)

    def _within(self, value: float, form: str, error: float, error_form: str) -> str:
        """A number with its 95 % interval, from its standard error."""
        return f"{self._figure(value, form)} ± {self._figure(Z * error, error_form)}"

    def _table(self, name: str, headings: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> Table:
        told = tuple(self._say(heading) for heading in headings)
        return Table(self._say(f"title-{name}"), self._say(f"about-{name}"), told, rows)

    def _say(self, key: str) -> str:
        return say(f"study.{key}", {}, self.language)

"""The map coloured by each figure of a study."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, get_args

from semafor.arena.report.heatmap import draw_over, heat_line, route_layer
from semafor.picture.geometry import geometry
from semafor.picture.svg.elements import group, number
from semafor.words import say
from semafor.words.languages import write_figure

if TYPE_CHECKING:
    from semafor.boards.model import Board
    from semafor.words import Language
    from semafor.workshop.study.findings import RouteStudy, Study

Figure = Literal["claimed", "early", "lift", "tickets"]
FIGURES: tuple[Figure, ...] = get_args(Figure)
"""How often claimed, how early, how much the owners win, and which tickets pay for their ways."""
LIFT = 0.2
"""Wins above chance that have the darkest colour; as many below have the lightest."""
OFF = 5.0
"""Points that a ticket is off, likewise."""


def draw_figures(
    board: Board, study: Study, language: Language = "en", look: Literal["paper", "page"] = "paper"
) -> str:
    """The map with all figures as layers of class `heat`, for a page that shows one at a time."""
    layers = [layer_of(board, study, figure, language, place) for place, figure in enumerate(FIGURES)]
    return draw_over(board, layers, language, look)


def layer_of(board: Board, study: Study, figure: Figure, language: Language, place: int) -> str:
    """One figure as a drawing over the map."""
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
    """Each ticket as a straight line, those that pay most on top."""
    at = {spot.id: (spot.x, spot.y) for spot in geometry(board).places}
    lines = []
    for ticket in sorted(study.tickets, key=lambda one: one.off):
        ends = board.tickets[ticket.ticket]
        (ax, ay), (bx, by) = at[ends.a], at[ends.b]
        line = f"M{number(ax)} {number(ay)}L{number(bx)} {number(by)}"
        told = f"{ticket.name}: {say('study.off', {}, language)} {write_figure(ticket.off, '+.1f', language)}"
        lines.append(heat_line(line, 0.5 + ticket.off / (2 * OFF), told))
    return group(lines, class_=f"heat heat-{place}", fill="none", stroke_linecap="round")

"""A study as one page of HTML that needs no other file: the maps, and all tables."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from semafor.arena.report.html import cell, html_table, section, switched_map, whole_page
from semafor.words import say
from semafor.words.languages import write_figure
from semafor.workshop.study.pictures import FIGURES, draw_figures
from semafor.workshop.study.study_tables import StudyTables

if TYPE_CHECKING:
    from semafor.boards.model import Board
    from semafor.words import Language
    from semafor.workshop.study.findings import Study
    from semafor.workshop.study.study_tables import Table


def study_page(board: Board, study: Study, language: Language = "en") -> str:
    """The whole page as text."""
    title = say("study.page", {"title": board.title.in_language(language)}, language)
    games, seats, styles, *others = StudyTables(board, study, language).all()
    head = f'<h1>{escape(title)}</h1><p class="lead">{escape(study_lead(study, language))}</p>'
    parts = [head, _map(board, study, language), *map(_section, (games, seats, styles, *others))]
    return whole_page(title, parts, language)


def study_lead(study: Study, language: Language) -> str:
    """How many games were played, by whom, and with which seed."""
    games = write_figure(study.games, ",", language)
    return say("study.lead", {"games": games, "seed": study.seed, "player": study.player}, language)


def figure_names(language: Language) -> tuple[str, ...]:
    """What the map can be coloured by."""
    return tuple(say(f"study.figure-{figure}", {}, language) for figure in FIGURES)


def scale_ends(language: Language) -> tuple[str, str]:
    """What the lightest and the darkest colour of the map mean."""
    return say("study.scale-low", {}, language), say("study.scale-high", {}, language)


def _map(board: Board, study: Study, language: Language) -> str:
    drawn = switched_map(figure_names(language), draw_figures(board, study, language), scale_ends(language))
    return section(say("study.title-map", {}, language), say("study.about-map", {}, language), drawn)


def _section(table: Table) -> str:
    rows = [[cell(escape(text)) for text in row] for row in table.rows]
    return section(table.title, table.told, html_table(table.headings, rows))

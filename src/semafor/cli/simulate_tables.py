"""The tables of `semafor simulate`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.markup import escape
from rich.table import Table

from semafor.cli.output import figure, headings, joined, word
from semafor.words.languages import language_here

if TYPE_CHECKING:
    from rich.console import Console

    from semafor.arena.comparisons import Bar, Spread, WinShare
    from semafor.arena.statistics import Length, NumberSummary, PlaceSummary, SideSummary
    from semafor.boards import Board

BAR_WIDTH = 40
SPREAD = ("min", "median", "mean", "sd", "p95", "max")


def print_summary(console: Console, board: Board, summary: NumberSummary, kind: str) -> None:
    """Lengths, scores, tickets and wins as tables."""
    players = len(summary.turn_order)
    title = escape(board.title.in_language(language_here()))
    told = word("summary", players=players, games=figure(summary.games, ","), kind=escape(kind))
    console.print(f"[bold]{title}[/bold], {told}")
    console.print(_overview(summary))
    for title, length in zip(headings("turns", "decisions"), (summary.turns, summary.decisions), strict=True):
        console.print(_bars(title, length))
    console.print(_sides(summary))
    print_turn_order(console, summary.turn_order)
    console.print(word("ends", stuck=figure(summary.stuck, ","), tied=figure(summary.tied, ",")))


def print_lengths(console: Console, summaries: list[tuple[Board, NumberSummary]]) -> None:
    """The lengths of many series beside each other, and how their games ended."""
    turns = [word("turns-column", what=heading) for heading in headings(*SPREAD)]
    first, last = headings("board", "players", "games"), headings("stuck", "tied")
    table = plain_table(word("length"), *first, *turns, *last)
    for board, summary in summaries:
        counts = (f"{len(summary.turn_order)}", figure(summary.games, ","))
        ends = (figure(summary.stuck, ","), figure(summary.tied, ","))
        table.add_row(escape(board.board), *counts, *_numbers(summary.turns), *ends)
    console.print(table)


def plain_table(title: str, first: str, *others: str) -> Table:
    """A table without lines: a column of names, then columns of numbers."""
    table = Table(title=title, title_justify="left", title_style="bold", header_style="dim", box=None)
    table.add_column(first)
    for heading in others:
        table.add_column(heading, justify="right")
    return table


def _overview(summary: NumberSummary) -> Table:
    table = plain_table("\n" + word("a-game"), "", *headings(*SPREAD))
    spreads = (summary.turns, summary.decisions, summary.score, summary.winning_score)
    for name, spread in zip(headings("turns", "decisions", "score", "winning-score"), spreads, strict=True):
        table.add_row(name, *_numbers(spread))
    return table


def _numbers(spread: Spread) -> tuple[str, ...]:
    average = (figure(spread.mean, ".2f"), figure(spread.deviation, ".2f"))
    return f"{spread.min}", f"{spread.median}", *average, f"{spread.p95}", f"{spread.max}"


def _bars(title: str, length: Length) -> Table:
    table = plain_table("\n" + word("length-in", what=title), title, *headings("games"))
    table.add_column()
    most = max(bar.count for bar in length.histogram)
    for bar in length.histogram:
        table.add_row(_range(bar), figure(bar.count, ","), "█" * round(BAR_WIDTH * bar.count / most))
    return table


def _range(bar: Bar) -> str:
    return f"{bar.first}" if bar.first == bar.last else f"{bar.first}–{bar.last}"


def _sides(summary: NumberSummary) -> Table:
    teams = len(summary.sides[0].seats) > 1
    columns = ("score", "sd", "routes", "tickets", "held", "completed", "longest", "wins", "share")
    title = "\n" + word("means", teams=teams)
    table = plain_table(title, *headings("seats" if teams else "seat", *columns))
    for side in summary.sides:
        table.add_row(*_side_cells(side))
    return table


def _side_cells(side: SideSummary) -> tuple[str, ...]:
    means = (
        side.route_points,
        side.ticket_points,
        side.tickets_held,
        side.tickets_completed,
        side.longest_line,
    )
    return (
        joined(side.seats),
        figure(side.score.mean, ".2f"),
        figure(side.score.deviation, ".2f"),
        *(figure(spread.mean, ".2f") for spread in means),
        figure(side.wins.alone + side.wins.shared, ","),
        _share(side.wins),
    )


def _share(share: WinShare) -> str:
    return f"{figure(share.share, '.2%')} ± {figure(share.standard_error, '.2%')}"


def print_turn_order(console: Console, places: list[PlaceSummary]) -> None:
    """How the seat that plays first, second, … does."""
    columns = headings("turn", "wins", "share-error", "advantage")
    table = plain_table("\n" + word("who-begins"), *columns)
    for place in places:
        wins = place.wins
        advantage = word("advantage", points=figure(100 * (wins.share - wins.expected), "+.2f"))
        table.add_row(f"{place.place}.", figure(wins.alone + wins.shared, ","), _share(wins), advantage)
    console.print(table)

"""The tables of `semafor simulate`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.markup import escape
from rich.table import Table

if TYPE_CHECKING:
    from rich.console import Console

    from semafor.arena.rating.wins import Share
    from semafor.arena.simulate.histogram import Bar, Spread
    from semafor.arena.simulate.statistics import Length, PlaceSummary, SideSummary, Summary
    from semafor.boards import Board

BAR_WIDTH = 40
SPREAD_HEADINGS = ("min", "median", "mean", "sd", "95 %", "max")


def print_summary(console: Console, board: Board, summary: Summary, kind: str) -> None:
    """Lengths, scores, tickets and wins as tables."""
    players = len(summary.turn_order)
    console.print(
        f"[bold]{escape(board.title.en)}[/bold], {players} players, {summary.games:,} {escape(kind)}"
    )
    console.print(_overview(summary))
    console.print(_bars("turns", summary.turns))
    console.print(_bars("decisions", summary.decisions))
    console.print(_sides(summary))
    print_turn_order(console, summary.turn_order)
    console.print(
        f"{summary.stuck:,} games ended because nobody could move (BASE-9); "
        f"{summary.tied:,} have more than one winner."
    )


def print_lengths(console: Console, summaries: list[tuple[Board, Summary]]) -> None:
    """The lengths of many series beside each other, and how their games ended."""
    turns = [f"turns {heading}" for heading in SPREAD_HEADINGS]
    table = plain_table("Length of the games", "board", "players", "games", *turns, "stuck", "tied")
    for board, summary in summaries:
        counts = (f"{len(summary.turn_order)}", f"{summary.games:,}")
        ends = (f"{summary.stuck:,}", f"{summary.tied:,}")
        table.add_row(escape(board.board), *counts, *_numbers(summary.turns), *ends)
    console.print(table)


def plain_table(title: str, first: str, *headings: str) -> Table:
    """A table without lines: a column of names, then columns of numbers."""
    table = Table(title=title, title_justify="left", title_style="bold", header_style="dim", box=None)
    table.add_column(first)
    for heading in headings:
        table.add_column(heading, justify="right")
    return table


def _overview(summary: Summary) -> Table:
    table = plain_table("\nA game", "", *SPREAD_HEADINGS)
    table.add_row("turns", *_numbers(summary.turns))
    table.add_row("decisions", *_numbers(summary.decisions))
    table.add_row("score", *_numbers(summary.score))
    table.add_row("winner's score", *_numbers(summary.winning_score))
    return table


def _numbers(spread: Spread) -> tuple[str, ...]:
    average = (f"{spread.mean:.2f}", f"{spread.deviation:.2f}")
    return f"{spread.min}", f"{spread.median}", *average, f"{spread.p95}", f"{spread.max}"


def _bars(title: str, length: Length) -> Table:
    table = plain_table(f"\nLength in {title}", title, "games")
    table.add_column()
    most = max(bar.count for bar in length.histogram)
    for bar in length.histogram:
        table.add_row(_range(bar), f"{bar.count:,}", "█" * round(BAR_WIDTH * bar.count / most))
    return table


def _range(bar: Bar) -> str:
    return f"{bar.first}" if bar.first == bar.last else f"{bar.first}–{bar.last}"


def _sides(summary: Summary) -> Table:
    teams = len(summary.sides[0].seats) > 1
    headings = ("score", "sd", "routes", "tickets", "held", "completed", "longest", "wins", "share")
    table = plain_table(
        "\nMeans by team" if teams else "\nMeans by seat", "seats" if teams else "seat", *headings
    )
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
        " and ".join(str(seat) for seat in side.seats),
        f"{side.score.mean:.2f}",
        f"{side.score.deviation:.2f}",
        *(f"{spread.mean:.2f}" for spread in means),
        f"{side.wins.alone + side.wins.shared:,}",
        _share(side.wins),
    )


def _share(share: Share) -> str:
    return f"{share.share:.2%} ± {share.standard_error:.2%}"


def print_turn_order(console: Console, places: list[PlaceSummary]) -> None:
    """How the seat that plays first, second, … does."""
    table = plain_table("\nDoes it matter who begins?", "turn", "wins", "share ± standard error", "advantage")
    for place in places:
        wins = place.wins
        advantage = f"{100 * (wins.share - wins.expected):+.2f} points"
        table.add_row(f"{place.place}.", f"{wins.alone + wins.shared:,}", _share(wins), advantage)
    console.print(table)

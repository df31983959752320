"""The tables of `semafor bench`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.table import Table

from semafor.cli.wording import figure, headings, word

if TYPE_CHECKING:
    from rich.console import Console

Measured = dict[str, Any]

UNDISTURBED = 0.95
"""With less than this part of the cores asked for, a rate says more about the neighbours."""


def print_measured(console: Console, measured: Measured) -> None:
    """One board in full."""
    console.print(word("players", board=f"[bold]{measured['board']}[/bold]", n=measured["players"]))
    console.print(_rates(measured))
    table = Table(box=None, show_header=False)
    table.add_column()
    table.add_column(justify="right")
    scoring = measured["scoring_microseconds"]
    cells = {
        "against-uncompiled": f"{figure(measured['uncompiled']['ratio'], ',.0f')} ×",
        "copying": f"{figure(measured['copy_nanoseconds'], '.1f')} ns",
        "score-median": f"{figure(scoring['median'], '.2f')} µs",
        "score-worst": f"{figure(scoring['worst'], '.2f')} µs",
    }
    for name, cell in cells.items():
        table.add_row(*headings(name), cell)
    _add_start(table, measured)
    console.print(table)
    _print_disturbance(console, [measured])


def _rates(measured: Measured) -> Table:
    cores, slow = measured["cores"], measured["uncompiled"]
    columns = (*headings("one-core"), word("all-cores", n=cores), *headings("speed-up", "uncompiled"))
    table = _table(*headings("a-second"), *columns)
    speed_up = f"{figure(measured['speed_up'], '.2f')} ×"
    for what in ("games", "decisions"):
        rates = measured[f"{what}_per_second"]
        cells = (figure(rates["one_core"], ",.0f"), figure(rates["all_cores"], ",.0f"), speed_up)
        table.add_row(*headings(what), *cells, figure(slow[f"{what}_per_second"], ",.1f"))
    return table


def print_boards(console: Console, measured: Measured) -> None:
    """All boards beside each other."""
    first = measured["boards"][0]
    compared = [key for key in first if key.startswith("to_")]
    columns = headings("one-core", "players", "games-s", "decisions-s")
    columns += word("games-on-cores", n=first["cores"]), *headings("speed-up")
    table = _table(*columns, *(word("decisions-to", board=key.removeprefix("to_")) for key in compared))
    for row in measured["boards"]:
        table.add_row(
            row["board"],
            str(row["players"]),
            *_pace_cells(row),
            *(figure(row[key], ".2f") for key in compared),
        )
    console.print(table)
    starts = Table(box=None, show_header=False)
    _add_start(starts, measured)
    console.print(starts)
    _print_disturbance(console, measured["boards"])


def _print_disturbance(console: Console, rows: list[Measured]) -> None:
    """Say so where other programs took some of the cores."""
    given = min(row["cores_given"]["all_cores"] / row["cores"] for row in rows)
    if given < UNDISTURBED:
        console.print(word("disturbed", given=figure(given, ".0%")))


def _pace_cells(row: Measured) -> tuple[str, ...]:
    games, decisions = row["games_per_second"], row["decisions_per_second"]
    return (
        figure(games["one_core"], ",.0f"),
        figure(decisions["one_core"], ",.0f"),
        figure(games["all_cores"], ",.0f"),
        f"{figure(row['speed_up'], '.2f')} ×",
    )


def _table(first: str, *others: str) -> Table:
    table = Table(box=None, header_style="dim")
    table.add_column(first)
    for heading in others:
        table.add_column(heading, justify="right")
    return table


def _add_start(table: Table, measured: Measured) -> None:
    if "start_seconds" in measured:
        seconds = measured["start_seconds"]
        table.add_row(*headings("first-start"), f"{figure(seconds['first'], '.2f')} s")
        table.add_row(*headings("later-starts"), f"{figure(seconds['cached'], '.2f')} s")

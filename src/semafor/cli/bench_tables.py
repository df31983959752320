"""The tables of `semafor bench`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.table import Table

if TYPE_CHECKING:
    from rich.console import Console

Measured = dict[str, Any]

UNDISTURBED = 0.95
"""With less than this part of the cores asked for, a rate says more about the neighbours."""


def print_measured(console: Console, measured: Measured) -> None:
    """One board in full."""
    console.print(f"[bold]{measured['board']}[/bold], {measured['players']} players")
    console.print(_rates(measured))
    table = Table(box=None, show_header=False)
    table.add_column()
    table.add_column(justify="right")
    scoring = measured["scoring_microseconds"]
    table.add_row("compiled against uncompiled", f"{measured['uncompiled']['ratio']:,.0f} ×")
    table.add_row("copying a game's state", f"{measured['copy_nanoseconds']:.1f} ns")
    table.add_row("exact score of a finished game, median", f"{scoring['median']:.2f} µs")
    table.add_row("exact score of a finished game, worst", f"{scoring['worst']:.2f} µs")
    _add_start(table, measured)
    console.print(table)
    _print_disturbance(console, [measured])


def _rates(measured: Measured) -> Table:
    cores, slow = measured["cores"], measured["uncompiled"]
    headings = ("one core", f"all {cores} cores", "speed-up", "one core, uncompiled")
    table = _table("a second", *headings)
    speed_up = f"{measured['speed_up']:.2f} ×"
    for what in ("games", "decisions"):
        rates = measured[f"{what}_per_second"]
        cells = (f"{rates['one_core']:,.0f}", f"{rates['all_cores']:,.0f}", speed_up)
        table.add_row(what, *cells, f"{slow[f'{what}_per_second']:,.1f}")
    return table


def print_boards(console: Console, measured: Measured) -> None:
    """All boards beside each other."""
    first = measured["boards"][0]
    compared = [key for key in first if key.startswith("to_")]
    headings = ("players", "games/s", "decisions/s", f"games/s, {first['cores']} cores", "speed-up")
    table = _table("one core", *headings, *(f"decisions/s : {key.removeprefix('to_')}" for key in compared))
    for row in measured["boards"]:
        table.add_row(
            row["board"], str(row["players"]), *_pace_cells(row), *(f"{row[key]:.2f}" for key in compared)
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
        console.print(f"Other programs are running: all cores means {given:.0%} of them at worst.")


def _pace_cells(row: Measured) -> tuple[str, ...]:
    games, decisions = row["games_per_second"], row["decisions_per_second"]
    return (
        f"{games['one_core']:,.0f}",
        f"{decisions['one_core']:,.0f}",
        f"{games['all_cores']:,.0f}",
        f"{row['speed_up']:.2f} ×",
    )


def _table(first: str, *headings: str) -> Table:
    table = Table(box=None, header_style="dim")
    table.add_column(first)
    for heading in headings:
        table.add_column(heading, justify="right")
    return table


def _add_start(table: Table, measured: Measured) -> None:
    if "start_seconds" in measured:
        table.add_row("start with everything to compile", f"{measured['start_seconds']['first']:.2f} s")
        table.add_row("later starts", f"{measured['start_seconds']['cached']:.2f} s")

"""The final score as tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.markup import escape
from rich.table import Table

if TYPE_CHECKING:
    from rich.console import Console

    from semafor.results import Result, SideResult

CATEGORIES = {
    "routes": "routes",
    "ticket_points": "tickets",
    "stations": "stations",
    "festivals": "festivals",
    "longest_bonus": "longest line",
    "most_tickets_bonus": "most tickets",
    "big_cities_bonus": "big cities",
    "total": "total",
}
"""Fields of a side's result, and what the table calls them."""
ALWAYS = ("routes", "ticket_points", "total")


def print_result(console: Console, result: Result) -> None:
    """Points by category, every side's tickets, and who won."""
    console.print()
    console.print(_points(result))
    for side in result.sides:
        _print_side(console, side)
    winners = ", ".join(f"seat {seat}" for seat in result.winners)
    decided = f" (decided by {result.tie_break})" if result.tie_break else ""
    console.print(f"\n[bold]Winner: {winners}[/bold]{decided}")


def _points(result: Result) -> Table:
    """The categories in which anyone scored."""
    shown = [name for name in CATEGORIES if name in ALWAYS or any(getattr(s, name) for s in result.sides)]
    table = Table(box=None, header_style="dim")
    table.add_column("rank", justify="right")
    table.add_column("seat")
    for name in shown:
        table.add_column(CATEGORIES[name], justify="right")
    for side in sorted(result.sides, key=lambda side: side.rank):
        points = (str(getattr(side, name)) for name in shown)
        table.add_row(f"{side.rank}.", _seats(side), *points)
    return table


def _seats(side: SideResult) -> str:
    return " and ".join(str(seat) for seat in side.seats)


def _print_side(console: Console, side: SideResult) -> None:
    line = f", longest line {side.longest}" if side.longest else ""
    console.print(f"\n[bold]Seat {_seats(side)}[/bold]{line}")
    for place, points in side.big_cities.items():
        console.print(f"  {escape(place)}: most tickets {points:+d}")
    for place, route in side.borrowed.items():
        console.print(f"  the station in {escape(place)} uses {escape(route)}")
    for ticket in side.tickets:
        sign, points = ("✓", ticket.points) if ticket.completed else ("✗", -ticket.points)
        console.print(f"  {sign} {escape(ticket.ticket)} {points:+d}")

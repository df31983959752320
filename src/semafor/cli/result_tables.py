"""The final score as tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.table import Table

from semafor.boards.board_names import BoardNaming
from semafor.words import say

if TYPE_CHECKING:
    from rich.console import Console

    from semafor.game import Game
    from semafor.results import Result, SideResult
    from semafor.words import Language

CATEGORIES = (
    "routes",
    "ticket_points",
    "stations",
    "festivals",
    "longest_bonus",
    "most_tickets_bonus",
    "big_cities_bonus",
    "total",
)
"""Fields of a side's result, in the order of the table."""
ALWAYS = ("routes", "ticket_points", "total")


def print_result(console: Console, game: Game, lang: Language = "en") -> None:
    """Print points by category, the tickets of every side, and the winner."""
    result, naming = game.result(), BoardNaming(game.board)
    console.print()
    console.print(_points(result, lang))
    for side in result.sides:
        console.print()
        _print_side(console, side, naming, lang)
    winner = {"seats": result.winners, "tie": result.tie_break}
    console.print("\n" + say("told.winner", winner, lang), style="bold")


def _points(result: Result, lang: Language) -> Table:
    """The categories in which anyone scored."""
    shown = [name for name in CATEGORIES if name in ALWAYS or any(getattr(s, name) for s in result.sides)]
    table = Table(box=None, header_style="dim")
    table.add_column(say("told.rank", {}, lang), justify="right")
    table.add_column(say("told.seat", {}, lang))
    for name in shown:
        table.add_column(say(f"score.named.{name}", {}, lang), justify="right")
    for side in sorted(result.sides, key=lambda side: side.rank):
        points = (str(getattr(side, name)) for name in shown)
        table.add_row(f"{side.rank}.", _seats(side, lang), *points)
    return table


def _seats(side: SideResult, lang: Language) -> str:
    return say("list.and", {}, lang).join(str(seat) for seat in side.seats)


def _print_side(console: Console, side: SideResult, naming: BoardNaming, lang: Language) -> None:
    heading = {"seats": _seats(side, lang), "longest": side.longest or None}
    console.print(say("told.side", heading, lang), style="bold")
    lines = [
        say("told.big-city", {"place": place, "points": f"{points:+d}"}, lang, naming)
        for place, points in side.big_cities.items()
    ]
    lines += [
        say("told.borrowed", {"place": place, "route": route}, lang, naming)
        for place, route in side.borrowed.items()
    ]
    for ticket in side.tickets:
        sign, points = ("✓", ticket.points) if ticket.completed else ("✗", -ticket.points)
        lines.append(f"{sign} {naming.thing('ticket', ticket.ticket, lang)} {points:+d}")
    for line in lines:
        console.print(f"  {line}", markup=False)

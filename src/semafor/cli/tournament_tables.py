"""The tables of `semafor tournament`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.markup import escape
from rich.table import Table

from semafor.cli.simulate_tables import plain_table, print_turn_order
from semafor.cli.wording import figure, headings, word
from semafor.words.languages import language_here

if TYPE_CHECKING:
    from rich.console import Console

    from semafor.arena.rating.duel import Comparison
    from semafor.arena.rating.intervals import Rate
    from semafor.arena.rating.standings import BotStanding, Standings
    from semafor.boards import Board


def print_standings(console: Console, board: Board, found: Standings) -> None:
    """Ratings, who beats whom, and whether the seat matters."""
    title = f"[bold]{escape(board.title.in_language(language_here()))}[/bold]"
    numbers = {"games": figure(found.games, ","), "deals": figure(found.deals, ",")}
    console.print(f"{title}, {word('all-orders', players=found.players, **numbers)}")
    console.print(_ratings(found))
    console.print(_matrix(found))
    if found.tables and len(found.tables[0].against) > 1:
        console.print(_tables(found))
    print_turn_order(console, found.turn_order)
    for bot in found.bots:
        if bot.faults:
            lost = word("lost-by-mistake", n=figure(bot.faults, ","))
            console.print(f"[bold]{escape(bot.bot)}[/bold] {lost}")
    if found.sprt:
        console.print(_verdict(found.sprt), soft_wrap=True)
    if found.unfinished:
        console.print(word("not-counted", n=figure(found.unfinished, ",")))


def _ratings(found: Standings) -> Table:
    columns = ("bot", "rating", "interval", "wins", "score", "sd", "ms-a-move", "p99", "moves")
    table = plain_table("\n" + word("ratings"), *headings(*columns))
    for bot in found.bots:
        table.add_row(*_bot_cells(bot))
    return table


def _bot_cells(bot: BotStanding) -> tuple[str, ...]:
    return (
        escape(bot.bot),
        figure(bot.rating, "+.0f"),
        f"{figure(bot.low, '+.0f')} … {figure(bot.high, '+.0f')}",
        _percent(bot.wins),
        figure(bot.score.mean, ".1f"),
        figure(bot.score.deviation, ".1f"),
        figure(bot.mean_ms, ".3g"),
        figure(bot.p99_ms, ".3g"),
        figure(bot.decisions, ","),
    )


def _percent(rate: Rate) -> str:
    return f"{figure(rate.rate, '.1%')} ({figure(rate.low, '.1%')}–{figure(rate.high, '.1%')})"


def _matrix(found: Standings) -> Table:
    """Who ended above whom, a row against the columns."""
    names = [bot.bot for bot in found.bots]
    rates = {(pair.bot, pair.against): pair.rate for pair in found.pairs}
    table = plain_table("\n" + word("ended-above"), *headings("bot"), *map(escape, names))
    for name in names:
        cells = (rates.get((name, other)) for other in names)
        table.add_row(escape(name), *("·" if cell is None else _percent(cell) for cell in cells))
    return table


def _tables(found: Standings) -> Table:
    """Victories against whole tables."""
    table = plain_table("\n" + word("won-tables"), *headings("bot", "against", "games", "won"))
    for row in found.tables:
        others = " ".join(escape(name) for name in row.against)
        table.add_row(escape(row.bot), others, figure(row.wins.games, ","), _percent(row.wins))
    return table


def _verdict(test: Comparison) -> str:
    """What the sequential test found."""
    asked, verdict = test.hypotheses, test.verdict
    low, high = asked.bounds
    question = word("is-stronger", a=escape(test.bot), b=escape(test.against))
    rates = {"low": figure(asked.rate0, ".1%"), "high": figure(asked.rate1, ".1%")}
    bounds = {"ratio": figure(verdict.ratio, ".2f"), "low": figure(low, ".2f"), "high": figure(high, ".2f")}
    answer = word("verdict", answer=verdict.answer, **rates)
    after = word("after-deals", deals=figure(verdict.deals, ","), **bounds)
    return f"\n[bold]{question}[/bold] {answer}, {after}"

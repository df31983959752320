"""The tables of the page."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from semafor.arena.report.html import cell, html_table
from semafor.arena.report.plot_look import hue

if TYPE_CHECKING:
    from semafor.arena.rating.intervals import Rate
    from semafor.arena.rating.standings import Standings

BLUE, RED = "43,108,176", "200,53,44"


def ratings(found: Standings) -> str:
    """One row a bot."""
    headings = ("bot", "rating", "95 %", "wins", "mean score", "ms a move", "99 % of moves", "decisions")
    rows = [
        (
            _name(bot.bot, place),
            cell(f"{bot.rating:+.0f}"),
            cell(f"{bot.low:+.0f} … {bot.high:+.0f}"),
            _rate(bot.wins),
            cell(f"{bot.score.mean:.1f}"),
            cell(f"{bot.mean_ms:.3g}"),
            cell(f"{bot.p99_ms:.3g}"),
            cell(f"{bot.decisions:,}"),
        )
        for place, bot in enumerate(found.bots)
    ]
    return html_table(headings, rows)


def matrix(found: Standings) -> str:
    """Who ended above whom."""
    names = [bot.bot for bot in found.bots]
    rates = {(pair.bot, pair.against): pair.rate for pair in found.pairs}
    rows = [
        (_name(name, place), *(_shaded(rates.get((name, other))) for other in names))
        for place, name in enumerate(names)
    ]
    return html_table(("", *names), rows)


def matchups(found: Standings) -> str:
    """Victories against whole tables; nothing where two sides play, since the matrix says it all."""
    rows = [
        (
            cell(escape(row.bot)),
            cell(escape(", ".join(row.against))),
            _rate(row.wins),
            cell(f"{row.wins.games:,}"),
        )
        for row in found.tables
        if len(row.against) > 1
    ]
    return html_table(("games won by", "against", "won", "games"), rows) if rows else ""


def verdict(found: Standings) -> str:
    """What the sequential test found, if there was one."""
    test = found.sprt
    if test is None:
        return ""
    answers = {"H1": "yes", "H0": "no", "open": "not known yet"}
    asked = test.hypotheses
    return (
        f'<p class="lead">Is {escape(test.bot)} stronger than {escape(test.against)}? '
        f"<strong>{answers[test.verdict.answer]}</strong>, by a sequential test of {asked.rate0:.1%} against "
        f"{asked.rate1:.1%} of the comparisons, after {test.verdict.deals:,} deals.</p>"
    )


def _name(name: str, place: int) -> str:
    dot = f'<span class="dot" style="background:{hue(place)}"></span>'
    return f'<td class="name">{dot}{escape(name)}</td>'


def _rate(rate: Rate) -> str:
    return cell(_words(rate))


def _words(rate: Rate) -> str:
    return f"{rate.rate:.1%}<small>{100 * rate.low:.1f}–{100 * rate.high:.1f}</small>"


def _shaded(rate: Rate | None) -> str:
    """A cell that is the bluer the more its row wins, the redder the more it loses."""
    if rate is None:
        return cell("·")
    colour, strength = (BLUE, rate.rate - 0.5) if rate.rate >= 0.5 else (RED, 0.5 - rate.rate)
    return f'<td style="background:rgba({colour},{0.6 * strength:.2f})">{_words(rate)}</td>'

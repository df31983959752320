"""The plots of a tournament: ratings, scores, seats, tickets, lengths."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.ticker import MaxNLocator, PercentFormatter

from semafor.arena.report.plot_look import FAINT, INK, draw, draw_rows, hue

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes

    from semafor.arena.rating.intervals import Rate
    from semafor.arena.rating.standings import Standings
    from semafor.arena.report.counts import TicketCount

ROW = 0.42
"""Inches of a row with a name."""
BARS = 24


def _name_rows(axes: Axes, names: Sequence[str]) -> None:
    """Rows from top to bottom, each with its name."""
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.grid(visible=False, axis="y")


def plot_ratings(found: Standings) -> str:
    """Ratings with their intervals."""

    def paint(axes: Axes) -> None:
        for row, bot in enumerate(found.bots):
            axes.plot([bot.low, bot.high], [row, row], color=hue(row), linewidth=5, alpha=0.35)
            axes.plot(bot.rating, row, "o", color=hue(row), markersize=8)
        _name_rows(axes, [bot.bot for bot in found.bots])
        axes.set_xlabel("rating (mean of the field 0) and 95 % interval")

    return draw(0.9 + ROW * len(found.bots), paint)


def plot_scores(found: Standings, scores: dict[str, list[int]]) -> str:
    """How each bot's scores are distributed, one above the other on one scale."""
    every = [score for bot in found.bots for score in scores[bot.bot]]
    edges = np.linspace(min(every), max(every) + 1, BARS + 1)

    def paint(rows: list[Axes]) -> None:
        for row, (axes, bot) in enumerate(zip(rows, found.bots, strict=True)):
            axes.hist(scores[bot.bot], bins=list(edges), color=hue(row), alpha=0.75, rwidth=0.94)
            axes.axvline(bot.score.mean, color=INK, linewidth=1.2)
            label = f"{bot.bot}\nmean {bot.score.mean:.1f}"
            axes.set_ylabel(label, rotation=0, ha="right", va="center", color=INK)
            axes.set_yticks([])
            axes.grid(visible=False, axis="y")
        rows[-1].set_xlabel("final score (the line is the mean)")

    return draw_rows(len(found.bots), 0.7 + 0.85 * len(found.bots), paint)


def plot_seats(found: Standings, by_place: dict[str, list[Rate]]) -> str:
    """Each bot's victories by its place in the order of turns."""
    step = 0.7 / len(found.bots)

    def paint(axes: Axes) -> None:
        for row, bot in enumerate(found.bots):
            rates = by_place[bot.bot]
            x = np.arange(len(rates)) + step * (row - (len(found.bots) - 1) / 2)
            low = [rate.rate - rate.low for rate in rates]
            high = [rate.high - rate.rate for rate in rates]
            y = [rate.rate for rate in rates]
            axes.errorbar(x, y, yerr=[low, high], fmt="o", color=hue(row), capsize=3, label=bot.bot)
        _mark_all(axes, list(by_place.values()))
        axes.legend(frameon=False, loc="center left", bbox_to_anchor=(1.01, 0.5))

    return draw(3.1, paint)


def _mark_all(axes: Axes, by_place: list[list[Rate]]) -> None:
    """All bots together as a line at each place."""
    for place, rates in enumerate(zip(*by_place, strict=True)):
        share = sum(rate.rate * rate.games for rate in rates) / sum(rate.games for rate in rates)
        label = "all bots" if place == 0 else "_"
        axes.hlines(share, place - 0.42, place + 0.42, color=FAINT, linewidth=1.4, label=label)
    axes.set_xticks(range(len(by_place[0])), [f"turn {place + 1}" for place in range(len(by_place[0]))])
    axes.yaxis.set_major_formatter(PercentFormatter(1.0))
    axes.set_ylim(-0.05, 1.05)
    axes.grid(visible=False, axis="x")
    axes.set_ylabel("games won")


def plot_tickets(found: Standings, tickets: list[TicketCount], by_bot: dict[str, list[TicketCount]]) -> str:
    """What every ticket brought on average, all in all and for each bot, and how often it was completed."""
    rows = {ticket.name: row for row, ticket in enumerate(tickets)}

    def paint(axes: Axes) -> None:
        axes.barh(range(len(tickets)), [ticket.mean for ticket in tickets], color="#E4D8BF", height=0.72)
        for place, bot in enumerate(found.bots):
            counts = by_bot[bot.bot]
            x, y = [ticket.mean for ticket in counts], [rows[ticket.name] for ticket in counts]
            axes.plot(x, y, "o", color=hue(place), markersize=4.5, alpha=0.8, label=bot.bot)
        points = [ticket.points for ticket in tickets]
        axes.plot(points, range(len(tickets)), "|", color=INK, markersize=8, label="its value")
        axes.axvline(0, color=FAINT, linewidth=0.9)
        axes.legend(frameon=False, loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=len(found.bots) + 1)
        _name_rows(axes, [f"{ticket.name}  {ticket.rate:.0%} of {ticket.held}" for ticket in tickets])
        axes.tick_params(axis="y", labelsize=9)
        axes.set_xlabel("points on average")

    return draw(1.3 + 0.215 * len(tickets), paint)


def plot_lengths(turns: list[int]) -> str:
    """How many turns the games had."""

    def paint(axes: Axes) -> None:
        width = max(1, -(-(max(turns) + 1 - min(turns)) // BARS))
        edges = np.arange(min(turns), max(turns) + width + 1, width) - 0.5
        axes.hist(turns, bins=list(edges), color="#2B6CB0", alpha=0.75, rwidth=0.94)
        axes.yaxis.set_major_locator(MaxNLocator(integer=True, nbins=4))
        axes.grid(visible=False, axis="x")
        axes.set_xlabel("turns of all players together")
        axes.set_ylabel("games")

    return draw(2.7, paint)

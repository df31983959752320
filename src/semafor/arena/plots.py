"""The plots of a tournament: scores, wins by turn order, tickets, lengths."""

from __future__ import annotations

import base64
import io
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, Any

import matplotlib as mpl
import msgspec
import numpy as np
from matplotlib import font_manager
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, PercentFormatter

from semafor.arena.comparisons import WHOLE, Deals, Rate, parts_of_wins, wilson
from semafor.arena.series import rows_of
from semafor.arena.standings import sides_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from matplotlib.axes import Axes

    from semafor.arena.comparisons import Rate
    from semafor.arena.games_file import PlayedGame, PlayedSide
    from semafor.arena.schedule import Tournament
    from semafor.arena.standings import Standings


class TicketCount(msgspec.Struct, frozen=True):
    """How often a ticket was held at the end, and completed."""

    name: str
    points: int
    held: int
    completed: int

    @property
    def rate(self) -> float:
        """The share of its holders who completed it."""
        return self.completed / self.held

    @property
    def mean(self) -> float:
        """The mean points it brought."""
        return self.points * (2 * self.completed - self.held) / self.held


class Counts:
    """The counted games of a tournament, by bot."""

    def __init__(self, tournament: Tournament, games: list[PlayedGame], found: Standings) -> None:
        deals = Deals(tournament, games)
        self.tournament = tournament
        self.games = deals.games(deals.whole()[: found.deals])
        self.sides: dict[str, list[PlayedSide]] = {
            bot: sides_of(tournament, number, self.games) for number, bot in enumerate(tournament.bots)
        }

    def scores(self) -> dict[str, list[int]]:
        """Return all final scores."""
        return {bot: [side.score for side in sides] for bot, sides in self.sides.items()}

    def turns(self) -> list[int]:
        """Return the lengths of all games."""
        return [game.turns for game in self.games]

    def wins_by_place(self) -> dict[str, list[Rate]]:
        """Return each bot's win rate by the position of its side in the turn order."""
        ranks = rows_of(self.games)["rank"][:, : len(self.games[0].sides)]
        parts = parts_of_wins(ranks) / WHOLE
        line_ups = np.array([self.tournament.line_ups[game.order] for game in self.games])
        places = np.array([self.places_of(game) for game in self.games])
        return {
            bot: [_plain_rate(parts[(line_ups == n) & (places == place)]) for place in range(ranks.shape[1])]
            for n, bot in enumerate(self.tournament.bots)
        }

    def places_of(self, game: PlayedGame) -> list[int]:
        """Return for each side how many sides have their first turn before it."""
        players, size = self.tournament.players, self.tournament.team_size
        turns = [(seat - game.first) % players for seat in range(players)]
        soonest = [min(turns[side * size : (side + 1) * size]) for side in range(players // size)]
        return [sorted(soonest).index(turn) for turn in soonest]

    def routes(self, bot: str | None = None) -> list[float]:
        """Return how often each route was claimed, by a bot per side and game, or by anyone per game."""
        bots = self.tournament.bots if bot is None else (bot,)
        claimed = Counter(route for name in bots for side in self.sides[name] for route in side.routes)
        chances = len(self.games) if bot is None else len(self.sides[bot])
        return [claimed[route] / max(1, chances) for route in range(len(self.tournament.board.routes))]

    def tickets(self, bot: str | None = None) -> list[TicketCount]:
        """Return all tickets that a bot, or anyone, held at the end, the most profitable first."""
        held, done = Counter[int](), Counter[int]()
        for side in (side for name, sides in self.sides.items() if bot in (None, name) for side in sides):
            held.update(list(side.tickets))
            done.update(ticket for ticket, completed in side.tickets.items() if completed)
        board = self.tournament.board
        found = [TicketCount(board.ticket_names[n], board.tickets[n].points, held[n], done[n]) for n in held]
        return sorted(found, key=lambda ticket: (-ticket.mean, ticket.name))


def _plain_rate(wins: np.ndarray[tuple[int], np.dtype[np.float64]]) -> Rate:
    """Return a rate of games of different deals."""
    if not len(wins):
        return Rate(0.0, 0.0, 1.0, 0)
    rate = float(wins.mean())
    return Rate(rate, *wilson(rate, len(wins)), len(wins))


INK, FAINT, HAIR = "#2B2622", "#756A5C", "#DDD2BC"
HUES = ("#2B6CB0", "#C8352C", "#3E8E41", "#8E4A9E", "#B86512", "#1F7A80", "#6B6257", "#A8437A")
"""One colour per bot, in the order of the standings."""
FAMILIES = ("Source Sans 3", "Open Sans", "Lato", "Liberation Sans", "DejaVu Sans")
WIDTH = 8.4
"""Width in inches, that of a text column of the page."""


def hue(place: int) -> str:
    """Return the colour of the bot at a rank."""
    return HUES[place % len(HUES)]


@cache
def _look() -> dict[Any, Any]:
    have = set(font_manager.get_font_names())
    return {
        "font.family": [family for family in FAMILIES if family in have],
        "font.size": 10.5,
        "text.color": INK,
        "axes.edgecolor": FAINT,
        "axes.labelcolor": FAINT,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.axisbelow": True,
        "axes.grid": True,
        "grid.color": HAIR,
        "grid.linewidth": 0.7,
        "xtick.color": FAINT,
        "ytick.color": INK,
        "ytick.left": False,
        "svg.hashsalt": "semafor",  # makes the page reproducible
    }


def draw(height: float, paint: Callable[[Axes], None]) -> str:
    """Return a plot as a data URL of an SVG image."""
    with mpl.rc_context(_look()):
        figure = Figure(figsize=(WIDTH, height), layout="constrained")
        paint(figure.subplots())
        return _address(figure)


def draw_rows(rows: int, height: float, paint: Callable[[list[Axes]], None]) -> str:
    """Return several plots with a common scale as a data URL."""
    with mpl.rc_context(_look()):
        figure = Figure(figsize=(WIDTH, height), layout="constrained")
        paint(list(figure.subplots(rows, 1, sharex=True, squeeze=False)[:, 0]))
        return _address(figure)


def _address(figure: Figure) -> str:
    file = io.BytesIO()
    figure.savefig(file, format="svg", transparent=True, metadata={"Date": None})
    return "data:image/svg+xml;base64," + base64.b64encode(file.getvalue()).decode()


ROW = 0.42
"""Height in inches of a row with a name."""
BARS = 24


def _name_rows(axes: Axes, names: Sequence[str]) -> None:
    """Label rows from top to bottom."""
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.grid(visible=False, axis="y")


def plot_ratings(found: Standings) -> str:
    """Plot ratings with their intervals."""

    def paint(axes: Axes) -> None:
        for row, bot in enumerate(found.bots):
            axes.plot([bot.low, bot.high], [row, row], color=hue(row), linewidth=5, alpha=0.35)
            axes.plot(bot.rating, row, "o", color=hue(row), markersize=8)
        _name_rows(axes, [bot.bot for bot in found.bots])
        axes.set_xlabel("rating (mean of the field 0) and 95 % interval")

    return draw(0.9 + ROW * len(found.bots), paint)


def plot_scores(found: Standings, scores: dict[str, list[int]]) -> str:
    """Plot the distribution of each bot's scores, one above the other."""
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
    """Plot each bot's wins by turn order."""
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
    """Draw the mean of all bots as a line at each position."""
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
    """Plot the mean points of every ticket, in total and by bot, and how often it was completed."""
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
    """Plot the lengths of the games."""

    def paint(axes: Axes) -> None:
        width = max(1, -(-(max(turns) + 1 - min(turns)) // BARS))
        edges = np.arange(min(turns), max(turns) + width + 1, width) - 0.5
        axes.hist(turns, bins=list(edges), color="#2B6CB0", alpha=0.75, rwidth=0.94)
        axes.yaxis.set_major_locator(MaxNLocator(integer=True, nbins=4))
        axes.grid(visible=False, axis="x")
        axes.set_xlabel("turns of all players together")
        axes.set_ylabel("games")

    return draw(2.7, paint)

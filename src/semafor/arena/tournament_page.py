"""The report of a tournament as a self-contained HTML page."""

from __future__ import annotations

from html import escape
from importlib.util import find_spec
from typing import TYPE_CHECKING

from semafor.arena.html import cell, html_table, image, section, switched_map, whole_page
from semafor.arena.plots import hue

if TYPE_CHECKING:
    from pathlib import Path

    from semafor.arena.comparisons import Rate
    from semafor.arena.games_file import PlayedGame
    from semafor.arena.plots import Counts
    from semafor.arena.schedule import Tournament
    from semafor.arena.standings import Standings


def has_matplotlib() -> bool:
    """Return whether plots can be made."""
    return find_spec("matplotlib") is not None


def write_report(folder: Path, tournament: Tournament, games: list[PlayedGame], found: Standings) -> Path:
    """Write the page of a tournament into a folder; return its path."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "index.html"
    file.write_text(make_page(tournament, games, found), encoding="utf-8")
    return file


def make_page(tournament: Tournament, games: list[PlayedGame], found: Standings) -> str:
    """Return the page as text."""
    from semafor.arena.plots import Counts

    counts = Counts(tournament, games, found)
    title = f"{tournament.board.title.en}: {', '.join(bot.bot for bot in found.bots)}"
    return whole_page(title, [_head(tournament, found), *_results(found), *_pictures(found, counts)])


def _head(tournament: Tournament, found: Standings) -> str:

    best = found.bots[0].bot
    return (
        f"<h1>{escape(tournament.board.title.en)}, {found.players} players</h1>"
        f'<p class="lead">{found.games:,} games of {len(found.bots)} bots: {found.deals:,} deals, each '
        f"played in {len(tournament.line_ups)} line-ups. The highest rating has "
        f"<strong>{escape(best)}</strong>. Seed&nbsp;<code>{escape(found.seed)}</code>.</p>{verdict(found)}"
    )


def _results(found: Standings) -> list[str]:
    from semafor.arena.plots import plot_ratings

    return [
        section(
            "Ratings",
            "Bradley–Terry ratings on the scale of chess; 95 % intervals from a bootstrap over deals. "
            "Times are by the clock of the machine that played.",
            image(plot_ratings(found), "Ratings of the bots with their intervals") + ratings(found),
        ),
        section(
            "Who beats whom",
            "How often the bot of a row ended above the bot of a column; the same rank counts half. "
            "In small print the 95 % interval.",
            matrix(found) + matchups(found),
        ),
    ]


def _pictures(found: Standings, counts: Counts) -> list[str]:
    from semafor.arena import plots

    return [
        section(
            "Scores", "", image(plots.plot_scores(found, counts.scores()), "Distribution of final scores")
        ),
        section(
            "Does it matter who begins?",
            "Games won by the place in the order of turns, with 95 % intervals; the grey lines are all bots "
            "together.",
            image(plots.plot_seats(found, counts.wins_by_place()), "Victories by order of turns"),
        ),
        _map(counts),
        section(
            "Tickets",
            "Every ticket that was held at the end: how often it was completed, of how many, and what it "
            "brought on average, completed or not; the bars are all bots together.",
            image(_tickets(found, counts), "Success and profit of tickets"),
        ),
        section("Length of the games", "", image(plots.plot_lengths(counts.turns()), "Lengths of the games")),
    ]


def _tickets(found: Standings, counts: Counts) -> str:
    from semafor.arena.plots import plot_tickets

    by_bot = {bot.bot: counts.tickets(bot.bot) for bot in found.bots}
    return plot_tickets(found, counts.tickets(), by_bot)


def _map(counts: Counts) -> str:
    """Return the heat map with a switch for each bot; empty if there is no map."""
    from semafor.arena.heatmap import draw_heat_map
    from semafor.picture.geometry import map_of

    bots = counts.tournament.bots
    if map_of(counts.tournament.board) is None:
        return ""
    layers = [counts.routes(), *(counts.routes(bot) for bot in bots)]
    drawn = draw_heat_map(counts.tournament.board, layers)
    return section(
        "Routes",
        "How often each route is claimed: by anyone in a game, or by one bot's side in its games. "
        "Point at a route for its number.",
        switched_map(("all together", *bots), drawn, ("never", "as often as the busiest route")),
    )


BLUE, RED = "43,108,176", "200,53,44"


def ratings(found: Standings) -> str:
    """Return the table of ratings."""
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
    """Return the table of pairwise results."""
    names = [bot.bot for bot in found.bots]
    rates = {(pair.bot, pair.against): pair.rate for pair in found.pairs}
    rows = [
        (_name(name, place), *(_shaded(rates.get((name, other))) for other in names))
        for place, name in enumerate(names)
    ]
    return html_table(("", *names), rows)


def matchups(found: Standings) -> str:
    """Return the table of wins against whole tables; empty with two sides, because the matrix has them."""
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
    """Return the result of the sequential test, if there was one."""
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
    """Return a cell that is blue if its row wins more, red if it loses more."""
    if rate is None:
        return cell("·")
    colour, strength = (BLUE, rate.rate - 0.5) if rate.rate >= 0.5 else (RED, 0.5 - rate.rate)
    return f'<td style="background:rgba({colour},{0.6 * strength:.2f})">{_words(rate)}</td>'

"""The page: one HTML file that needs no other."""

from __future__ import annotations

from html import escape
from importlib.util import find_spec
from typing import TYPE_CHECKING

from semafor.arena.report.html import image, section, switched_map, whole_page

if TYPE_CHECKING:
    from pathlib import Path

    from semafor.arena.rating.standings import Standings
    from semafor.arena.report.counts import Counts
    from semafor.arena.tournament.played_game import PlayedGame
    from semafor.arena.tournament.schedule import Tournament


def has_matplotlib() -> bool:
    """Whether plots can be made."""
    return find_spec("matplotlib") is not None


def write_report(folder: Path, tournament: Tournament, games: list[PlayedGame], found: Standings) -> Path:
    """Write the page of a tournament into a folder; where it is."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "index.html"
    file.write_text(make_page(tournament, games, found), encoding="utf-8")
    return file


def make_page(tournament: Tournament, games: list[PlayedGame], found: Standings) -> str:
    """The whole page as text."""
    from semafor.arena.report.counts import Counts

    counts = Counts(tournament, games, found)
    title = f"{tournament.board.title.en}: {', '.join(bot.bot for bot in found.bots)}"
    return whole_page(title, [_head(tournament, found), *_results(found), *_pictures(found, counts)])


def _head(tournament: Tournament, found: Standings) -> str:
    from semafor.arena.report.page_tables import verdict

    best = found.bots[0].bot
    return (
        f"<h1>{escape(tournament.board.title.en)}, {found.players} players</h1>"
        f'<p class="lead">{found.games:,} games of {len(found.bots)} bots: {found.deals:,} deals, each '
        f"played in {len(tournament.line_ups)} line-ups. The highest rating has "
        f"<strong>{escape(best)}</strong>. Seed&nbsp;<code>{escape(found.seed)}</code>.</p>{verdict(found)}"
    )


def _results(found: Standings) -> list[str]:
    from semafor.arena.report.page_tables import matchups, matrix, ratings
    from semafor.arena.report.plots import plot_ratings

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
    from semafor.arena.report import plots

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
    from semafor.arena.report.plots import plot_tickets

    by_bot = {bot.bot: counts.tickets(bot.bot) for bot in found.bots}
    return plot_tickets(found, counts.tickets(), by_bot)


def _map(counts: Counts) -> str:
    """The heat map with a switch for each bot; nothing where there is no board."""
    if not counts.tournament.board.has_map:
        return ""
    from semafor.arena.report.heatmap import draw_heat_map

    bots = counts.tournament.bots
    layers = [counts.routes(), *(counts.routes(bot) for bot in bots)]
    drawn = draw_heat_map(counts.tournament.board, layers)
    return section(
        "Routes",
        "How often each route is claimed: by anyone in a game, or by one bot's side in its games. "
        "Point at a route for its number.",
        switched_map(("all together", *bots), drawn, ("never", "as often as the busiest route")),
    )

"""The page: one HTML file that needs no other."""

from __future__ import annotations

from html import escape
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from semafor.arena.rating.standings import Standings
    from semafor.arena.report.counts import Counts
    from semafor.arena.tournament.played_game import PlayedGame
    from semafor.arena.tournament.schedule import Tournament

STYLE = """
:root{color-scheme:light;--ink:#2B2622;--faint:#756A5C;--hair:#DDD2BC;--paper:#FBF7EE}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);
 font:16px/1.55 'Source Sans 3','Open Sans',Candara,'Gill Sans','Liberation Sans',sans-serif}
main{max-width:60rem;margin:0 auto;padding:3rem 1.5rem 5rem}
h1,h2{font-family:'EB Garamond','Libre Caslon Text',Georgia,'Liberation Serif',serif;font-weight:600;
 line-height:1.2}
h1{font-size:2.6rem;margin:0 0 .3rem}
h2{font-size:1.6rem;margin:3.2rem 0 .4rem;padding-top:1rem;border-top:1px solid var(--hair)}
p{margin:.4rem 0 1rem;max-width:46rem;color:var(--faint)}
p.lead{color:var(--ink);font-size:1.1rem}
img{display:block;width:100%;height:auto;margin:.8rem 0}
.scroll{overflow-x:auto}
table{border-collapse:collapse;font-variant-numeric:tabular-nums;margin:.8rem 0;min-width:60%}
th,td{padding:.4rem .9rem;text-align:right;border-bottom:1px solid var(--hair);white-space:nowrap}
th{font-weight:500;color:var(--faint);font-size:.88rem}
th:first-child,td:first-child{text-align:left;padding-left:.2rem}
td.name{font-weight:600}
td small{color:var(--faint);margin-left:.35rem}
.dot{display:inline-block;width:.7rem;height:.7rem;border-radius:50%;margin-right:.55rem}
.map svg{display:block;width:100%;height:auto;border:1px solid var(--hair);border-radius:6px}
.map input{position:absolute;opacity:0}
.map label{display:inline-block;padding:.25rem .9rem;margin:0 .4rem .8rem 0;border:1px solid var(--hair);
 border-radius:1rem;cursor:pointer}
.map input:checked+label{background:var(--ink);color:var(--paper);border-color:var(--ink)}
.map input:focus-visible+label{outline:2px solid #2B6CB0;outline-offset:2px}
.map .heat{display:none}
.scale{display:flex;align-items:center;gap:.6rem;color:var(--faint);font-size:.9rem;margin-top:.6rem}
.scale i{flex:0 0 14rem;height:.7rem;border-radius:.35rem;border:1px solid var(--hair)}
"""


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
    parts = [_head(tournament, found), *_results(found), *_pictures(found, counts)]
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>\n"
        f"<body><main>\n{chr(10).join(part for part in parts if part)}\n</main></body></html>\n"
    )


def _head(tournament: Tournament, found: Standings) -> str:
    from semafor.arena.report.tables import verdict

    best = found.bots[0].bot
    return (
        f"<h1>{escape(tournament.board.title.en)}, {found.players} players</h1>"
        f'<p class="lead">{found.games:,} games of {len(found.bots)} bots: {found.deals:,} deals, each '
        f"played in {len(tournament.line_ups)} line-ups. The highest rating has "
        f"<strong>{escape(best)}</strong>. Seed&nbsp;<code>{escape(found.seed)}</code>.</p>{verdict(found)}"
    )


def _results(found: Standings) -> list[str]:
    from semafor.arena.report.plots import plot_ratings
    from semafor.arena.report.tables import matchups, matrix, ratings

    return [
        _section(
            "Ratings",
            "Bradley–Terry ratings on the scale of chess; 95 % intervals from a bootstrap over deals. "
            "Times are by the clock of the machine that played.",
            _image(plot_ratings(found), "Ratings of the bots with their intervals") + ratings(found),
        ),
        _section(
            "Who beats whom",
            "How often the bot of a row ended above the bot of a column; the same rank counts half. "
            "In small print the 95 % interval.",
            matrix(found) + matchups(found),
        ),
    ]


def _pictures(found: Standings, counts: Counts) -> list[str]:
    from semafor.arena.report import plots

    return [
        _section(
            "Scores", "", _image(plots.plot_scores(found, counts.scores()), "Distribution of final scores")
        ),
        _section(
            "Does it matter who begins?",
            "Games won by the place in the order of turns, with 95 % intervals; the grey lines are all bots "
            "together.",
            _image(plots.plot_seats(found, counts.wins_by_place()), "Victories by order of turns"),
        ),
        _map(counts),
        _section(
            "Tickets",
            "Every ticket that was held at the end: how often it was completed, of how many, and what it "
            "brought on average, completed or not; the bars are all bots together.",
            _image(_tickets(found, counts), "Success and profit of tickets"),
        ),
        _section(
            "Length of the games", "", _image(plots.plot_lengths(counts.turns()), "Lengths of the games")
        ),
    ]


def _tickets(found: Standings, counts: Counts) -> str:
    from semafor.arena.report.plots import plot_tickets

    by_bot = {bot.bot: counts.tickets(bot.bot) for bot in found.bots}
    return plot_tickets(found, counts.tickets(), by_bot)


def _map(counts: Counts) -> str:
    """The heat map with a switch for each bot; nothing where there is no board."""
    if not counts.tournament.board.routes:
        return ""
    from semafor.arena.report.heatmap import SCALE, draw_heat_map

    bots = counts.tournament.bots
    layers = [counts.routes(), *(counts.routes(bot) for bot in bots)]
    switches = "".join(_switch(place, name) for place, name in enumerate(("all together", *bots)))
    shown = "".join(
        f".map:has(#layer-{place}:checked) .heat-{place}{{display:inline}}" for place in range(len(layers))
    )
    scale = f'<i style="background:linear-gradient(90deg,{",".join(SCALE)})"></i>'
    return _section(
        "Routes",
        "How often each route is claimed: by anyone in a game, or by one bot's side in its games. "
        "Point at a route for its number.",
        f'<style>{shown}</style><div class="map">{switches}{draw_heat_map(counts.tournament.board, layers)}'
        f'<div class="scale">never{scale}as often as the busiest route</div></div>',
    )


def _switch(place: int, name: str) -> str:
    chosen = " checked" if place == 0 else ""
    return (
        f'<input type="radio" name="layer" id="layer-{place}"{chosen}>'
        f'<label for="layer-{place}">{escape(name)}</label>'
    )


def _section(title: str, words: str, content: str) -> str:
    told = f"<p>{escape(words)}</p>" if words else ""
    return f"<section><h2>{escape(title)}</h2>{told}{content}</section>"


def _image(address: str, words: str) -> str:
    return f'<img src="{address}" alt="{escape(words)}">'

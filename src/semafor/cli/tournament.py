"""`semafor tournament`: bots play each other, every deal in all seat orders, and are rated."""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

from cyclopts import Parameter
from cyclopts.validators import Number
from rich.markup import escape
from rich.table import Table

from semafor.cli import arguments as args
from semafor.cli.bot_games import (
    FAILED,
    check_bots,
    mistakes_told,
    play_with_bar,
    players_of_games,
    records_file,
)
from semafor.cli.output import (
    Refused,
    complain,
    figure,
    headings,
    print_json,
    stderr_console,
    stdout_console,
    word,
)
from semafor.cli.simulate_tables import plain_table, print_turn_order
from semafor.words.languages import language_here

if TYPE_CHECKING:
    from rich.console import Console

    from semafor.arena.comparisons import Rate
    from semafor.arena.games_file import Journal, PlayedGame
    from semafor.arena.records_file import RecordsFile
    from semafor.arena.schedule import PlayGames, Tournament
    from semafor.arena.sequential_test import Comparison, Duel
    from semafor.arena.standings import BotStanding, Standings
    from semafor.boards import Board

INTERRUPTED = 130


@Parameter(name="*")
@dataclass(frozen=True)
class Files:
    """What is written.

    Parameters
    ----------
    records
        File for complete games with every decision, as JSON lines or, if its name ends in `.parquet`, as
        Parquet.
    out
        The file that keeps every finished game; an existing one of the same tournament is continued.
    report
        A folder for a page with pictures, `index.html`.
    """

    records: str | None = None
    out: Annotated[str | None, Parameter(name=["--out", "--resume"])] = None
    report: str | None = None


NO_FILES = Files()


class TournamentPlan(NamedTuple):
    """A tournament and how much of it is to be played."""

    tournament: Tournament
    deals: int
    duel: Duel | None
    forfeit: bool
    """Whether a bot's failure costs its game instead of ending everything."""

    @property
    def games(self) -> int:
        """Games of all deals."""
        return self.deals * len(self.tournament.line_ups)


def tournament(
    *bots: str,
    board: args.AnyBoard,
    players: args.Players = None,
    games: args.Positive = 1000,
    seed: str = "1",
    challenger: str | None = None,
    sprt: str | None = None,
    odds: args.Odds = args.UNSAID,
    cores: args.Positive | None = None,
    ray: bool = False,
    move_time: Annotated[float | None, Parameter(validator=Number(gt=0))] = None,
    on_failure: Literal["stop", "forfeit"] = "stop",
    files: Files = NO_FILES,
    json: args.AsJson = False,
) -> int:
    """Let bots play against each other: every deal in all seat orders.

    With as many bots as players every deal is played in every order of the bots, with more in every order
    of every choice of them, with fewer by one bot against a table of another, on every seat (in Asia by
    teams of one bot). Prints ratings (Bradley–Terry, 95 % intervals over deals), who beats whom, scores,
    thinking times and the advantage of the first player. Ctrl-C prints the results so far.

    Parameters
    ----------
    board
        The name of a board, or a board file.
    players
        Number of players, by default 4 if the board allows it.
    games
        Number of games, rounded up to whole deals; with `--sprt` the maximum.
    seed
        Number or text; the same seed gives the same deals.
    challenger
        One of the bots: it plays each of the others on every seat, and no others play each other.
    sprt
        Two bots, `A,B`: stop as soon as a sequential test shows whether A is stronger than B.
    cores
        Number of games played at the same time; by default the number of cores.
    ray
        Play on a Ray cluster (RAY_ADDRESS, or a local one).
    move_time
        Time limit per move, in seconds; a bot that takes longer fails.
    on_failure
        What happens if a bot fails (an error, an illegal move, a timeout, a crash of its process):
        `stop` ends the tournament and shows the game, `forfeit` costs the bot that game.
    json
        Print JSON.
    bots
        Names of bots, some with a budget (`search@1s`, `search@100ms`, `search@500`), or `module:Class`.
    """
    _check_report(files.report)
    named = bots or tuple((sprt or "").split(","))
    found = _tournament(board, players, named, seed, challenger, files.records is not None)
    duel = args.duel_of(found, sprt, odds)
    plan = TournamentPlan(found, found.deals_for(games), duel, on_failure == "forfeit")
    return _hold(plan, players_of_games(cores, ray, move_time), files, json)


def _hold(plan: TournamentPlan, play: PlayGames, files: Files, json: bool) -> int:
    """Play the tournament, keep its games and show its table."""
    with (
        _journal(plan.tournament, files.out) as journal,
        records_file(files.records, bool(journal.games)) as kept,
    ):
        complete = _play(plan, journal, play, kept)
        table = _standings(plan, journal, complete)
        if table:
            _print(plan, table, json)
        if table and files.report:
            _write_report(Path(files.report), plan, journal, table)
    if complete and files.out is None:
        journal.file.unlink()
    return 0 if complete else INTERRUPTED


def _tournament(
    board: str,
    players: int | None,
    bots: tuple[str, ...],
    seed: str,
    challenger: str | None,
    keep_records: bool,
) -> Tournament:
    """Return the tournament; refused if it is not possible or a bot cannot be created."""
    from semafor.arena.schedule import Tournament
    from semafor.errors import SemaforError

    chosen = args.board_of(board)
    found = Tournament(chosen, args.players_or_usual(chosen, players), bots, seed, challenger, keep_records)
    try:
        found.check()
    except SemaforError as error:
        raise args.refused(error) from None
    check_bots(bots, chosen)
    return found


def _journal(found: Tournament, out: str | None) -> Journal:
    """Return the file of the games; by default a temporary one, deleted when all games are played."""
    from semafor.arena.games_file import CannotContinue, Journal

    if out is None:
        handle, out = tempfile.mkstemp(prefix="semafor-tournament-", suffix=".jsonl")
        os.close(handle)
        complain(word("kept-in", file=out))
    try:
        return Journal(Path(out), found)
    except CannotContinue as error:
        raise args.refused(error) from None
    except (OSError, ValueError) as error:
        raise args.unusable(out, error) from None


def _play(plan: TournamentPlan, journal: Journal, play: PlayGames, records: RecordsFile | None) -> bool:
    """Play what is missing; whether all is done or decided."""
    from semafor.arena.schedule import play_tournament

    def take(game: PlayedGame | None) -> bool:
        if game is not None and plan.duel:
            plan.duel.add(game)
        if game is not None and records is not None:
            records.add(plan.tournament.seats(game.order), game)
        if game is not None and game.forfeit is not None:
            problem = game.forfeit.problem.say(language_here())
            complain(word("forfeit", bot=game.forfeit.bot, problem=problem, deal=game.deal))
        return plan.duel is not None and plan.duel.decided

    if any(take(game) for game in journal.games):
        return True
    title = word("players", board=plan.tournament.board.board, n=plan.tournament.players)
    with mistakes_told(journal.file):
        games = play_tournament(plan.tournament, plan.deals, journal, play, plan.forfeit)
        return play_with_bar(games, title, plan.games - len(journal.games), take)


def _standings(plan: TournamentPlan, journal: Journal, complete: bool) -> Standings | None:
    """Return the standings, with a note if they are not complete; None if no deal is complete."""
    from semafor.arena.comparisons import Deals
    from semafor.arena.standings import standings

    if not complete:
        done = {"games": len(journal.games), "n": plan.games}
        complain(word("stopped-after", **done, file=str(journal.file)))
    if not Deals(plan.tournament, journal.games).whole():
        complain(word("no-whole-deal"))
        return None
    return standings(plan.tournament, journal.games, plan.duel.comparison() if plan.duel else None)


def _print(plan: TournamentPlan, found: Standings, json: bool) -> None:

    if json:
        print_json(found)
    else:
        print_standings(stdout_console(), plan.tournament.board, found)


def _check_report(folder: str | None) -> None:
    """Refuse a report that could not be made, before any game is played."""
    from semafor.arena.tournament_page import has_matplotlib

    if folder is not None and not has_matplotlib():
        raise Refused(word("needs-package", what="--report", extra="plot"), FAILED)


def _write_report(folder: Path, plan: TournamentPlan, journal: Journal, found: Standings) -> None:
    from semafor.arena.tournament_page import write_report

    try:
        with stderr_console().status(word("drawing")):
            page = write_report(folder, plan.tournament, journal.games, found)
    except OSError as error:
        raise args.unusable(folder, error, FAILED) from None
    complain(word("wrote", file=str(page)))


def print_standings(console: Console, board: Board, found: Standings) -> None:
    """Print ratings, results of pairs, and the advantage of each seat."""
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
    """How often the bot of a row ended above the bot of a column."""
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

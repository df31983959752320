"""`semafor tournament`: bots against each other, every deal in all seat orders, and who is stronger."""

from __future__ import annotations

import os
import sys
import tempfile
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

from cyclopts import Parameter
from cyclopts.validators import Number

from semafor.cli.arguments import board_of, players_or_usual
from semafor.cli.interrupts import stop_wished
from semafor.cli.output import Refused, complain, print_json, stdout_console
from semafor.cli.progress import progress_bar

if TYPE_CHECKING:
    from semafor.arena.journal import Journal
    from semafor.arena.running import BotFailed, PlayGames
    from semafor.arena.standings import Standings
    from semafor.arena.tournament import Tournament

INTERRUPTED = 130
FAILED = 1

Positive = Annotated[int, Parameter(validator=Number(gte=1))]


class Plan(NamedTuple):
    """A tournament, how much of it is to be played, and by whom."""

    tournament: Tournament
    deals: int
    play: PlayGames


def tournament(
    *bots: str,
    board: str,
    players: int | None = None,
    games: Positive = 1000,
    seed: str = "1",
    challenger: str | None = None,
    cores: Positive | None = None,
    out: str | None = None,
    json: bool = False,
) -> int:
    """Let bots play against each other: every deal in all seat orders.

    With as many bots as players every deal is played in every order of the bots, with more in every
    order of every choice of them, with fewer by one bot against a table of another, on every seat
    (in Asia by teams of one bot). Prints ratings (Bradley–Terry, 95 % intervals over deals), who beats
    whom, scores, thinking times and whether it matters who begins. Ctrl-C prints the table so far.

    Parameters
    ----------
    bots
        Names of bots, some with a budget (`search@1s`, `search@100ms`, `search@500`), or `module:Class`.
    board
        The name of a board, or a board file.
    players
        How many play; 4 where the board takes them.
    games
        How many games in all, rounded up to whole deals.
    seed
        A number or any text: the same seed gives the same deals.
    challenger
        One of the bots: it meets a table of each of the others, on every seat, and no others meet.
    cores
        How many games are played at the same time; as many as there are cores unless said.
    out
        The file that keeps every finished game; an existing one of the same tournament is continued.
    json
        Print JSON.
    """
    from semafor.arena.simulate import count_cores
    from semafor.arena.workers import play_on_workers

    found = _tournament(board, players, bots, seed, challenger)
    play = partial(play_on_workers, processes=cores or count_cores())
    plan = Plan(found, found.deals_for(games), play)
    with _journal(found, out) as journal:
        complete = _play(plan, journal)
        _report(plan, journal, complete, json)
    if complete and out is None:
        journal.file.unlink()
    return 0 if complete else INTERRUPTED


def _tournament(
    board: str, players: int | None, bots: tuple[str, ...], seed: str, challenger: str | None
) -> Tournament:
    """The tournament, if there can be such a one and all its bots can be made."""
    from semafor.arena.tournament import Tournament
    from semafor.bots import make_bot
    from semafor.errors import SemaforError

    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())  # module:Class of one's own, beside where one works
    chosen = board_of(board)
    found = Tournament(chosen, players_or_usual(chosen, players), bots, seed, challenger)
    try:
        found.check()
        for bot in bots:
            make_bot(bot, chosen)
    except SemaforError as error:
        raise Refused(str(error)) from None
    return found


def _journal(found: Tournament, out: str | None) -> Journal:
    """The file of the games; one that goes when all is done where none was asked for."""
    from semafor.arena.journal import CannotContinue, Journal

    if out is None:
        handle, out = tempfile.mkstemp(prefix="semafor-tournament-", suffix=".jsonl")
        os.close(handle)
    try:
        return Journal(Path(out), found)
    except CannotContinue as error:
        raise Refused(str(error)) from None
    except (OSError, ValueError) as error:
        raise Refused(f"{out}: {getattr(error, 'strerror', None) or error}") from None


def _play(plan: Plan, journal: Journal) -> bool:
    """Play with a progress bar until all is done or Ctrl-C is pressed; whether all is done."""
    from semafor.arena.running import BotFailed, play_tournament
    from semafor.arena.workers import WorkerLost
    from semafor.engine.compile import announce_first_compile

    announce_first_compile()
    total = plan.deals * len(plan.tournament.line_ups)
    title = f"{plan.tournament.board.board}, {plan.tournament.players} players"
    with stop_wished() as stop, progress_bar() as progress:
        task = progress.add_task(title, total=total, completed=len(journal.games))
        games = play_tournament(plan.tournament, plan.deals, journal, plan.play)
        try:
            for _ in games:
                progress.update(task, completed=len(journal.games))
                if stop.is_set():
                    break
        except BotFailed as failed:
            raise _told(failed, journal) from None
        except WorkerLost as lost:
            raise Refused(f"{lost}; finished games are in {journal.file}", FAILED) from None
        finally:
            games.close()
    return not stop.is_set()


def _told(error: BotFailed, journal: Journal) -> Refused:
    """The mistake of a bot, with the game written down beside the file of the tournament."""
    failed = error.failed
    record = journal.file.with_suffix(f".deal{failed.deal}-{failed.order}.json")
    record.write_text(failed.record + "\n", encoding="utf-8")
    if failed.trace:
        print(failed.trace, file=sys.stderr, end="")
    return Refused(f"{error}; the game up to there: {record}; finished games: {journal.file}", FAILED)


def _report(plan: Plan, journal: Journal, complete: bool, json: bool) -> None:
    """Print what there is, and say so if it is not everything."""
    from semafor.arena.comparisons import Deals
    from semafor.arena.standings import standings

    if not complete:
        asked = plan.deals * len(plan.tournament.line_ups)
        complain(f"stopped after {len(journal.games)} of {asked} games; go on with --out {journal.file}")
    if not Deals(plan.tournament, journal.games).whole():
        complain("no deal has been played in every line-up yet")
        return
    found = standings(plan.tournament, journal.games)
    if json:
        print_json(found)
    else:
        _print_tables(plan, found)


def _print_tables(plan: Plan, found: Standings) -> None:
    from semafor.cli.standings import print_standings

    print_standings(stdout_console(), plan.tournament.board, found)

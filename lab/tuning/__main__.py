"""`python -m lab.tuning BOARD`: tune the knobs of the playout policy for a board by self-play."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from cyclopts import run

from semafor.cli.arguments import (
    Above,
    AnyBoard,
    AsJson,
    Cores,
    Positive,
    Seed,
    TableSizes,
    board_of,
    parse_players,
    refused,
    unusable,
)
from semafor.cli.output import (
    Refused,
    figure,
    print_json,
    progress_bar,
    stdout_console,
    stop_wished,
)
from semafor.errors import BadSetup

if TYPE_CHECKING:
    from rich.progress import Progress

    from lab.tuning.tuning import Answer, Plan
    from semafor.boards import Board


def tune(
    board: AnyBoard,
    /,
    *,
    players: TableSizes = None,
    minutes: Above = 3.0,
    out: Path | None = None,
    seed: Seed = "1",
    cores: Cores = None,
    fresh: Positive = 2000,
    others: Positive = 80,
    json: AsJson = False,
) -> None:
    """Tune the playout policy of `search` for a board, and keep improvements.

    Candidates play the same deals against the shared knobs and against the best so far. The result is
    checked on fresh deals against the shared knobs, and together with them against other bots; it is
    written only if it wins clearly and is not worse against any of them. Ctrl-C ends the search and checks
    the result so far.
    """
    chosen = board_of(board)
    from lab.tuning.tuning import Plan
    from semafor.cores import count_cores

    plan = Plan(
        players=parse_players(chosen, players),
        seconds=60 * minutes,
        folder=_folder(board, out),
        seed=seed,
        cores=cores or count_cores(),
        fresh_deals=fresh,
        other_games=others,
        command=shlex.join(["python", "-m", "lab.tuning", *sys.argv[1:]]),
    )
    answers = _tuned(chosen, plan)
    if json:
        print_json(answers)
    else:
        _print(answers)


def _tuned(board: Board, plan: Plan) -> list[Answer]:
    """Carry out the plan with progress bars and return the results."""
    from lab.tuning.tuning import Tuning
    from semafor.announcing import announce_first_compile

    announce_first_compile()
    try:
        with stop_wished() as stop, progress_bar() as progress:
            return list(Tuning(board, plan, _Bars(progress), stop).run())
    except BadSetup as error:
        raise refused(error) from None
    except OSError as error:
        raise unusable(error.filename, error) from None


def _folder(board: str, out: Path | None) -> Path:
    """Return the path of the result: next to the board's file; for a board by name it must be given."""
    if out is None and not Path(board).is_file():
        raise Refused(f"say where the knobs for {board} are to be written: --out FOLDER")
    return out or Path(board).parent


class _Bars:
    """Progress bars of search and check for each number of players."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._searching = {number: progress.add_task("", total=100, visible=False) for number in range(2, 7)}
        self._checking = {number: progress.add_task("", total=None, visible=False) for number in range(2, 7)}

    def searched(self, players: int, spent: float) -> None:
        """Show the share of time used, in percent."""
        said = f"{players} players: searching"
        self._progress.update(
            self._searching[players], completed=round(100 * spent), description=said, visible=True
        )

    def checked(self, players: int, games: int) -> None:
        """Show the games of the check."""
        said = f"{players} players: games of the check"
        self._progress.update(self._checking[players], advance=games, description=said, visible=True)


def _print(answers: list[Answer]) -> None:
    from semafor.cli.simulate_tables import plain_table

    console = stdout_console()
    table = plain_table("", "players", "against", "tuned", "interval", "shared", "deals")
    for answer in answers:
        for check in answer.tuned.checks:
            table.add_row(
                str(answer.players),
                check.against,
                figure(check.wins, ".1%"),
                f"{figure(check.low, '.1%')}–{figure(check.high, '.1%')}",
                figure(check.shared_wins, ".1%"),
                f"{check.deals}",
            )
    console.print(table)
    for answer in answers:
        verdict = "better; bots use these knobs now" if answer.better else "not shown to be better"
        console.print(f"{answer.players} players: {verdict}", markup=False)


if __name__ == "__main__":
    run(tune)

"""`semafor simulate`: many random games, and what came of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from cyclopts import Parameter
from cyclopts.validators import Number
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from semafor.cli.arguments import board_of, players_or_usual
from semafor.cli.interrupts import stop_wished
from semafor.cli.output import Refused, complain, print_json, stderr_console, stdout_console

if TYPE_CHECKING:
    from semafor.arena.simulate import Series
    from semafor.arena.statistics import Tally
    from semafor.boards import Board

INTERRUPTED = 130

Positive = Annotated[int, Parameter(validator=Number(gte=1))]


def simulate(
    board: str,
    /,
    *,
    players: int | None = None,
    games: Positive = 10_000,
    seed: str = "1",
    cores: Positive | None = None,
    json: bool = False,
) -> int:
    """Play many random games and count the results.

    The same seed gives the same numbers, whatever the number of cores.

    Parameters
    ----------
    board
        The name of a board, or a board file.
    players
        How many play; 4 where the board takes them.
    games
        How many games.
    seed
        A number or any text.
    cores
        How many cores to use; all of them unless said.
    json
        Print JSON.
    """
    from semafor.arena.simulate import CannotSimulate, count_cores, new_series
    from semafor.seeds import series_key

    chosen = board_of(board)
    number = players_or_usual(chosen, players)
    try:
        series = new_series(chosen, number, series_key(seed))
    except CannotSimulate as error:
        raise Refused(str(error)) from None
    tally = _play(series, games, cores or count_cores())
    return _report(tally, chosen, {"players": number, "seed": seed, "asked": games}, json)


def _play(series: Series, games: int, cores: int) -> Tally:
    """Play with a progress bar until all games are done or Ctrl-C is pressed."""
    from semafor.arena.simulate import play_series
    from semafor.arena.statistics import Tally
    from semafor.engine.compile import announce_first_compile

    announce_first_compile()
    tally = Tally(series.players, int(series.facts.team_size))
    with stop_wished() as stop, _progress() as progress:
        task = progress.add_task("games", total=games)
        for rows in play_series(series, games, cores):
            tally.add(rows)
            progress.update(task, completed=tally.games)
            if stop.is_set():
                break
    return tally


def _progress() -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = stderr_console()
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)


def _report(tally: Tally, board: Board, setup: dict[str, Any], json: bool) -> int:
    """Print what there is, and say so if it is not everything."""
    if tally.games < setup["asked"]:
        complain(f"stopped after {tally.games} of {setup['asked']} games")
    if json and tally.games:
        print_json({"board": board.board, **setup, **msgspec.to_builtins(tally.summary())})
    elif tally.games:
        from semafor.cli.summary import print_summary

        print_summary(stdout_console(), board, tally.summary())
    return 0 if tally.games == setup["asked"] else INTERRUPTED

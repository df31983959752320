"""`semafor balance`: changes that bring a board to a goal, in a new file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from semafor.cli.arguments import AsJson, Cores, InLanguage, Positive, Seed, board_of, check_folder, refused
from semafor.cli.new_board import write_new
from semafor.cli.output import Refused, print_json, progress_bar, stdout_console, word
from semafor.words import Language, say
from semafor.words.languages import language_here, write_figure

if TYPE_CHECKING:
    from semafor.boards import Board
    from semafor.workshop.balance import Balance, Goal


def balance(
    board: str,
    /,
    *,
    goal: str = "tickets",
    out: str | None = None,
    games: Positive = 1500,
    rounds: Positive = 4,
    seed: Seed = "1",
    cores: Cores = None,
    lang: InLanguage = None,
    json: AsJson = False,
) -> int:
    """Look for changes that bring a board nearer to a goal, by simulation with the same deals for all.

    Ticket values, lengths, colours, and one route more or less are tried; what is found is judged by
    deals that had no part in choosing it. The old file is never changed. The exit code is 1 where nothing
    was gained.

    Parameters
    ----------
    board
        A board file, or the name of a built-in board.
    goal
        `tickets`: every ticket worth what tickets of such a way are; `seats`: nobody gains by beginning;
        `styles`: tickets, long routes, cheap routes and blocking win equally often, or as often as
        `styles:tickets=40,long=20,cheap=20,blocking=20` says.
    out
        The new file to write; one that is there already is never overwritten. Nothing is written unless
        said.
    games
        Games that each proposal plays.
    rounds
        How many times the best of some proposals is taken.
    seed
        Seed: a number or any text.
    cores
        Number of cores; all by default.
    lang
        English or Polish; by default the language of the terminal.
    json
        Print JSON.
    """
    if out and Path(out).exists():
        raise Refused(word("file-there", file=out))
    check_folder(out)
    language = lang or language_here()
    wished = _goal(goal, language)
    found = _balance(board_of(board), wished, games, rounds, seed, cores)
    if json:
        print_json(_described(found, language))
    else:
        _print(found, language)
    if out:
        _write(found, out, quiet=json)
    return 0 if found.gained else 1


def _goal(text: str, language: Language) -> Goal:
    from semafor.errors import SemaforError
    from semafor.workshop.balance import parse_goal

    try:
        return parse_goal(text)
    except SemaforError as error:
        raise refused(error, lang=language) from None


def _write(found: Balance, file: str, *, quiet: bool) -> None:
    """Write the new board, if something was gained."""
    from semafor.boards import format_board

    if found.gained:
        write_new(file, format_board(found.board), quiet=quiet)


def _balance(board: Board, goal: Goal, games: int, rounds: int, seed: str, cores: int | None) -> Balance:
    from semafor.announcing import announce_first_compile
    from semafor.arena.series import CannotSimulate
    from semafor.workshop.balance import balance as find_balance

    announce_first_compile()
    with progress_bar() as progress:
        task = progress.add_task(board.board, total=None)
        try:
            return find_balance(
                board, goal, games, seed, rounds, cores, lambda more: progress.update(task, advance=more)
            )
        except CannotSimulate as error:
            raise refused(error) from None


def _described(found: Balance, language: Language) -> dict[str, object]:
    told = msgspec.to_builtins(found)
    del told["board"]
    told["changes"] = [
        {**msgspec.to_builtins(change), "told": change.say(language)} for change in found.changes
    ]
    return {**told, "gained": found.gained}


def _print(found: Balance, language: Language) -> None:
    console = stdout_console()
    before, after = (write_figure(one, ".2f", language) for one in (found.before, found.after))
    told = {"aim": found.goal.aim, "before": before, "after": after}
    console.print(say(f"change.{'gained' if found.gained else 'nothing'}", told, language), markup=False)
    for change in found.changes:
        console.print(f"  {change.say(language)}", markup=False)

"""`semafor study`: what thousands of games say about a board."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

from semafor.cli import arguments as args
from semafor.cli.output import print_json, progress_bar, stderr_console, stdout_console, word
from semafor.errors import SemaforError
from semafor.words import Language, say
from semafor.words.languages import language_here, write_figure

if TYPE_CHECKING:
    from semafor.boards import Board
    from semafor.workshop.study import Study

Player = Literal["fast", "network"]


def study(
    board: str,
    /,
    *,
    games: args.Positive = 5000,
    seed: args.Seed = "1",
    player: Player = "fast",
    cores: args.Cores = None,
    device: args.Device = "cpu",
    lang: args.InLanguage = None,
    report: str | None = None,
    json: args.AsJson = False,
) -> None:
    """Play thousands of games on a board with good bots, and report statistics of the board.

    At every number of players: how often each route is claimed and when, by winners and by losers; what
    each ticket is worth compared with its value; colours compared with the deck; the advantage of the
    first player; length, margins and changes of the lead; and which of four styles of play wins.
    The same seed gives the same figures, whatever the number of cores.

    Parameters
    ----------
    board
        A board file, or the name of a built-in board.
    games
        Number of games, for all numbers of players together.
    seed
        Seed: a number or any text.
    player
        `fast`, the player of the search's playouts, or `network`, the learned one, where the board has
        its weights; much slower.
    cores
        Number of cores; all by default.
    device
        Where the fast player's games are played: `cpu`, or `cuda` for a GPU.
    lang
        English or Polish; by default the language of the terminal.
    report
        HTML file with all figures and a map coloured by them.
    json
        Print JSON.
    """
    args.check_folder(report)
    chosen, language = args.board_of(board), lang or language_here()
    found = study_with_bar(chosen, games, seed, cores, player, device)
    if json:
        print_json(found)
    else:
        _print(chosen, found, language)
    if report:
        _write_page(chosen, found, language, report)


def study_with_bar(
    board: Board, games: int, seed: str, cores: int | None, player: Player, device: args.Device = "cpu"
) -> Study:
    """Study a board with a progress bar; refused if it has no routes."""
    from semafor.announcing import announce_first_compile
    from semafor.workshop.study import study as study_board

    announce_first_compile()
    with progress_bar() as progress:
        task = progress.add_task(board.board, total=games)
        try:
            return study_board(
                board, games, seed, cores, lambda more: progress.update(task, advance=more), player, device
            )
        except SemaforError as error:
            raise args.refused(error) from None


def _print(board: Board, found: Study, language: Language) -> None:
    from semafor.cli.simulate_tables import plain_table
    from semafor.workshop.study.study_page import StudyTables

    console = stdout_console()
    told = {"games": write_figure(found.games, ",", language), "seed": found.seed, "player": found.player}
    console.print(say("study.page", {"title": board.title.in_language(language)}, language), style="bold")
    console.print(say("study.lead", told, language), markup=False)
    for table in StudyTables(board, found, language).all():
        shown = plain_table(f"\n{table.title}", *table.headings)
        for row in table.rows:
            shown.add_row(*row)
        console.print(shown)


def _write_page(board: Board, found: Study, language: Language, file: str) -> None:
    from semafor.workshop.study.study_page import study_page

    page = study_page(board, found, language)
    try:
        Path(file).write_text(page, encoding="utf-8")
    except (OSError, ValueError) as error:
        raise args.unusable(file, error) from None
    stderr_console().print(word("wrote", file=file), markup=False)  # the figures may be read as JSON

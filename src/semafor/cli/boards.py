"""`semafor boards` and `semafor check-board`: what boards there are, and whether a file is one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

from semafor.boards import BoardError, all_board_names, load_board
from semafor.cli.arguments import AsJson, InLanguage
from semafor.cli.output import Refused, complain, print_json, stdout_console
from semafor.words import Language, say
from semafor.words.languages import language_here

if TYPE_CHECKING:
    from rich.console import Console

    from semafor.boards import Board, Fault
    from semafor.workshop import Advice

OPTIONAL_MECHANICS = ("teams", "ferries", "tunnels", "stations", "draft", "festivals", "card_game")


def boards(*, json: AsJson = False) -> None:
    """List the boards: players, size, and what is published fact and what our own design.

    Parameters
    ----------
    json
        Print JSON.
    """
    shipped = [load_board(name) for name in all_board_names()]
    if json:
        print_json([describe(board) for board in shipped])
        return
    console = stdout_console()
    console.print(_table_of_sizes(shipped, language_here()))
    for board in shipped:
        _print_provenance(console, board)


def check_board(file: str, /, *, advice: bool = False, lang: InLanguage = None, json: AsJson = False) -> int:
    """Check a board file: every fault in it, or a short summary of what it holds.

    The exit code is 1 for a board with faults; advice changes nothing about it. A sketch is told what it
    waits for.

    Parameters
    ----------
    file
        A board file (TOML), or the name of a built-in board.
    advice
        Also print advice: places far from their real position, ticket values that do not fit the distance,
        unbalanced colours, places that one closed route cuts off, tickets completed by one short route.
    lang
        English or Polish; by default the language of the terminal.
    json
        Print JSON.
    """
    lang = lang or language_here()
    try:
        board = load_board(file)
    except BoardError as error:
        return _report_faults(error, lang, json)
    given = [one for one in _advise(board) if advice or one.about == "board"]
    if json:
        told = {"advice": [describe_advice(one, lang) for one in given]} if advice or board.sketch else {}
        print_json({"ok": True, "faults": [], "board": describe(board)} | told)
    else:
        console = stdout_console()
        console.print(say("told.no-faults", {"source": file}, lang), markup=False)
        console.print(_table_of_sizes([board], lang))
        _print_advice(console, given, lang, asked=advice)
    return 0


def _advise(board: Board) -> list[Advice]:
    from semafor.workshop import advise

    return advise(board)


def describe_advice(advice: Advice, lang: Language) -> dict[str, object]:
    """A piece of advice for programs, with its words."""
    words = {"about": advice.about, "noticed": advice.noticed(lang), "remedy": advice.remedy(lang)}
    return msgspec.structs.asdict(advice) | words


def _print_advice(console: Console, given: list[Advice], lang: Language, *, asked: bool) -> None:
    """Each piece on a line of its own."""
    if given:
        console.print(say("told.advices", {"n": len(given)}, lang), style="bold")
    elif asked:
        console.print(say("told.no-advice", {}, lang))
    for one in given:
        console.print(Padding(escape(one.say(lang)), (0, 0, 0, 2)))


def describe(board: Board) -> dict[str, object]:
    """A board in a few numbers and sentences."""
    return {
        "board": board.board,
        "title": msgspec.to_builtins(board.title),
        "players": list(board.options.players),
        "places": len(board.places),
        "routes": len(board.routes),
        "tickets": len(board.tickets),
        "rules": list(board.rules),
        "mechanics": mechanics(board),
        "provenance": msgspec.to_builtins(board.provenance),
    }


def mechanics(board: Board, lang: Language = "en") -> list[str]:
    """What the board's game has beside the plain one."""
    played = (name for name in OPTIONAL_MECHANICS if getattr(board.options, name))
    return [say(f"mechanic.named.{name}", {}, lang) for name in played]


def _report_faults(error: BoardError, lang: Language, json: bool) -> int:
    if json:
        print_json({"ok": False, "faults": [_fault(fault, lang) for fault in error.faults], "board": None})
    elif not error.faults[0].path and len(error.faults) == 1:
        raise Refused(f"{error.source}: {error.faults[0].say(lang)}", code=1)
    else:
        complain(error.say(lang))
    return 1


def _fault(fault: Fault, lang: Language) -> dict[str, object]:
    """A fault for programs, with its words."""
    words = {"problem": fault.problem(lang), "expected": fault.expected(lang)}
    return msgspec.structs.asdict(fault) | words


def _table_of_sizes(shown: list[Board], lang: Language = "en") -> Table:
    table = Table(box=None, header_style="bold")
    for heading in ("board", "title"):
        table.add_column(say(f"told.{heading}", {}, lang))
    for heading in ("players", "places", "routes", "tickets"):
        table.add_column(say(f"told.{heading}", {}, lang), justify="right")
    table.add_column(say("told.extras", {}, lang))
    for board in shown:
        players = ", ".join(str(number) for number in board.options.players)
        sizes = (str(len(things)) for things in (board.places, board.routes, board.tickets))
        extras = ", ".join(mechanics(board, lang)) or "–"
        table.add_row(escape(board.board), escape(board.title.in_language(lang)), players, *sizes, extras)
    return table


def _print_provenance(console: Console, board: Board) -> None:
    console.print(f"\n[bold]{escape(board.title.en)}[/bold]")
    table = Table(box=None, show_header=False)
    for subject, source in msgspec.structs.asdict(board.provenance).items():
        table.add_row(subject, escape(source))
    console.print(Padding(table, (0, 0, 0, 1)))

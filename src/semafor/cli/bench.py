"""`semafor bench`: how fast the engine plays on this machine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from cyclopts import Parameter
from cyclopts.validators import Number
from rich.table import Table

from semafor.boards import board_names, load_board
from semafor.cli.arguments import AsJson, Device, Players, board_of, players_or_usual, refused
from semafor.cli.output import figure, headings, print_json, stderr_console, stdout_console, word

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.console import Console

    from semafor.arena.speed import Pace
    from semafor.boards import Board

USUAL_COUNTS = (2, 4, 6)
"""Numbers of players in the table over all boards, where a board takes them."""
COMPARED_WITH = ("usa", "europe")
"""Boards whose speed with four players is the measure for the others."""
COMPARED_PLAYERS = 4


def bench(
    *,
    board: str | None = None,
    players: Players = None,
    cores: Annotated[int, Parameter(validator=Number(gte=1))] | None = None,
    start: bool = False,
    device: Device = "cpu",
    json: AsJson = False,
) -> None:
    """Measure how fast the engine plays: uniform random decisions, whole games to the exact score.

    Without a board: a table over all boards. Rates are the best of several short rounds.

    Parameters
    ----------
    board
        The name of a board, or a board file: measure this one in full.
    players
        Number of players, by default 4 if the board allows it.
    cores
        How many cores "all" means.
    start
        Also measure the first and later starts of the program; this takes a minute.
    device
        `cuda` measures whole games on a GPU instead.
    json
        Print JSON.
    """
    if device == "cuda":
        _bench_device(board, players, json)
        return
    from semafor.announcing import announce_first_compile
    from semafor.arena.series import CannotSimulate
    from semafor.arena.speed import compile_apart
    from semafor.cores import count_cores

    announce_first_compile()
    compile_apart()
    many = cores or count_cores()
    try:
        if board is None and players is None:
            _bench_all(many, start, json)
        else:
            _bench_one(board or COMPARED_WITH[0], players, many, start, json)
    except CannotSimulate as error:
        raise refused(error) from None


def _bench_device(name: str | None, players: int | None, json: bool) -> None:
    """One board or all on a GPU."""
    from semafor.gym.device.random_games import measure_device

    one = [] if name is None else [(board_of(name), players_or_usual(board_of(name), players))]
    measured = [measure_device(*game) for game in one or usual_games()]
    if json:
        print_json({"boards": measured})
        return
    for row in measured:
        rates = {what: figure(row[f"{what}_per_second"], ",.0f") for what in ("decisions", "games")}
        stdout_console().print(word("device-rates", board=row["board"], n=row["players"], **rates))


def _bench_one(name: str, players: int | None, cores: int, start: bool, json: bool) -> None:
    board = board_of(name)
    with stderr_console().status(word("measuring")):
        measured = measure(name, board, players_or_usual(board, players), cores)
        if start:
            measured["start_seconds"] = _measure_start()

    _report(measured, print_measured, json)


def measure(name: str, board: Board, players: int, cores: int) -> dict[str, Any]:
    """Everything about one board: pace, the uncompiled game, copies, scores."""
    from semafor.arena.speed import measure_copy, measure_pace, measure_scoring, measure_uncompiled

    pace = measure_pace(board, players, cores)
    slow = measure_uncompiled(name, players)
    ratio = pace.games_per_second.one_core / slow.games_per_second
    return {
        **msgspec.to_builtins(pace),
        "uncompiled": msgspec.to_builtins(msgspec.structs.replace(slow, ratio=ratio)),
        "copy_nanoseconds": measure_copy(board),
        "scoring_microseconds": msgspec.to_builtins(measure_scoring(board, players)),
    }


def _bench_all(cores: int, start: bool, json: bool) -> None:
    measured: dict[str, Any] = {"boards": _measure_boards(cores)}
    if start:
        measured["start_seconds"] = _measure_start()

    _report(measured, print_boards, json)


def _report(measured: Measured, print_table: Callable[[Console, Measured], None], json: bool) -> None:
    """What was measured, for people or for programs."""
    if json:
        print_json(measured)
    else:
        print_table(stdout_console(), measured)


def _measure_boards(cores: int) -> list[dict[str, Any]]:
    from semafor.arena.speed import measure_pace

    paces = []
    with stderr_console().status(word("measuring")) as status:
        for board, players in usual_games():
            status.update(word("measuring-board", board=board.board, n=players))
            paces.append(measure_pace(board, players, cores))
    return [{**msgspec.to_builtins(pace), **ratios(pace, paces)} for pace in paces]


def usual_games() -> list[tuple[Board, int]]:
    """Every board with the usual numbers of players."""
    boards = [load_board(name) for name in board_names()]
    return [(board, n) for board in boards for n in USUAL_COUNTS if n in board.options.players]


def ratios(pace: Pace, paces: list[Pace]) -> dict[str, float]:
    """Decisions a second on one core, as a part of those on the boards we compare with."""
    rate = pace.decisions_per_second.one_core
    return {
        f"to_{other.board}": rate / other.decisions_per_second.one_core
        for other in paces
        if other.board in COMPARED_WITH and other.players == COMPARED_PLAYERS
    }


def _measure_start() -> dict[str, float]:
    from semafor.arena.speed import measure_start

    with stderr_console().status(word("starting-cold")):
        seconds: dict[str, float] = msgspec.to_builtins(measure_start())
    return seconds


Measured = dict[str, Any]

UNDISTURBED = 0.95
"""With less than this part of the cores asked for, a rate says more about the neighbours."""


def print_measured(console: Console, measured: Measured) -> None:
    """One board in full."""
    console.print(word("players", board=f"[bold]{measured['board']}[/bold]", n=measured["players"]))
    console.print(_rates(measured))
    table = Table(box=None, show_header=False)
    table.add_column()
    table.add_column(justify="right")
    scoring = measured["scoring_microseconds"]
    cells = {
        "against-uncompiled": f"{figure(measured['uncompiled']['ratio'], ',.0f')} ×",
        "copying": f"{figure(measured['copy_nanoseconds'], '.1f')} ns",
        "score-median": f"{figure(scoring['median'], '.2f')} µs",
        "score-worst": f"{figure(scoring['worst'], '.2f')} µs",
    }
    for name, cell in cells.items():
        table.add_row(*headings(name), cell)
    _add_start(table, measured)
    console.print(table)
    _print_disturbance(console, [measured])


def _rates(measured: Measured) -> Table:
    cores, slow = measured["cores"], measured["uncompiled"]
    columns = (*headings("one-core"), word("all-cores", n=cores), *headings("speed-up", "uncompiled"))
    table = _table(*headings("a-second"), *columns)
    speed_up = f"{figure(measured['speed_up'], '.2f')} ×"
    for what in ("games", "decisions"):
        rates = measured[f"{what}_per_second"]
        cells = (figure(rates["one_core"], ",.0f"), figure(rates["all_cores"], ",.0f"), speed_up)
        table.add_row(*headings(what), *cells, figure(slow[f"{what}_per_second"], ",.1f"))
    return table


def print_boards(console: Console, measured: Measured) -> None:
    """All boards beside each other."""
    first = measured["boards"][0]
    compared = [key for key in first if key.startswith("to_")]
    columns = headings("one-core", "players", "games-s", "decisions-s")
    columns += word("games-on-cores", n=first["cores"]), *headings("speed-up")
    table = _table(*columns, *(word("decisions-to", board=key.removeprefix("to_")) for key in compared))
    for row in measured["boards"]:
        table.add_row(
            row["board"],
            str(row["players"]),
            *_pace_cells(row),
            *(figure(row[key], ".2f") for key in compared),
        )
    console.print(table)
    starts = Table(box=None, show_header=False)
    _add_start(starts, measured)
    console.print(starts)
    _print_disturbance(console, measured["boards"])


def _print_disturbance(console: Console, rows: list[Measured]) -> None:
    """Say so where other programs took some of the cores."""
    given = min(row["cores_given"]["all_cores"] / row["cores"] for row in rows)
    if given < UNDISTURBED:
        console.print(word("disturbed", given=figure(given, ".0%")))


def _pace_cells(row: Measured) -> tuple[str, ...]:
    games, decisions = row["games_per_second"], row["decisions_per_second"]
    return (
        figure(games["one_core"], ",.0f"),
        figure(decisions["one_core"], ",.0f"),
        figure(games["all_cores"], ",.0f"),
        f"{figure(row['speed_up'], '.2f')} ×",
    )


def _table(first: str, *others: str) -> Table:
    table = Table(box=None, header_style="dim")
    table.add_column(first)
    for heading in others:
        table.add_column(heading, justify="right")
    return table


def _add_start(table: Table, measured: Measured) -> None:
    if "start_seconds" in measured:
        seconds = measured["start_seconds"]
        table.add_row(*headings("first-start"), f"{figure(seconds['first'], '.2f')} s")
        table.add_row(*headings("later-starts"), f"{figure(seconds['cached'], '.2f')} s")

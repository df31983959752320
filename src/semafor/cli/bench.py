"""`semafor bench`: how fast the engine plays on this machine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from cyclopts import Parameter
from cyclopts.validators import Number

from semafor.boards import board_names, load_board
from semafor.cli.arguments import board_of, players_or_usual, refused
from semafor.cli.options import AsJson, Device, Players
from semafor.cli.output import print_json, stderr_console, stdout_console
from semafor.cli.wording import figure, word

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.console import Console

    from semafor.arena.bench.pace import Pace
    from semafor.boards import Board
    from semafor.cli.bench_tables import Measured

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
    """Measure how fast the engine plays: uniform random decisions, whole games to the exact score."""
    if device == "cuda":
        _bench_device(board, players, json)
        return
    from semafor.announcing import announce_first_compile
    from semafor.arena.bench.warm_up import compile_apart
    from semafor.arena.simulate.series import CannotSimulate
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
    from semafor.gym.device.games import measure_device

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
    from semafor.cli.bench_tables import print_measured

    _report(measured, print_measured, json)


def measure(name: str, board: Board, players: int, cores: int) -> dict[str, Any]:
    """Everything about one board: pace, the uncompiled game, copies, scores."""
    from semafor.arena.bench.pace import measure_copy, measure_pace, measure_scoring
    from semafor.arena.bench.uncompiled import measure_uncompiled

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
    from semafor.cli.bench_tables import print_boards

    _report(measured, print_boards, json)


def _report(measured: Measured, print_table: Callable[[Console, Measured], None], json: bool) -> None:
    """What was measured, for people or for programs."""
    if json:
        print_json(measured)
    else:
        print_table(stdout_console(), measured)


def _measure_boards(cores: int) -> list[dict[str, Any]]:
    from semafor.arena.bench.pace import measure_pace

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
    from semafor.arena.bench.start_up import measure_start

    with stderr_console().status(word("starting-cold")):
        seconds: dict[str, float] = msgspec.to_builtins(measure_start())
    return seconds

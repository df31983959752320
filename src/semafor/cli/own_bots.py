"""`semafor try-bot` and `semafor join`: test a bot of your own, and let it play at a table."""

from __future__ import annotations

import asyncio
import sys
import traceback
from functools import partial
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter
from cyclopts.validators import Number

from semafor.boards import all_board_names
from semafor.cli.arguments import AsJson, Players, Seed, board_of, players_or_usual, refused, unusable
from semafor.cli.bot_games import FAILED, check_bots, find_modules_here, make_or_refuse
from semafor.cli.output import (
    Refused,
    complain,
    figure,
    headings,
    joined,
    print_json,
    stderr_console,
    stdout_console,
    word,
)
from semafor.errors import BadSetup
from semafor.words.languages import language_here

if TYPE_CHECKING:
    from semafor.arena.game_workers import BotCheck
    from semafor.boards import Board
    from semafor.server.client import BotEvent


def try_bot(
    bot: str,
    /,
    *,
    board: str | None = None,
    players: Players = None,
    against: str = "greedy",
    seed: Seed = "1",
    move_time: Annotated[float, Parameter(validator=Number(gt=0))] = 30.0,
    json: AsJson = False,
) -> int:
    """Play one game with a bot on every board, and report its times and faults.

    Parameters
    ----------
    bot
        A bot of your own as `module:Class` or `module:Class@argument`, or the name of one of ours.
    board
        Only this board, by name or file.
    players
        Number of players, by default 4 if the board allows it.
    against
        Bot for the other seats.
    seed
        Seed: a number or any text.
    move_time
        Time limit per move, in seconds.
    json
        Print JSON.
    """
    from semafor.arena.game_workers import check_bot
    from semafor.arena.series import Seating

    boards = [board_of(name) for name in ([board] if board else all_board_names())]
    tried = []
    for each in boards:
        check_bots((bot, against), each)
        number = _players(each, players)
        with stderr_console().status(f"{each.board} …"):
            size = each.options.team_size
            seating = Seating(each, (bot,) * size + (against,) * (number - size), seed)
            tried.append(check_bot(seating, each.board, number, move_time))
    _print(tried, json)
    return FAILED if any(one.fault for one in tried) else 0


def _players(board: Board, players: int | None) -> int:
    """Return the number of players; refused if the board does not allow it."""
    number, allowed = players_or_usual(board, players), board.options.players
    if number not in allowed:
        raise refused(BadSetup("players", title=board.title, allowed=allowed, players=number))
    return number


def _print(tried: list[BotCheck], json: bool) -> None:
    from rich.markup import escape

    from semafor.cli.simulate_tables import plain_table

    if json:
        print_json(tried)
        return
    columns = ("players", "points", "best-other", "decisions", "ms-a-move", "p99", "slowest", "fault")
    table = plain_table("", *headings("board", *columns))
    for one in tried:
        times = (figure(one.mean_ms, ".3g"), figure(one.p99_ms, ".3g"), figure(one.slowest_ms, ".3g"))
        points = ("·", "·") if one.score is None else (str(one.score), str(one.best_other))
        fault = escape(one.fault) if one.fault else word("no-fault")
        table.add_row(one.board, str(one.players), *points, figure(one.decisions, ","), *times, fault)
    stdout_console().print(table)
    for trace in dict.fromkeys(one.trace for one in tried if one.trace):
        print(trace, file=sys.stderr, end="")


def join(link: str, /, *, bot: str, name: str | None = None, seat: int | None = None, seed: int = 0) -> int:
    """Let a bot take a seat at a table of any server and play to the end.

    Parameters
    ----------
    link
        The link to the table, as in `http://host/table/ID#invite=WORD`.
    bot
        A bot of your own as `module:Class` or `module:Class@argument`, or the name of one of ours.
    name
        Name at the table; by default the name of the bot.
    seat
        Seat, counted from 1; by default the first free one.
    seed
        Seed of the bot's random numbers.
    """
    from semafor.errors import SemaforError
    from semafor.server.client import BotRaised, RemoteBot

    find_modules_here()
    try:
        guest = RemoteBot(link, name or bot.rpartition(":")[2], _tell)
        place = None if seat is None else seat - 1
        winners = asyncio.run(guest.play(partial(make_or_refuse, bot, seed=seed), place))
    except SemaforError as error:
        raise refused(error) from None
    except BotRaised as raised:
        traceback.print_exception(raised.__cause__)
        raise Refused(word("bot-raised", bot=bot, error=str(raised)), FAILED) from None
    except OSError as error:
        raise unusable(link, error, FAILED) from None
    print(word("won-by", seats=joined(winner + 1 for winner in winners)))
    return 0


def _tell(told: BotEvent) -> None:
    """Print one line about what happens at the table."""
    from semafor.server.client import SeatTaken

    if isinstance(told, SeatTaken):
        title = told.title.in_language(language_here())
        complain(word("bot-sits", bot=told.name, number=told.seat, title=title))
    else:
        complain(word("line-lost"))

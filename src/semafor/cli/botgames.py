"""Games between bots with a progress bar, until they are done, Ctrl-C is pressed or a bot fails."""

from __future__ import annotations

import os
import sys
from contextlib import closing, contextmanager
from functools import partial
from typing import TYPE_CHECKING

from semafor.cli.interrupts import stop_wished
from semafor.cli.output import Refused
from semafor.cli.progress import progress_bar

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator
    from pathlib import Path

    from semafor.arena.played import PlayedGame
    from semafor.arena.running import PlayGames
    from semafor.boards import Board

    Played = Generator[PlayedGame | None, None, None]

FAILED = 1


def check_bots(bots: Iterable[str], board: Board) -> None:
    """Make every bot once, so that one that cannot be made is refused before any game."""
    from semafor.bots import make_bot
    from semafor.errors import SemaforError

    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())  # for a module:Class that lies where one works
    for bot in bots:
        try:
            make_bot(bot, board)
        except SemaforError as error:
            raise Refused(str(error)) from None


def players_of_games(cores: int | None, ray: bool) -> PlayGames:
    """Who plays the games: processes of this machine, or a Ray cluster."""
    from semafor.arena.cluster import has_ray, play_on_ray
    from semafor.arena.simulate import count_cores
    from semafor.arena.workers import play_on_workers
    from semafor.engine.compile import announce_first_compile

    announce_first_compile()
    if not ray:
        return partial(play_on_workers, processes=cores or count_cores())
    if not has_ray():
        raise Refused("--ray needs one more package: pip install 'semafor[ray]'", FAILED)
    return partial(play_on_ray, cores=cores)


def play_with_bar(games: Played, title: str, total: int, take: Callable[[PlayedGame | None], bool]) -> bool:
    """Give every game to `take` until it says that it has enough; False where Ctrl-C came first."""
    with stop_wished() as stop, progress_bar() as progress, closing(games):
        task = progress.add_task(title, total=total)
        for game in games:
            enough = take(game)
            progress.advance(task, game is not None)
            if enough or stop.is_set():
                return enough
    return True


@contextmanager
def mistakes_told(beside: Path) -> Iterator[None]:
    """A bot's mistake is refused in one line, with the game written down beside a file."""
    from semafor.arena.running import BotFailed
    from semafor.arena.workers import WorkerLost

    try:
        yield
    except WorkerLost as lost:
        raise Refused(str(lost), FAILED) from None
    except BotFailed as error:
        failed = error.failed
        record = beside.with_suffix(f".deal{failed.deal}-{failed.order}.json")
        record.write_text(failed.record + "\n", encoding="utf-8")
        print(failed.trace, file=sys.stderr, end="")
        raise Refused(f"{error}; the game so far: {record}", FAILED) from None

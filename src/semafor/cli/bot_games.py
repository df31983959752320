"""Games between bots with a progress bar, until they are done, Ctrl-C is pressed or a bot fails."""

from __future__ import annotations

import os
import sys
import traceback
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from semafor.cli.arguments import refused, unusable
from semafor.cli.output import Refused, progress_bar, stop_wished, word
from semafor.words.languages import language_here

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator

    from semafor.arena.games_file import PlayedGame
    from semafor.arena.records_file import RecordsFile
    from semafor.arena.schedule import PlayGames
    from semafor.boards import Board
    from semafor.bots import Bot

    Played = Generator[PlayedGame | None, None, None]

FAILED = 1


def find_modules_here() -> None:
    """Let `module:Class` refer to modules in the working directory."""
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())


def check_bots(bots: Iterable[str], board: Board) -> None:
    """Create every bot once, so that an invalid one is refused before any game."""
    find_modules_here()
    for bot in bots:
        make_or_refuse(bot, board)


def make_or_refuse(bot: str, board: Board, seed: int = 0) -> Bot:
    """Return a bot by its name; refused in one line if it cannot be created."""
    from semafor.bots import make_bot
    from semafor.bots.protocol import FAULTS
    from semafor.errors import BadSetup, SemaforError

    try:
        return make_bot(bot, board, seed)
    except SemaforError as error:
        if error.__cause__ is None:
            raise refused(error) from None
        traceback.print_exception(error.__cause__)
        raise refused(error, FAILED) from None
    except FAULTS as error:  # of a module, while it is imported
        traceback.print_exc()
        reason = f"{type(error).__name__}: {error}"
        raise refused(BadSetup("unknown-bot", bot=bot, reason=reason), FAILED) from None


def players_of_games(cores: int | None, ray: bool, move_time: float | None = None) -> PlayGames:
    """Return the function that plays games: in processes of this machine, or on a Ray cluster."""
    from semafor.announcing import announce_first_compile
    from semafor.arena.game_workers import has_ray, play_on_ray, play_on_workers
    from semafor.cores import count_cores

    announce_first_compile()
    if not ray:
        return partial(play_on_workers, processes=cores or count_cores(), move_time=move_time)
    if move_time is not None:
        raise Refused(word("needs-processes"))
    if not has_ray():
        raise Refused(word("needs-package", what="--ray", extra="ray"), FAILED)
    return partial(play_on_ray, cores=cores)


@contextmanager
def records_file(file: str | None, more: bool = False) -> Iterator[RecordsFile | None]:
    """Yield the file for complete games, or None; refused if it cannot be written."""
    from semafor.arena.records_file import open_records

    if file is None:
        yield None
        return
    if file.endswith(".csv"):
        raise Refused(word("whole-games-as", file=file))
    try:
        records = open_records(Path(file), more)
    except ImportError:
        raise Refused(word("needs-package", what=f"--records {file}", extra="records"), FAILED) from None
    except (OSError, ValueError) as error:
        raise unusable(file, error) from None
    with records:
        yield records


def play_with_bar(games: Played, title: str, total: int, take: Callable[[PlayedGame | None], bool]) -> bool:
    """Pass every game to `take` until that returns True; return False if Ctrl-C was pressed first."""
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
    """Report a bot's failure in one line, with its game saved next to a file."""
    from semafor.arena.game_workers import WorkerLost
    from semafor.arena.schedule import BotFailed

    try:
        yield
    except WorkerLost as lost:
        raise Refused(word("worker-lost", game=lost.number), FAILED) from None
    except BotFailed as error:
        failed = error.failed
        told = {"bot": failed.bot, "place": failed.seat, "deal": failed.deal, "order": failed.order}
        sentence = word("bot-failed", **told, problem=failed.problem.say(language_here()))
        print(failed.trace, file=sys.stderr, end="")
        if not failed.record:
            raise Refused(sentence, FAILED) from None
        record = beside.with_suffix(f".deal{failed.deal}-{failed.order}.json")
        record.write_text(failed.record + "\n", encoding="utf-8")
        raise Refused(word("game-so-far", error=sentence, record=str(record)), FAILED) from None

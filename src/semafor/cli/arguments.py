"""Arguments that several commands take."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter
from cyclopts.validators import Number

from semafor.boards import BoardError, load_board
from semafor.cli.output import MISTAKE, Refused, figure, word
from semafor.errors import BadSetup, SemaforError
from semafor.words import Language
from semafor.words.languages import language_here

if TYPE_CHECKING:
    from semafor.arena.schedule import Tournament
    from semafor.arena.sequential_test import Duel, Hypotheses
    from semafor.boards import Board

USUAL_PLAYERS = 4
KNOBS, KNOBS_FOLDERS = ".knobs.json", "SEMAFOR_KNOBS"
"""As in `semafor.bots.search.chart`, which needs the engine: most commands do not."""


def board_of(name_or_file: str) -> Board:
    """The board of this name or file; a faulty one is refused in one line."""
    try:
        board = load_board(name_or_file)
    except BoardError as error:
        raise faulty(error) from None
    if (Path(name_or_file).parent / f"{board.board}{KNOBS}").is_file():
        _add_folder(Path(name_or_file).resolve().parent)
    return board


def _add_folder(folder: Path) -> None:
    """Let bots, of other processes too, find the knobs that were tuned for a board in this folder."""
    known = [one for one in os.environ.get(KNOBS_FOLDERS, "").split(os.pathsep) if one]
    if str(folder) not in known:
        os.environ[KNOBS_FOLDERS] = os.pathsep.join([str(folder), *known])


def faulty(error: BoardError, file: str | None = None) -> Refused:
    """The first fault of a board, perhaps inside another file, and where to read of the others."""
    more = len(error.faults) - 1
    rest = word("more-faults", n=more, source=error.source) if more else ""
    return Refused(f"{_before(file)}{error.source}: {error.faults[0].say(language_here())}{rest}")


def players_or_usual(board: Board, players: int | None) -> int:
    """The number of players asked for, or four, or as many of fewer as the board takes."""
    if players is not None:
        return players
    fewer = [number for number in board.options.players if number <= USUAL_PLAYERS]
    return max(fewer) if fewer else min(board.options.players)


def parse_players(board: Board, text: str | None) -> tuple[int, ...]:
    """Numbers of players as in `2-5` or `2,4`; all that the board takes unless said."""
    if text is None:
        return tuple(sorted(board.options.players))
    numbers: set[int] = set()
    for part in text.split(","):
        first, _, last = part.partition("-")
        if not first.isdigit() or not (last or first).isdigit():
            raise refused(BadSetup("bad-table-sizes", text=text))
        numbers |= set(range(int(first), int(last or first) + 1))
    wanted = tuple(sorted(numbers & set(board.options.players)))
    if not wanted:
        raise refused(BadSetup("players", title=board.title, allowed=board.options.players, players=text))
    return wanted


def refused(
    error: SemaforError, code: int = MISTAKE, file: str | None = None, lang: Language | None = None
) -> Refused:
    """An error of the package as a line for whoever sits at the terminal, in their language."""
    rule = f" ({error.rule})" if error.rule else ""
    return Refused(f"{_before(file)}{error.say(lang or language_here())}{rule}", code)


def unusable(file: str | Path, error: Exception, code: int = MISTAKE) -> Refused:
    """A file that cannot be read or written, and why."""
    return Refused(f"{file}: {getattr(error, 'strerror', None) or error}", code)


def check_folder(file: str | None) -> None:
    """Refuse a file to be written whose folder is not there, before the work for it begins."""
    if file and not Path(file).parent.is_dir():
        raise Refused(word("no-folder", file=file, folder=Path(file).parent))


def _before(file: str | None) -> str:
    """The file that a sentence is about."""
    return f"{file}: " if file else ""


Device = Literal["cpu", "cuda"]
"""Where games are played: by the processor, or by a GPU."""
Positive = Annotated[int, Parameter(validator=Number(gte=1))]
Above = Annotated[float, Parameter(validator=Number(gt=0))]
AnyBoard = str
"""The name of a board, or a board file."""
Players = int | None
"""How many play; as many as usual unless said."""
TableSizes = str | None
"""Numbers of players as in `2-5` or `2,4`."""
Seed = str
"""A number or any text."""
Cores = Annotated[int | None, Parameter(validator=Number(gte=1))]
InLanguage = Language | None
"""That of the terminal unless said."""
AsJson = bool


ELO0, ELO1 = 0.0, 20.0

Part = Annotated[float, Parameter(validator=Number(gt=0, lt=1))]


@Parameter(name="*")
@dataclass(frozen=True)
class Odds:
    """The two answers that the test chooses between, as differences of ratings or as rates.

    Parameters
    ----------
    elo0
        The test's H0: A is rated at most so much above B (0 unless said).
    elo1
        The test's H1: A is rated at least so much above B (20 unless said).
    rate0
        H0 as the part of the comparisons that A wins, in place of `--elo0`.
    rate1
        H1 likewise, in place of `--elo1`.
    """

    elo0: float | None = None
    elo1: float | None = None
    rate0: Part | None = None
    rate1: Part | None = None

    def hypotheses(self) -> Hypotheses:
        """The answers as rates, which must be different."""
        from semafor.arena.sequential_test import Hypotheses, rate_of_elo

        rate0 = rate_of_elo(ELO0 if self.elo0 is None else self.elo0) if self.rate0 is None else self.rate0
        rate1 = rate_of_elo(ELO1 if self.elo1 is None else self.elo1) if self.rate1 is None else self.rate1
        if not 0 < rate0 < rate1 < 1:
            raise Refused(word("h0-below", low=figure(rate0, ".1%"), high=figure(rate1, ".1%")))
        return Hypotheses(rate0, rate1)


UNSAID = Odds()


def duel_of(tournament: Tournament, sprt: str | None, odds: Odds) -> Duel | None:
    """The test that `--sprt A,B` asks for."""
    from semafor.arena.sequential_test import Duel

    if sprt is None:
        if odds != UNSAID:
            raise Refused(word("only-for-sprt"))
        return None
    bots = sprt.split(",")
    if len(bots) != 2 or bots[0] == bots[1] or not set(bots) <= set(tournament.bots):
        raise Refused(word("two-bots", given=sprt))
    if tournament.challenger not in (None, *bots):
        raise Refused(word("do-not-meet", a=bots[0], b=bots[1]))
    return Duel(tournament, bots[0], bots[1], odds.hypotheses())

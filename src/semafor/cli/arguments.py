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
    """Return the board of this name or file; one with faults is refused in one line."""
    try:
        board = load_board(name_or_file)
    except BoardError as error:
        raise faulty(error) from None
    if (Path(name_or_file).parent / f"{board.board}{KNOBS}").is_file():
        _add_folder(Path(name_or_file).resolve().parent)
    return board


def _add_folder(folder: Path) -> None:
    """Let bots, also those of other processes, find the knobs that were tuned for a board in this folder."""
    known = [one for one in os.environ.get(KNOBS_FOLDERS, "").split(os.pathsep) if one]
    if str(folder) not in known:
        os.environ[KNOBS_FOLDERS] = os.pathsep.join([str(folder), *known])


def faulty(error: BoardError, file: str | None = None) -> Refused:
    """Return the first fault of a board as an error, with a pointer to the others."""
    more = len(error.faults) - 1
    rest = word("more-faults", n=more, source=error.source) if more else ""
    return Refused(f"{_before(file)}{error.source}: {error.faults[0].say(language_here())}{rest}")


def players_or_usual(board: Board, players: int | None) -> int:
    """Return the requested number of players; by default four, or the nearest that the board allows."""
    if players is not None:
        return players
    fewer = [number for number in board.options.players if number <= USUAL_PLAYERS]
    return max(fewer) if fewer else min(board.options.players)


def parse_players(board: Board, text: str | None) -> tuple[int, ...]:
    """Numbers of players, such as `2-5` or `2,4`; by default all that the board allows."""
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
    """Return an error of the package as one line, in the language of the terminal."""
    rule = f" ({error.rule})" if error.rule else ""
    return Refused(f"{_before(file)}{error.say(lang or language_here())}{rule}", code)


def unusable(file: str | Path, error: Exception, code: int = MISTAKE) -> Refused:
    """Return the error for a file that cannot be read or written, with the reason."""
    return Refused(f"{file}: {getattr(error, 'strerror', None) or error}", code)


def check_folder(file: str | None) -> None:
    """Refuse an output file whose folder does not exist, before any work is done."""
    if file and not Path(file).parent.is_dir():
        raise Refused(word("no-folder", file=file, folder=Path(file).parent))


def _before(file: str | None) -> str:
    """Return the prefix that names a file."""
    return f"{file}: " if file else ""


Device = Literal["cpu", "cuda"]
"""Where games are played: by the processor, or by a GPU."""
Positive = Annotated[int, Parameter(validator=Number(gte=1))]
Above = Annotated[float, Parameter(validator=Number(gt=0))]
AnyBoard = str
"""The name of a board, or a board file."""
Players = int | None
"""Number of players; None for the default."""
TableSizes = str | None
"""Numbers of players as in `2-5` or `2,4`."""
Seed = str
"""A number or any text."""
Cores = Annotated[int | None, Parameter(validator=Number(gte=1))]
InLanguage = Language | None
"""None for the language of the terminal."""
AsJson = bool


ELO0, ELO1 = 0.0, 20.0

Part = Annotated[float, Parameter(validator=Number(gt=0, lt=1))]


@Parameter(name="*")
@dataclass(frozen=True)
class Odds:
    """The two hypotheses of the test, as differences of ratings or as rates.

    Parameters
    ----------
    elo0
        H0 of the test: A is rated at most this much above B (default 0).
    elo1
        H1 of the test: A is rated at least this much above B (default 20).
    rate0
        H0 as the share of comparisons that A wins, instead of `--elo0`.
    rate1
        H1 as the share of comparisons that A wins, instead of `--elo1`.
    """

    elo0: float | None = None
    elo1: float | None = None
    rate0: Part | None = None
    rate1: Part | None = None

    def hypotheses(self) -> Hypotheses:
        """Return the hypotheses as rates; refused unless H0 is below H1."""
        from semafor.arena.sequential_test import Hypotheses, rate_of_elo

        rate0 = rate_of_elo(ELO0 if self.elo0 is None else self.elo0) if self.rate0 is None else self.rate0
        rate1 = rate_of_elo(ELO1 if self.elo1 is None else self.elo1) if self.rate1 is None else self.rate1
        if not 0 < rate0 < rate1 < 1:
            raise Refused(word("h0-below", low=figure(rate0, ".1%"), high=figure(rate1, ".1%")))
        return Hypotheses(rate0, rate1)


UNSAID = Odds()


def duel_of(tournament: Tournament, sprt: str | None, odds: Odds) -> Duel | None:
    """Return the test that `--sprt A,B` requests."""
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

"""The file of a tournament: its settings, then every finished game as a line of JSON.

A line is written as soon as its game is finished, so whatever ends the program, at most the games that
were being played are lost. A last line that was cut off is dropped when the file is continued.
"""

from __future__ import annotations

from collections import Counter
from math import log2
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from semafor.errors import SemaforError
from semafor.record import RULES_VERSION, Record, fingerprint
from semafor.words import Phrase

if TYPE_CHECKING:
    from types import TracebackType

    from semafor.arena.schedule import Tournament

CLASSES_AN_OCTAVE = 16
"""Resolution of the time classes; quantiles are accurate to about two percent."""


class Thinking(msgspec.Struct):
    """The times of many decisions."""

    nanoseconds: int = 0
    classes: dict[int, int] = {}
    """The number of decisions in each class of time."""

    def add(self, nanoseconds: int) -> None:
        """Count one decision."""
        number = round(CLASSES_AN_OCTAVE * log2(max(1, nanoseconds)))
        self.nanoseconds += nanoseconds
        self.classes[number] = self.classes.get(number, 0) + 1

    def merge(self, other: Thinking) -> None:
        """Add all decisions of another one."""
        self.nanoseconds += other.nanoseconds
        self.classes = dict(Counter(self.classes) + Counter(other.classes))

    @property
    def decisions(self) -> int:
        """The number of decisions."""
        return sum(self.classes.values())

    def mean_ms(self) -> float:
        """Return the mean in milliseconds; 0 without decisions."""
        return self.nanoseconds / max(1, self.decisions) / 1e6

    def quantile_ms(self, part: float) -> float:
        """Return the time in milliseconds that this part of the decisions does not exceed."""
        wanted, counted = part * self.decisions, 0
        for number in sorted(self.classes):
            counted += self.classes[number]
            if counted >= wanted:
                return float(2 ** (number / CLASSES_AN_OCTAVE) / 1e6)
        return 0.0


class PlayedSide(msgspec.Struct, frozen=True):
    """The result of a side."""

    score: int
    rank: int
    route_points: int
    ticket_points: int
    completed: int
    longest: int
    routes: tuple[int, ...]
    """The numbers of its routes."""
    tickets: dict[int, bool]
    """The numbers of its tickets, and whether each was completed."""
    thinking: Thinking


class Forfeit(msgspec.Struct, frozen=True):
    """A game that a bot lost by a mistake."""

    seat: int
    bot: str
    problem: Phrase
    """What went wrong."""


class PlayedGame(msgspec.Struct, frozen=True, tag="game", omit_defaults=True):
    """A finished game."""

    deal: int
    order: int
    """The index of the line-up."""
    first: int
    """The first seat."""
    turns: int
    decisions: int
    stuck: bool
    """Whether it ended because nobody could move (BASE-9)."""
    held: tuple[int, ...]
    """Tickets in the hand of each seat at the end."""
    racked: tuple[int, ...]
    """Tickets on the rack of each side."""
    sides: tuple[PlayedSide, ...]
    forfeit: Forfeit | None = None
    """Set if a bot's mistake ended the game; then only the ranks count."""
    record: Record | None = None
    """Setup, seed and every decision, if requested."""


class FailedGame(msgspec.Struct, frozen=True, tag="failed"):
    """A game that ended because a bot raised an error, named an illegal move, took too long or quit."""

    deal: int
    order: int
    bot: str
    seat: int
    problem: Phrase
    """What went wrong."""
    trace: str = ""
    """The traceback of the bot's error; empty for an illegal move."""
    record: str = ""
    """The game up to there as JSON, for `semafor replay`; empty if the process has quit."""


Outcome = PlayedGame | FailedGame


FORMAT = 1


class CannotContinue(SemaforError):
    """The file contains another tournament, or none."""


class TournamentSettings(msgspec.Struct, frozen=True):
    """The settings that must be equal for games to belong together; their number may differ."""

    board: str
    fingerprint: str
    players: int
    bots: tuple[str, ...]
    seed: str
    challenger: str | None
    rules: int = RULES_VERSION
    format: int = FORMAT


def settings_of(tournament: Tournament) -> TournamentSettings:
    """Return the header of a tournament's file."""
    return TournamentSettings(
        board=tournament.board.board,
        fingerprint=fingerprint(tournament.board),
        players=tournament.players,
        bots=tournament.bots,
        seed=tournament.seed,
        challenger=tournament.challenger,
    )


class Journal:
    """An open file of a tournament, to which games are added."""

    def __init__(self, file: Path, tournament: Tournament) -> None:
        """Create the file, or continue it if it contains games of the same tournament."""
        self.file = file
        self.games: list[PlayedGame] = []
        settings = settings_of(tournament)
        whole = self._read(settings) if file.exists() and file.stat().st_size else 0
        self._open = file.open("r+b" if whole else "wb")
        self._open.seek(whole)
        self._open.truncate()
        if not whole:
            self._write(settings)

    def _read(self, settings: TournamentSettings) -> int:
        """Read the games of the file; return the number of bytes of complete lines."""
        data = self.file.read_bytes()
        whole = data.rfind(b"\n") + 1
        lines = data[:whole].splitlines()
        if not lines:
            if not settings_begin(data):
                raise CannotContinue("no-games-file", file=str(self.file))
            return 0  # cut off in its first line
        _check_head(self.file, lines[0], settings)
        try:
            self.games = [msgspec.json.decode(line, type=PlayedGame) for line in lines[1:]]
        except (msgspec.MsgspecError, UnicodeError) as error:
            raise CannotContinue("damaged-games-file", file=str(self.file), error=str(error)) from None
        return whole

    def add(self, game: PlayedGame) -> None:
        """Add a game without its record; it is in the file when this returns."""
        kept = msgspec.structs.replace(game, record=None)
        self._write(kept)
        self.games.append(kept)

    def _write(self, line: msgspec.Struct) -> None:
        self._open.write(msgspec.json.encode(line) + b"\n")
        self._open.flush()

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open.close()


def settings_begin(data: bytes) -> bool:
    """Return whether a file without a complete line may be a truncated header."""
    return b'{"board":'.startswith(data[:9])


def _check_head(file: Path, line: bytes, settings: TournamentSettings) -> None:
    try:
        found = msgspec.json.decode(line, type=TournamentSettings)
    except (msgspec.MsgspecError, UnicodeError):
        raise CannotContinue("no-games-file", file=str(file)) from None
    for name in settings.__struct_fields__:
        there, here = getattr(found, name), getattr(settings, name)
        if there != here:
            held = {"setting": name, "there": _say(there), "here": _say(here)}
            raise CannotContinue("other-games-file", file=str(file), **held)


def _say(value: object) -> str:
    return " ".join(value) if isinstance(value, tuple) else str(value)

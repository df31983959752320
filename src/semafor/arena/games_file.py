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

if TYPE_CHECKING:
    from types import TracebackType

    from semafor.arena.schedule import Tournament

CLASSES_AN_OCTAVE = 16
"""So a quantile is right to about two parts in a hundred."""


class Thinking(msgspec.Struct):
    """The times of many decisions."""

    nanoseconds: int = 0
    classes: dict[int, int] = {}
    """How many decisions are in each class of time."""

    def add(self, nanoseconds: int) -> None:
        """Count one decision."""
        number = round(CLASSES_AN_OCTAVE * log2(max(1, nanoseconds)))
        self.nanoseconds += nanoseconds
        self.classes[number] = self.classes.get(number, 0) + 1

    def merge(self, other: Thinking) -> None:
        """Count all decisions of another one."""
        self.nanoseconds += other.nanoseconds
        self.classes = dict(Counter(self.classes) + Counter(other.classes))

    @property
    def decisions(self) -> int:
        """How many decisions were counted."""
        return sum(self.classes.values())

    def mean_ms(self) -> float:
        """The average in milliseconds; 0 where nothing was decided."""
        return self.nanoseconds / max(1, self.decisions) / 1e6

    def quantile_ms(self, part: float) -> float:
        """The time in milliseconds that this part of the decisions does not exceed."""
        wanted, counted = part * self.decisions, 0
        for number in sorted(self.classes):
            counted += self.classes[number]
            if counted >= wanted:
                return float(2 ** (number / CLASSES_AN_OCTAVE) / 1e6)
        return 0.0


class PlayedSide(msgspec.Struct, frozen=True):
    """What a side made of the game."""

    score: int
    rank: int
    route_points: int
    ticket_points: int
    completed: int
    longest: int
    routes: tuple[int, ...]
    """The numbers of its routes on the board."""
    tickets: dict[int, bool]
    """The numbers of its tickets, and whether each was completed."""
    thinking: Thinking


class Forfeit(msgspec.Struct, frozen=True):
    """The mistake of a bot that cost it the game."""

    seat: int
    bot: str
    problem: str
    """What went wrong, in one line of the terminal's language."""


class PlayedGame(msgspec.Struct, frozen=True, tag="game", omit_defaults=True):
    """A game that came to its end."""

    deal: int
    order: int
    """Which of the line-ups played it."""
    first: int
    """The seat that began."""
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
    """Where a bot's mistake ended it: only the ranks count."""
    record: Record | None = None
    """Setup, seed and every decision, where they were asked for."""


class FailedGame(msgspec.Struct, frozen=True, tag="failed"):
    """A game that a bot's mistake ended: an error, an illegal move, a thought too long, a process ended."""

    deal: int
    order: int
    bot: str
    seat: int
    problem: str
    """What went wrong, in one line of the terminal's language."""
    trace: str = ""
    """Where the bot raised it; empty for an illegal move."""
    record: str = ""
    """The game up to there as JSON: `semafor replay` shows it; empty where the process is gone."""


Outcome = PlayedGame | FailedGame


FORMAT = 1


class CannotContinue(SemaforError):
    """The file holds another tournament, or none."""


class TournamentSettings(msgspec.Struct, frozen=True):
    """What must be the same for games to belong together; how many there are may differ."""

    board: str
    fingerprint: str
    players: int
    bots: tuple[str, ...]
    seed: str
    challenger: str | None
    rules: int = RULES_VERSION
    format: int = FORMAT


def settings_of(tournament: Tournament) -> TournamentSettings:
    """What the head of a tournament's file says."""
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
        """Begin the file, or continue it where it holds games of the same tournament."""
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
        """Take over the games in the file; how many of its bytes are whole lines."""
        data = self.file.read_bytes()
        whole = data.rfind(b"\n") + 1
        lines = data[:whole].splitlines()
        if not lines:
            if not settings_begin(data):
                raise CannotContinue("no-games-file", file=str(self.file))
            return 0  # cut off in its very first line
        _check_head(self.file, lines[0], settings)
        try:
            self.games = [msgspec.json.decode(line, type=PlayedGame) for line in lines[1:]]
        except (msgspec.MsgspecError, UnicodeError) as error:
            raise CannotContinue("damaged-games-file", file=str(self.file), error=str(error)) from None
        return whole

    def add(self, game: PlayedGame) -> None:
        """Keep a game, without its record; it is in the file when this returns."""
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
    """Whether a file without a whole line may be a head that was cut off."""
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

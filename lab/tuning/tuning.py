"""Tune a board for each number of players: search, check, and store improvements in the board's file."""

from __future__ import annotations

import datetime
import threading
from collections.abc import Iterator
from enum import IntEnum
from pathlib import Path
from typing import Protocol

import msgspec

from lab.tuning.checking import OTHERS, Check, is_better
from lab.tuning.contest import knobs_of
from lab.tuning.searching import Found, Search
from semafor.boards.model import Board
from semafor.bots.search.chart import (
    Tuned,
    TunedBoard,
    map_of,
    read_tuned,
    tuned_file,
    tuned_for,
    tuned_knobs,
    write_tuned,
)

DIGITS = 3
"""Decimal places of a knob in the file."""


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What to tune, and where to write it."""

    players: tuple[int, ...]
    seconds: float
    """Minutes of search for each number of players."""
    folder: Path
    seed: str = "1"
    cores: int = 1
    fresh_deals: int = 2000
    other_games: int = 80
    """Games against each other bot, with each set of knobs."""
    command: str = ""


class Watcher(Protocol):
    """Receives the progress of a tuning."""

    def searched(self, players: int, spent: float) -> None:
        """Report the share of time used for this number of players."""

    def checked(self, players: int, games: int) -> None:
        """Report newly played games of the check."""


class Answer(msgspec.Struct, frozen=True):
    """The result for one number of players."""

    players: int
    tuned: Tuned
    better: bool


class Tuning:
    """One run of the command."""

    def __init__(self, board: Board, plan: Plan, watcher: Watcher, stop: threading.Event) -> None:
        self._board, self._plan, self._watcher, self._stop = board, plan, watcher, stop

    def run(self) -> Iterator[Answer]:
        """Search and check for each number of players; write improvements before yielding the result.

        A stop request ends the search; its result is still checked, but nothing more is started.
        """
        for players in self._plan.players:
            if self._stop.is_set():
                return
            found = self._search(players)
            answer = self._check(players, found)
            if answer.better:
                self._keep(answer)
            yield answer

    def _search(self, players: int) -> Found:
        plan = self._plan
        search = Search(self._board, players, f"{plan.seed} {players}", plan.cores)
        return search.run(
            plan.seconds,
            self._start(players),
            lambda spent: self._watcher.searched(players, spent),
            self._stop,
        )

    def _start(self, players: int) -> dict[IntEnum, float] | None:
        """Return the initial knobs: those tuned for this number of players, or for one fewer."""
        kind = knobs_of(self._board)
        for number in (players, players - 1):
            known = tuned_knobs(self._board, number, type(kind.names[0]))
            if known:
                return {**kind.named(kind.shared), **known}
        return None

    def _check(self, players: int, found: Found) -> Answer:
        plan = self._plan
        knobs = {name: round(value, DIGITS) for name, value in found.knobs.items()}
        check = Check(self._board, players, knobs, f"{plan.seed} {players}", plan.cores)
        checks, gains = [check.against_shared(plan.fresh_deals)], []
        if checks[0].low > checks[0].shared_wins:  # otherwise the check against other bots is not needed
            for other in OTHERS:
                told, gain = check.against(
                    other,
                    plan.other_games,
                    lambda games: self._watcher.checked(players, games),
                    self._stop,
                )
                checks.append(told)
                gains.append(gain)
        tuned = Tuned(
            knobs={name.name: value for name, value in knobs.items()},
            checks=tuple(checks),
            command=plan.command,
            date=datetime.date.today().isoformat(),
            minutes=round(plan.seconds / 60, 2),
            games=found.games,
        )
        return Answer(players, tuned, is_better(checks[0], gains))

    def _keep(self, answer: Answer) -> None:
        """Add the knobs to the board's file."""
        path = tuned_file(self._plan.folder, self._board)
        kept = read_tuned(path).players if path.exists() else {}
        known = {**kept, str(answer.players): answer.tuned}
        self._plan.folder.mkdir(parents=True, exist_ok=True)
        tuned = TunedBoard(
            board=self._board.board,
            map=map_of(self._board),
            players={number: known[number] for number in sorted(known, key=int)},
        )
        write_tuned(path, tuned)
        tuned_for.cache_clear()

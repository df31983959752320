"""Games for the calibration: networks with varying noise play each other, and decisions are recorded."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
import numpy as np

from lab.calibration.fitting import (
    fit_chance,
    fit_numbers,
    fit_shares,
    own_bend,
    spread,
    table_bend,
    table_of,
)
from semafor.boards.model import Board
from semafor.engine.state import Array
from semafor.games.kind import words_of_asks
from semafor.games.lookup import kind_of
from semafor.seeds import key_of, seed_text
from semafor.story.calibration import (
    Calibration,
    Curves,
    Floats,
    own_features,
    point_features,
    table_features,
)
from semafor.story.judging import by_side
from semafor.story.network_games import NetworkTables
from semafor.story.positions import OPENING
from semafor.story.standing import PointCounter, SideStanding, mean_standing, progress_of

CARELESS = (0.0, 0.0, 0.05, 0.15, 0.35)
"""Shares of random decisions of a seat, because people are not networks."""
LEFT_OUT = 4
"""One of this many games is held out for validation."""
NOTED = 0.4
"""Share of decisions used for fitting; consecutive decisions are correlated."""
BINS = 20


class Note(msgspec.Struct):
    """One decision of a game, with the standing of all sides."""

    game: int
    standing: SideStanding
    all: tuple[SideStanding, ...]


class Played(msgspec.Struct):
    """Finished games: recorded decisions and results."""

    notes: list[Note]
    won: Floats
    totals: Floats


class Field:
    """Games played in parallel."""

    def __init__(self, board: Board, players: int, games: int, seed: int) -> None:
        self.board, self.tables, self.tally = (
            board,
            NetworkTables(board, players),
            PointCounter(board, players),
        )
        self._dice = np.random.default_rng(seed)
        kind = kind_of(board)
        self._states = np.zeros(games, kind.state)
        for n in range(games):
            key = key_of(seed_text(f"calibration {board.board} {players} {seed} {n}"))
            self._states[n : n + 1] = kind.deal(players, key, None)[0]
        self.games = [self._states[n : n + 1] for n in range(games)]
        self.careless = self._dice.choice(CARELESS, (games, players))
        self.latest: list[dict[int, SideStanding]] = [{} for _ in range(games)]
        self._opening = [ask for ask, word in words_of_asks(kind.asks).items() if word in OPENING]
        self.notes: list[Note] = []

    def play(self, progress: Callable[[int], None]) -> Played:
        """Play all games to the end."""
        going = list(range(len(self.games)))
        while going:
            self._step(going)
            over = self._states["over"]
            going = [n for n in going if not over[n]]
            progress(len(self.games) - len(going))
        ends = [self.tables.outcome(states) for states in self.games]
        return Played(
            self.notes, np.array([won for won, _ in ends]), np.array([points for _, points in ends])
        )

    def _step(self, going: Sequence[int]) -> None:
        games, tables = self.games, self.tables
        seats = [tables.decider(games[n]) for n in going]
        wanted, values = tables.look(tables.row(games[n], seat) for n, seat in zip(going, seats, strict=True))
        self._note(going, seats, values)
        for n, seat, row in zip(going, seats, wanted, strict=True):
            tables.apply(games[n], seat, int(tables.reading.actions[self._choose(n, seat, row)]))

    def _choose(self, game: int, seat: int, wanted: Array) -> int:
        """Return the best action, or a random legal one."""
        if self._dice.random() >= self.careless[game, seat]:
            return int(wanted.argmax())
        legal = np.flatnonzero(wanted > wanted.max() - 12.0)
        return int(self._dice.choice(legal))

    def _note(self, going: Sequence[int], seats: Sequence[int], values: Array) -> None:
        states = self._states[list(going)]
        done = [progress_of(self.board, state) for state in states]
        standings = self.tally.standings(states, seats, values.tolist(), done)
        for n, seat, standing in zip(going, seats, standings, strict=True):
            if self.games[n]["ask"][0, seat] in self._opening:
                continue  # equal probabilities, whatever the network says
            latest = self.latest[n]
            latest[seat] = standing
            if len(latest) == self.tables.players and self._dice.random() < NOTED:
                sides = by_side(latest, self.tables.team)
                self.notes.append(Note(n, standing, tuple(mean_standing(side) for side in sides)))


class Check(msgspec.Struct):
    """Predictions for held-out games: rows of predicted probability and share won."""

    own: Array
    table: Array


def fit(played: Played) -> tuple[Curves, Check]:
    """Return curves fitted to three of four games, and their predictions for the fourth."""
    fitted = [note for note in played.notes if note.game % LEFT_OUT]
    left = [note for note in played.notes if note.game % LEFT_OUT == 0]
    curves = _curves(fitted, played)
    teller = Calibration(curves)
    told = teller.own_chances([note.standing for note in left])
    won = np.array([played.won[note.game, note.standing.side] for note in left])
    together = np.concatenate([teller.table_chances(note.all) for note in left])
    parts = np.concatenate([played.won[note.game] for note in left])
    loss = round(float(np.square(told - won).mean()), 4)
    check = Check(np.stack([told, won], 1), np.stack([together, parts], 1))
    return msgspec.structs.replace(curves, loss=loss), check


def _curves(notes: list[Note], played: Played) -> Curves:
    standings = [note.standing for note in notes]
    games, sides = np.array([note.game for note in notes]), [one.side for one in standings]
    progress = np.array([one.progress for one in standings])
    together = np.stack([spread(table_features(note.all), _alike(note)) for note in notes])
    alone = spread(own_features(standings), progress)
    won, parts = played.won[games, sides], played.won[games]
    points = fit_numbers(spread(point_features(standings), progress), played.totals[games, sides])
    return Curves(
        own=table_of(fit_chance(alone, won)),
        table=table_of(fit_shares(together, parts)),
        points=table_of(points),
        games=len(played.won),
        loss=0.0,
        own_bend=own_bend(alone, won, games // LEFT_OUT),
        table_bend=table_bend(together, parts, games // LEFT_OUT),
    )


def _alike(note: Note) -> Floats:
    """Return the progress of the game for the standings of all sides."""
    return np.full(len(note.all), max(one.progress for one in note.all))


def reliability(told: Array) -> list[tuple[float, float, int]]:
    """Return mean prediction, share won and number of decisions for each bin of predictions."""
    found = []
    for number in range(BINS):
        inside = told[(told[:, 0] >= number / BINS) & (told[:, 0] < (number + 1) / BINS)]
        if len(inside):
            found.append((float(inside[:, 0].mean()), float(inside[:, 1].mean()), len(inside)))
    return found

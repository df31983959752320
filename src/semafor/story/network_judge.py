"""The judge that learned: a network's values, brought to chances by calibration."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np

from semafor.boards.model import Board
from semafor.engine.state import Array
from semafor.kinds.lookup import kind_of
from semafor.kinds.plain import Plain, copy_states
from semafor.moves import Draw, Move
from semafor.story.calibration import calibration_of
from semafor.story.judging import Glance, Progress, Verdict
from semafor.story.model import Shares
from semafor.story.positions import Position
from semafor.story.preferring import Chooser, Preferred
from semafor.story.progress import progress_of
from semafor.story.seat_eyes import SeatEyes
from semafor.story.standing import Standing, Tally
from semafor.story.tables import Tables, stacked

WORLDS = 12
"""Worlds in which two moves are compared, with two players; fewer with more."""
CLEAR = 0.5
"""Standard errors by which the better move must be better."""
AT_ONCE = 24
"""Positions that are judged together."""


class Trial(msgspec.Struct):
    """A question: what is the seat's chance after a move, or as things stand, in some worlds."""

    seat: int
    progress: float
    worlds: list[Array]
    chain: tuple[int, ...]
    chances: list[float] = []


class NetworkJudge:
    """Values positions by the board's network; BadSetup where it has none."""

    name = "network"

    def __init__(self, board: Board, players: int) -> None:
        self.board, self.kind, self.players = board, kind_of(board), players
        self.tables, self.tally = Tables(board, players), Tally(board, players)
        self.curves = calibration_of(board, self.name, players)
        self._chooser = Chooser(self.tables, self.kind)
        self._worlds = max(4, WORLDS * 2 * self.tables.team // players)

    # ---- the curve ---------------------------------------------------------------------------

    def glance(self, positions: Sequence[Position]) -> list[Glance]:
        """What every position was worth, all of them in one go."""
        worlds = [worlds[0] for worlds in self._seen(positions, 1)]
        seats = [position.seat for position in positions]
        standings = self._stand(worlds, seats)
        real = self.tally.points(stacked([position.states for position in positions]))
        standings = [
            msgspec.structs.replace(one, margin=self.tally.margin(points, seat))
            for one, points, seat in zip(standings, real, seats, strict=True)
        ]
        own = self.curves.own_chances(standings).tolist()
        return [
            Glance(chance, *self._together(latest))
            for chance, latest in zip(own, latest_of_sides(standings), strict=True)
        ]

    def _seen(self, positions: Sequence[Position], number: int) -> list[list[Array]]:
        """Worlds for each position, from what its seat knew then."""
        eyes = [SeatEyes(self.board) for _ in range(self.players)]
        found = []
        for position in positions:
            seat = eyes[position.seat]
            seat.look(position.view)
            found.append(seat.worlds(position.view, number, position.step))
            seat.note(position.view, position.move)
        return found

    def _stand(self, worlds: Sequence[Array], seats: Sequence[int]) -> list[Standing]:
        _, values = self.tables.look(
            self.tables.row(world, seat) for world, seat in zip(worlds, seats, strict=True)
        )
        progress = [progress_of(self.board, world[0]) for world in worlds]
        return self.tally.standings(stacked(worlds), seats, values.tolist(), progress)

    def _together(self, latest: Sequence[Standing]) -> tuple[Shares, Shares]:
        chances, points = self.curves.table_chances(latest), self.curves.points(latest)
        return tuple(chances.round(4).tolist()), tuple(points.round(1).tolist())

    # ---- what would have been better ---------------------------------------------------------

    def judge(self, positions: Sequence[Position], progress: Progress) -> list[Verdict]:
        """What would have been better, some positions at a time."""
        seen, eyes, found = self._seen(positions, self._worlds), self._eyes_after(positions), []
        for first in range(0, len(positions), AT_ONCE):
            part = slice(first, first + AT_ONCE)
            found += self._judge_some(positions[part], seen[part], eyes[part])
            progress(min(first + AT_ONCE, len(positions)), len(positions))
        return found

    def _eyes_after(self, positions: Sequence[Position]) -> list[list[Array]]:
        """Worlds after a turn that ended with a card, from what the seat knew then."""
        eyes = [SeatEyes(self.board) for _ in range(self.players)]
        found = []
        for position in positions:
            seat = eyes[position.seat]
            seat.look(position.view)
            seat.note(position.view, position.move)
            found.append(
                seat.worlds(position.after, self._worlds, position.step) if drew_last(position) else []
            )
        return found

    def _judge_some(
        self, positions: Sequence[Position], seen: list[list[Array]], after: list[list[Array]]
    ) -> list[Verdict]:
        chosen = self.prefer(positions, [worlds[0] for worlds in seen])
        trials = []
        for position, best, worlds, then in zip(positions, chosen, seen, after, strict=True):
            trials.append(self._trials(position, best, worlds, then))
        self._try([trial for some in trials for trial in some.values()])
        return [self._verdict(best.best, some) for best, some in zip(chosen, trials, strict=True)]

    def prefer(self, positions: Sequence[Position], worlds: Sequence[Array]) -> list[Preferred]:
        """What the network would do in each position."""
        wanted, _ = self.tables.look(
            self.tables.row(world, position.seat) for world, position in zip(worlds, positions, strict=True)
        )
        return [
            self._chooser.prefer(world, position.seat, position.moves, row)
            for world, position, row in zip(worlds, positions, wanted, strict=True)
        ]

    def _trials(
        self, position: Position, best: Preferred, worlds: list[Array], after: list[Array]
    ) -> dict[str, Trial]:
        done = progress_of(self.board, worlds[0][0])
        played = tuple(self.kind.chain_of(Plain(worlds[0]), position.seat, position.move))
        found = {}
        if best.best != position.move:
            found["best"] = Trial(position.seat, done, worlds, best.chain)
        if found or after:
            found["played"] = Trial(position.seat, done, worlds, played)
        if after:
            found["after"] = Trial(position.seat, done, after, ())
        return found

    def _verdict(self, best: Move, trials: dict[str, Trial]) -> Verdict:
        cost, cards = 0.0, None
        if "best" in trials:
            gains = np.array(trials["best"].chances) - np.array(trials["played"].chances)
            error = float(gains.std()) / max(1, len(gains)) ** 0.5
            cost = float(gains.mean()) if gains.mean() > CLEAR * error else 0.0
        if "after" in trials:
            cards = float(np.mean(trials["after"].chances) - np.mean(trials["played"].chances))
        return Verdict(best, round(max(0.0, cost), 4), None if cards is None else round(cards, 4))

    def chances_after(
        self, seat: int, progress: float, worlds: list[Array], chains: Sequence[tuple[int, ...]]
    ) -> list[float]:
        """The seat's chance after each of some moves."""
        trials = [Trial(seat, progress, worlds, chain) for chain in chains]
        self._try(trials)
        return [float(np.mean(trial.chances)) for trial in trials]

    def _try(self, trials: Sequence[Trial]) -> None:
        """Carry the moves out in all their worlds, let the others answer, and note what it is worth then."""
        games: list[Array] = []
        for trial in trials:
            for world in trial.worlds:
                games.append(copy_states(world))
                for action in trial.chain:
                    self.tables.apply(games[-1], trial.seat, action)
        seats = [trial.seat for trial in trials for _ in trial.worlds]
        progress = [trial.progress for trial in trials for _ in trial.worlds]
        self.tables.play_on(games, seats)
        chances = self._worth(games, seats, progress)
        for trial in trials:
            trial.chances, chances = chances[: len(trial.worlds)], chances[len(trial.worlds) :]

    def _worth(self, games: list[Array], seats: list[int], progress: list[float]) -> list[float]:
        going = [n for n, states in enumerate(games) if not states["over"][0]]
        worth = {
            n: self.tables.outcome(states)[0][seats[n] // self.tables.team]
            for n, states in enumerate(games)
            if states["over"][0]
        }
        if going:
            standings = [
                msgspec.structs.replace(one, progress=progress[n])
                for n, one in zip(
                    going, self._stand([games[n] for n in going], [seats[n] for n in going]), strict=True
                )
            ]
            worth |= dict(zip(going, self.curves.own_chances(standings).tolist(), strict=True))
        return [worth[n] for n in range(len(games))]


def drew_last(position: Position) -> bool:
    """Whether a turn ended with a card, after which the others decide."""
    own = position.after.own
    return (
        isinstance(position.move, Draw)
        and own is not None
        and own.ask == "nothing"
        and not position.after.over
    )


def latest_of_sides(standings: Sequence[Standing]) -> list[list[Standing]]:
    """For each standing the latest one of every side, its first one where there is none yet."""
    latest: dict[int, Standing] = {}
    for one in reversed(standings):
        latest[one.side] = one
    found = []
    for one in standings:
        latest[one.side] = one
        found.append([latest[side] for side in sorted(latest)])
    return found

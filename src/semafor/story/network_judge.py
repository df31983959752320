"""The judge by a network: its values, calibrated to win probabilities."""

from collections.abc import Iterable, Sequence

import msgspec
import numpy as np

from semafor.boards.model import Board
from semafor.engine.state import Array
from semafor.games.kind import Plain, copy_states
from semafor.games.lookup import kind_of
from semafor.knowledge.memory import SeatMemory
from semafor.knowledge.sampler import worlds_of_view
from semafor.moves import Draw, Move
from semafor.story.calibration import calibration_of
from semafor.story.judging import (
    MoveVerdict,
    PositionValue,
    Progress,
    first_turn,
    latest_of_sides,
    own_chances,
)
from semafor.story.network_games import Chooser, NetworkTables, Preferred, stacked
from semafor.story.playout_judge import SecondOpinion
from semafor.story.positions import PlayedPosition
from semafor.story.review_model import Shares
from semafor.story.standing import PointCounter, SideStanding, mean_standing, progress_of
from semafor.view import View

WORLDS = 12
"""Worlds in which two moves are compared, with two players; fewer with more."""
CLEAR = 1.5
"""Standard errors by which the better move must be better; fewer would blame players for chance."""
AT_ONCE = 24
"""Positions that are evaluated together."""


class Trial(msgspec.Struct):
    """A question: the seat's win probability after a move, or without one, in some worlds."""

    seat: int
    before: SideStanding
    """The seat's standing when it decided."""
    worlds: list[Array]
    chain: tuple[int, ...]
    ends: list[SideStanding] = []
    """Its standing in each world when it decides next."""
    over: list[bool] = []
    """The worlds in which the game is over by then."""
    chances: list[float] = []


def rest_after(trials: Iterable[Trial]) -> float:
    """Return the expected rest for finished games: what was expected, minus the lead that resulted.

    The worlds themselves would mislead: tickets of rivals are dealt at random in each of them, whereas rivals
    have played for theirs. Two moves are compared fairly only in this way.
    """
    for trial in trials:
        leads = [end.lead for end, over in zip(trial.ends, trial.over, strict=True) if over]
        if leads:
            return trial.before.value - (sum(leads) / len(leads) - trial.before.lead)
    return 0.0


class NetworkJudge:
    """Evaluates positions by the board's network; raises BadSetup if there is none."""

    name = "network"
    doubt = 0.0

    def __init__(self, board: Board, players: int) -> None:
        self.board, self.kind, self.players = board, kind_of(board), players
        self.tables, self.tally = NetworkTables(board, players), PointCounter(board, players)
        self.curves = calibration_of(board, players)
        self._chooser = Chooser(self.tables, self.kind)
        self._worlds = max(4, WORLDS * 2 * self.tables.team // players)

    # ---- the curve ---------------------------------------------------------------------------

    def evaluate(self, positions: Sequence[PlayedPosition]) -> list[PositionValue]:
        """Return the value of every position, computed at once."""
        worlds = [worlds[0] for worlds in self._seen(positions, 1)]
        seats = [position.seat for position in positions]
        standings = self._stand(worlds, seats)
        real = self.tally.points(stacked([position.states for position in positions]))
        standings = [
            msgspec.structs.replace(one, margin=self.tally.margin(points, seat))
            for one, points, seat in zip(standings, real, seats, strict=True)
        ]
        chances = self.curves.own_chances(standings).tolist()
        opening = {number for number, position in enumerate(positions) if position.opening}
        latest = latest_of_sides(list(zip(seats, standings, strict=True)), opening, self.tables.team)
        own = own_chances(list(zip(seats, chances, strict=True)), opening, 1.0 / len(latest[0]))
        begun = first_turn(opening)
        return [
            self._glance(chance, [mean_standing(side) for side in sides], number < begun)
            for number, (chance, sides) in enumerate(zip(own, latest, strict=True))
        ]

    def _glance(self, own: float, latest: Sequence[SideStanding], before: bool) -> PositionValue:
        """Before the first turn all sides are reported as equal: the fit had no such standings."""
        chances, points = self._together(latest)
        if not before:
            return PositionValue(own, chances, points)
        return PositionValue(own, (round(1.0 / len(latest), 4),) * len(latest), points)

    def _seen(self, positions: Sequence[PlayedPosition], number: int) -> list[list[Array]]:
        """Return worlds for each position, from what its seat knew then."""
        memories = [SeatMemory(self.board) for _ in range(self.players)]
        found = []
        for position in positions:
            seat = memories[position.seat]
            found.append(self._sample(seat, position.view, number, position.step))
            seat.note(position.view, position.move)
        return found

    def _stand(self, worlds: Sequence[Array], seats: Sequence[int]) -> list[SideStanding]:
        _, values = self.tables.look(
            self.tables.row(world, seat) for world, seat in zip(worlds, seats, strict=True)
        )
        progress = [progress_of(self.board, world[0]) for world in worlds]
        return self.tally.standings(stacked(worlds), seats, values.tolist(), progress)

    def _together(self, latest: Sequence[SideStanding]) -> tuple[Shares, Shares]:
        chances, points = self.curves.table_chances(latest), self.curves.points(latest)
        return tuple(chances.round(4).tolist()), tuple(points.round(1).tolist())

    # ---- what would have been better ---------------------------------------------------------

    def judge(self, positions: Sequence[PlayedPosition], progress: Progress) -> list[MoveVerdict]:
        """Return the best moves, some positions at a time, as far as playouts agree."""
        seen, eyes, found = self._seen(positions, self._worlds), self._eyes_after(positions), []
        second = SecondOpinion(self.board, self.players)
        for first in range(0, len(positions), AT_ONCE):
            part = slice(first, first + AT_ONCE)
            verdicts = self._judge_some(positions[part], seen[part], eyes[part])
            found += second.temper(positions[part], verdicts)
            progress(min(first + AT_ONCE, len(positions)), len(positions))
        return found

    def _eyes_after(self, positions: Sequence[PlayedPosition]) -> list[list[Array]]:
        """Return worlds after a turn that ended with a card, from what the seat knew then."""
        memories = [SeatMemory(self.board) for _ in range(self.players)]
        found = []
        for position in positions:
            seat = memories[position.seat]
            seat.note(position.view, position.move)
            worlds = self._worlds if drew_last(position) else 0
            found.append(self._sample(seat, position.after, worlds, position.step))
        return found

    def _sample(self, memory: SeatMemory, view: View, number: int, step: int) -> list[Array]:
        """Return worlds that a seat cannot rule out; the same ones for the same step."""
        return worlds_of_view(self.board, view, memory, range(step * number, step * number + number))

    def _judge_some(
        self, positions: Sequence[PlayedPosition], seen: list[list[Array]], after: list[list[Array]]
    ) -> list[MoveVerdict]:
        firsts = [worlds[0] for worlds in seen]
        chosen = self.prefer(positions, firsts)
        standings = self._stand(firsts, [position.seat for position in positions])
        trials = [self._trials(*one) for one in zip(positions, standings, chosen, seen, after, strict=True)]
        self._try([list(some.values()) for some in trials])
        return [self._verdict(best.best, some) for best, some in zip(chosen, trials, strict=True)]

    def prefer(self, positions: Sequence[PlayedPosition], worlds: Sequence[Array]) -> list[Preferred]:
        """Return what the network would do in each position."""
        wanted, _ = self.tables.look(
            self.tables.row(world, position.seat) for world, position in zip(worlds, positions, strict=True)
        )
        return [
            self._chooser.prefer(world, position.seat, position.moves, row)
            for world, position, row in zip(worlds, positions, wanted, strict=True)
        ]

    def _trials(
        self,
        position: PlayedPosition,
        before: SideStanding,
        best: Preferred,
        worlds: list[Array],
        after: list[Array],
    ) -> dict[str, Trial]:
        """Return the moves to compare, the best one first if it is not the played one."""
        played = tuple(self.kind.chain_of(Plain(worlds[0]), position.seat, position.move))
        found = {}
        if best.best != position.move:
            found["best"] = Trial(position.seat, before, worlds, best.chain)
        if found or after:
            found["played"] = Trial(position.seat, before, worlds, played)
        if after:
            found["after"] = Trial(position.seat, before, after, ())
        return found

    def _verdict(self, best: Move, trials: dict[str, Trial]) -> MoveVerdict:
        cost, cards = 0.0, None
        if "best" in trials:
            gains = np.array(trials["best"].chances) - np.array(trials["played"].chances)
            error = float(gains.std()) / max(1, len(gains)) ** 0.5
            cost = float(gains.mean()) if gains.mean() > CLEAR * error else 0.0
        if "after" in trials:
            cards = float(np.mean(trials["after"].chances) - np.mean(trials["played"].chances))
        return MoveVerdict(best, round(max(0.0, cost), 4), None if cards is None else round(cards, 4))

    def _try(self, groups: Sequence[Sequence[Trial]]) -> None:
        """Play moves in all their worlds, let the others answer, and evaluate the results.

        A group contains the questions about one position.
        """
        trials = [trial for group in groups for trial in group]
        games: list[Array] = []
        for trial in trials:
            for world in trial.worlds:
                games.append(copy_states(world))
                for action in trial.chain:
                    self.tables.apply(games[-1], trial.seat, action)
        seats = [trial.seat for trial in trials for _ in trial.worlds]
        self.tables.play_on(games, seats)
        over = [bool(states["over"][0]) for states in games]
        ends = self._ends(games, seats, over)
        for trial in trials:
            number = len(trial.worlds)
            trial.ends, ends = ends[:number], ends[number:]
            trial.over, over = over[:number], over[number:]
        for group in groups:
            rest = rest_after(group)
            for trial in group:
                trial.chances = self._chances(trial, rest)

    def _ends(self, games: list[Array], seats: list[int], over: list[bool]) -> list[SideStanding]:
        """Return the standing of each seat in its game; the network's value is zero if it is over."""
        if not games:
            return []
        going = [n for n, ended in enumerate(over) if not ended]
        _, values = self.tables.look(self.tables.row(games[n], seats[n]) for n in going)
        judged = np.zeros(len(games))
        judged[going] = values
        return self.tally.standings(stacked(games), seats, judged.tolist(), [0.0] * len(games))

    def _chances(self, trial: Trial, rest: float) -> list[float]:
        """Return the values of finished games, by the curves at the time of the decision."""
        done = trial.before.progress
        ends = [
            msgspec.structs.replace(end, progress=done, value=rest if over else end.value)
            for end, over in zip(trial.ends, trial.over, strict=True)
        ]
        told: list[float] = self.curves.own_chances(ends).tolist()
        return told


def drew_last(position: PlayedPosition) -> bool:
    """Return whether a turn ended with a card, after which others decide."""
    own = position.after.own
    return (
        isinstance(position.move, Draw)
        and own is not None
        and own.ask == "nothing"
        and not position.after.over
    )

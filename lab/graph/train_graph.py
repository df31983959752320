"""Train one network that reads maps on several boards in turn, and watch it on boards it never learns from.

    python -m lab.graph.train_graph usa europe berlin --unseen iberia ireland --out runs/graph

Every board has its folder with a log and a checkpoint; the checkpoints hold the same network. The same
command goes on where it stopped. `--set NAME=VALUE` as of `semafor train`. `graph_bot.py` plays with it.
"""

from __future__ import annotations

import argparse
import signal
import time
from pathlib import Path
from typing import cast

from lab.graph.graph_network import GraphNetwork
from semafor.boards.load import load_board
from semafor.boards.model import Board
from semafor.learning.checkpoint import save_checkpoint
from semafor.learning.network import Network
from semafor.learning.settings import changed_settings
from semafor.learning.training import RESERVE, Alarm, Training

SHAPE = ("width=64", "blocks=3")
"""Of a node, and how often it hears its neighbours."""
MOST_PLAYERS = 4


class Leg(Training):
    """The training on one of the boards."""

    def _new_network(self) -> Network:
        made = GraphNetwork(self.reading, self.settings.width, self.settings.blocks).to(self.device)
        return cast(Network, made)  # rows in, chances and a value out: all that is asked of it

    def join(self, first: Leg) -> None:
        """Learn with the weights, the optimizer and the older selves of another board's."""
        mine, theirs = (cast(GraphNetwork, leg.learner.network) for leg in (self, first))
        mine.core = theirs.core
        self.learner.optimizer, self.league = first.learner.optimizer, first.league

    def save(self) -> None:
        """The checkpoint alone: the bot `network` cannot play with this."""
        for player in self.players:
            player.crowd.wait()
        self.progress.lines = self.log.lines
        save_checkpoint(self.folder, self.progress, self.learner, self.league)
        self.clock.lap("save")

    def prepare(self) -> None:
        """Have everything compiled."""
        self._warm_up()

    def begin(self, imitating: bool) -> None:
        """Deal the games."""
        self._make_players(imitating)

    def go(self, copied: float | None, total: float) -> None:
        """One round."""
        self._round(copied, self._tick() / total)

    def tell(self, imitating: bool) -> None:
        """One line of the log."""
        self._tell(imitating)


def players_of(board: Board) -> tuple[int, ...]:
    """The numbers of players that it learns to play with."""
    return tuple(number for number in board.options.players if number <= MOST_PLAYERS)


class Tour:
    """All boards in turn."""

    def __init__(
        self, boards: list[Board], unseen: list[Board], changes: list[str], folder: Path, device: str
    ):
        settings = changed_settings([*SHAPE, *changes])
        self.settings = settings
        both = [
            Leg(board, players_of(board), settings, folder / board.board, device)
            for board in (*boards, *unseen)
        ]
        self.legs, self.unseen = both[: len(boards)], both[len(boards) :]
        for leg in both[1:]:
            leg.join(both[0])

    def run(self, minutes: float) -> None:
        """Until so many minutes have passed since the process began, those of earlier runs added."""
        settings, first, total = self.settings, self.legs[0], 60 * minutes - RESERVE
        for leg in (*self.legs, *self.unseen):
            leg.prepare()
        if not first.progress.rounds:
            self._imitate(total)
        now = time.monotonic()
        tell, keep = Alarm(now, settings.log_every), Alarm(now, settings.keep_every)
        save, check = Alarm(now, settings.save_every), Alarm(now + settings.check_every, settings.check_every)
        try:
            for leg in self.legs:
                leg.begin(imitating=False)
            while first.progress.seconds < total:
                for leg in self.legs:
                    leg.go(None, total)
                now = time.monotonic()
                if tell.rings(now):
                    self._tell(imitating=False)
                if keep.rings(now):
                    first.league.add(first.learner.network)
                if save.rings(now):
                    self._save()
                if check.rings(now):
                    self._check()
            self._check()
        finally:
            self._save()

    def _imitate(self, total: float) -> None:
        begun, copying, first = time.monotonic(), self.settings.imitate, self.legs[0]
        for leg in self.legs:
            leg.begin(imitating=True)
        tell = Alarm(begun, self.settings.log_every)
        while (copied := (time.monotonic() - begun) / copying) < 1:
            for leg in self.legs:
                leg.go(copied, total)
            if tell.rings(time.monotonic()):
                self._tell(imitating=True)
        first.league.add(first.learner.network)
        self._check()
        first.learner.optimizer.state.clear()

    def _tell(self, imitating: bool) -> None:
        for leg in self.legs:
            leg.tell(imitating)

    def _check(self) -> None:
        """Matches on every board; the unseen ones are told the decisions on all others."""
        for leg in self.unseen:
            leg.progress.seconds = self.legs[0].progress.seconds
            leg.progress.decisions = sum(each.progress.decisions for each in self.legs)
        for leg in (*self.legs, *self.unseen):
            leg.check()

    def _save(self) -> None:
        for leg in self.legs:
            leg.save()


def main() -> None:
    """Train."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("boards", nargs="+")
    parser.add_argument("--unseen", nargs="*", default=[])
    parser.add_argument("--minutes", type=float, default=20.0)
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--out", type=Path, default=Path("runs/graph"))
    parser.add_argument("--set", action="append", default=[], dest="changes")
    told = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # whoever stops it, what was learnt is saved
    boards, unseen = ([load_board(name) for name in names] for names in (told.boards, told.unseen))
    Tour(boards, unseen, told.changes, told.out, told.device).run(told.minutes)


if __name__ == "__main__":
    main()

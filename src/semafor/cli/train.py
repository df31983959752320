"""`semafor train`: a network for a board, by self-play."""

from __future__ import annotations

import signal
import sys
from pathlib import Path
from typing import Annotated, Any, Literal

from cyclopts import Parameter

from semafor.cli.arguments import board_of, parse_players, refused
from semafor.cli.bot_games import FAILED
from semafor.cli.options import Above, AnyBoard, Positive, TableSizes
from semafor.cli.output import Refused
from semafor.cli.wording import word
from semafor.errors import BadSetup, PartnerLost


def train(
    board: AnyBoard,
    /,
    *,
    out: Path,
    players: TableSizes = None,
    minutes: Above = 15.0,
    device: Literal["cuda", "cpu"] = "cuda",
    start: Annotated[Path | None, Parameter(name="--from")] = None,
    against: Path | None = None,
    rival: Path | None = None,
    workers: Positive = 1,
    settings: Annotated[tuple[str, ...], Parameter(name="--set", negative=())] = (),
) -> int:
    """Train a network by self-play; the bot `network@FOLDER/BOARD.npz` plays with what it learnt."""
    chosen = board_of(board)
    try:
        from semafor.learning.settings import changed_settings
        from semafor.learning.training import Training
    except ModuleNotFoundError as error:
        raise Refused(word("needs-package", what="train", extra="train") + f" ({error})") from None
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # whoever stops it, what was learnt is saved
    try:
        wanted = parse_players(chosen, players)
        order = (chosen, wanted, changed_settings(settings), out, device, start, against, rival)
        if workers == 1:
            Training(*order).run(minutes)
        else:
            _train_together(order, workers, minutes)
    except BadSetup as error:
        raise refused(error) from None
    except PartnerLost as error:
        print(error.__cause__, file=sys.stderr)
        raise refused(error, FAILED) from None
    return 0


def _train_together(order: tuple[Any, ...], workers: int, minutes: float) -> None:
    """The same by several processes of a Ray cluster."""
    from semafor.arena.tournament.ray_cluster import has_ray

    if not has_ray():
        raise Refused(word("needs-package", what=f"--workers {workers}", extra="ray"), FAILED)
    from semafor.learning.cluster import train_together
    from semafor.learning.worker import Order

    train_together(Order(*order), workers, minutes)

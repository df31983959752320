"""`semafor train`: a network for a board, by self-play."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from semafor.cli.arguments import board_of, parse_players, refused
from semafor.cli.options import Above, AnyBoard, TableSizes
from semafor.cli.output import Refused
from semafor.cli.wording import word
from semafor.errors import BadSetup


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
        chosen_settings = changed_settings(settings)
        Training(chosen, wanted, chosen_settings, out, device, start, against, rival).run(minutes)
    except BadSetup as error:
        raise refused(error) from None
    return 0

"""`semafor copy-bot`: a network that plays like somebody in recorded games."""

from __future__ import annotations

import datetime
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from semafor.cli.arguments import refused, unusable
from semafor.cli.options import Device, Positive
from semafor.cli.output import Refused
from semafor.cli.progress_bar import progress_bar
from semafor.cli.wording import figure, word
from semafor.errors import SemaforError

if TYPE_CHECKING:
    from semafor.arena.tournament.records_file import KeptGame


def copy_bot(
    bot: str,
    records: Path,
    /,
    *more: Path,
    out: Path,
    epochs: Positive = 8,
    device: Device = "cpu",
    start: Annotated[Path | None, Parameter(name="--from")] = None,
    width: Positive = 512,
) -> None:
    """Teach a network to play like a bot, from games that were recorded; `semafor train --rival` takes it."""
    try:
        out.parent.mkdir(parents=True, exist_ok=True)  # before the minutes of learning, not after them
        agreed, among = _copy(bot, _games((records, *more)), out, epochs, device, start, width)
    except SemaforError as error:
        raise refused(error) from None
    except OSError as error:
        raise unusable(out, error) from None
    print(word("copied", bot=bot, out=str(out), part=figure(agreed, ".1%"), choices=among))


def _games(files: tuple[Path, ...]) -> list[KeptGame]:
    import msgspec

    from semafor.arena.tournament.records_file import read_records

    found: list[KeptGame] = []
    for file in files:
        try:
            found += read_records(file)
        except (OSError, ValueError, msgspec.DecodeError) as error:
            raise unusable(str(file), error) from None
    return found


def _copy(
    bot: str, games: list[KeptGame], out: Path, epochs: int, device: Device, start: Path | None, width: int
) -> tuple[float, int]:
    """Write the network; in which part of unseen choices it agrees, and how many those are."""
    try:
        from semafor.learning.copying import Copying, agreement, board_of_games, choices_of
        from semafor.learning.network import Network, network_of_parts, parts_of
    except ModuleNotFoundError as error:
        raise Refused(word("needs-package", what="copy-bot", extra="train") + f" ({error})") from None
    from semafor.announcing import announce_first_compile
    from semafor.bots.learned.reading import reading_of
    from semafor.bots.learned.weights import Card, Weights, load_weights, save_weights

    announce_first_compile()
    board = board_of_games(games)
    reading = reading_of(board)
    learnt, aside = choices_of(games, bot)
    begun = (
        Network(reading, width, 3)
        if start is None
        else network_of_parts(reading, load_weights(start, board).parts)
    )
    network = begun.to(device)
    with progress_bar() as progress:
        bar = progress.add_task(bot, total=epochs * len(learnt.places))
        Copying(network, learnt).run(epochs, lambda number: progress.advance(bar, number))
    card = Card(
        board=board.board,
        players=sorted({game.record.players for game in games}),
        command=shlex.join(["semafor", *sys.argv[1:]]),
        date=datetime.date.today().isoformat(),
        decisions=len(learnt.places),
        device=device,
    )
    save_weights(out, Weights(card, parts_of(network)), reading)
    return agreement(network, aside), len(aside.places)

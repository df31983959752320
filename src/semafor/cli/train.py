"""`semafor train`: a network for a board, by self-play."""

from __future__ import annotations

import datetime
import shlex
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from semafor.cli import arguments as args
from semafor.cli.bot_games import FAILED
from semafor.cli.output import Refused, figure, progress_bar, word
from semafor.errors import BadSetup, PartnerLost, SemaforError

if TYPE_CHECKING:
    from semafor.arena.records_file import KeptGame
    from semafor.boards.model import Board
    from semafor.bots.learned.reading import Reading
    from semafor.bots.learned.weights import ModelCard
    from semafor.learning.torch_network import PolicyNetwork


def train(
    board: args.AnyBoard,
    /,
    *,
    out: Path,
    players: args.TableSizes = None,
    minutes: args.Above = 15.0,
    device: Literal["cuda", "cpu"] = "cuda",
    start: Annotated[Path | None, Parameter(name="--from")] = None,
    against: Path | None = None,
    rival: Path | None = None,
    workers: args.Positive = 1,
    settings: Annotated[tuple[str, ...], Parameter(name="--set", negative=())] = (),
) -> int:
    """Train a network by self-play; the bot `network@FOLDER/BOARD.npz` plays with what it learnt.

    A run in an existing folder is continued until its minutes are used up.

    Parameters
    ----------
    board
        The name of a board, or a board file.
    out
        The folder for weights, log, page and checkpoint.
    players
        Numbers of players, such as `2-5` or `2,4`; by default all that the board allows.
    minutes
        Minutes of playing and learning, those of earlier calls included.
    device
        Device of the network.
    start
        Initial weights, instead of copying the playout policy first.
    against
        Weights that never change and hold the other seats of every game: what a fresh network wins from
        them in the end says how far they are from unbeatable.
    rival
        Weights of another player, such as `semafor copy-bot` makes, that never change: some games are
        played against it at all other seats.
    workers
        Processes that learn together, each with a GPU and games of its own, on a Ray cluster
        (RAY_ADDRESS, or a local one).
    settings
        Any setting of `semafor.learning.settings` as in `--set games=4096`; may be repeated.
    """
    chosen = args.board_of(board)
    try:
        from semafor.learning.settings import changed_settings
        from semafor.learning.training import Training
    except ModuleNotFoundError as error:
        raise Refused(word("needs-package", what="train", extra="train") + f" ({error})") from None
    signal.signal(
        signal.SIGTERM, signal.default_int_handler
    )  # so that progress is saved when the program is terminated
    try:
        wanted = args.parse_players(chosen, players)
        order = (chosen, wanted, changed_settings(settings), out, device, start, against, rival)
        if workers == 1:
            Training(*order).run(minutes)
        else:
            _train_together(order, workers, minutes)
    except BadSetup as error:
        raise args.refused(error) from None
    except PartnerLost as error:
        print(error.__cause__, file=sys.stderr)
        raise args.refused(error, FAILED) from None
    return 0


def _train_together(order: tuple[Any, ...], workers: int, minutes: float) -> None:
    """Train with several processes of a Ray cluster."""
    from semafor.arena.game_workers import has_ray

    if not has_ray():
        raise Refused(word("needs-package", what=f"--workers {workers}", extra="ray"), FAILED)
    from semafor.learning.cluster import Order, train_together

    train_together(Order(*order), workers, minutes)


def copy_bot(
    bot: str,
    records: Path,
    /,
    *more: Path,
    out: Path,
    epochs: args.Positive = 8,
    device: args.Device = "cpu",
    start: Annotated[Path | None, Parameter(name="--from")] = None,
    width: args.Positive = 512,
    corrects: str | None = None,
) -> None:
    """Teach a network to play like a bot, from games that were recorded.

    It plays thousands of times as fast as most bots: `semafor train --rival` learns against it, and
    `network@FILE` plays with it. `semafor tournament --records FILE` records games.

    Parameters
    ----------
    bot
        The bot to copy, by its name in the games.
    records
        A file of whole games, as `semafor tournament --records` writes it.
    out
        The file for the weights.
    epochs
        Number of passes over all choices.
    device
        Device of the network.
    start
        Initial weights.
    width
        Width of the layers of a new network.
    corrects
        An earlier copy that plays in some of the games, such as `network@copy.npz`: at its decisions the
        bot says what it would have done.
    more
        More such files.
    """
    try:
        from semafor.bots.learned.weights import Weights, save_weights
        from semafor.learning.copying import Copying, agreement, choices_of
        from semafor.learning.torch_network import device_of, parts_of
    except ModuleNotFoundError as error:
        raise Refused(word("needs-package", what="copy-bot", extra="train") + f" ({error})") from None
    try:
        place = device_of(device)
        out.parent.mkdir(parents=True, exist_ok=True)  # before the minutes of learning, not after them
        games = _games((records, *more))
        network, reading = _beginning(games, start, width)
        learnt, aside = choices_of(games, bot, corrects)
        network.to(place)
        with progress_bar() as progress:
            bar = progress.add_task(bot, total=epochs * len(learnt.places))
            Copying(network, learnt).run(epochs, lambda number: progress.advance(bar, number))
        card = _card(reading.board, games, len(learnt.places), device)
        save_weights(out, Weights(card, parts_of(network)), reading)
    except SemaforError as error:
        raise args.refused(error) from None
    except OSError as error:
        raise args.unusable(out, error) from None
    part = figure(agreement(network, aside), ".1%")
    print(word("copied", bot=bot, out=str(out), part=part, choices=len(aside.places)))


def _games(files: tuple[Path, ...]) -> list[KeptGame]:
    import msgspec

    from semafor.arena.records_file import read_records

    found: list[KeptGame] = []
    for file in files:
        try:
            found += read_records(file)
        except (OSError, ValueError, msgspec.DecodeError) as error:
            raise args.unusable(str(file), error) from None
    return found


def _beginning(games: list[KeptGame], start: Path | None, width: int) -> tuple[PolicyNetwork, Reading]:
    """Return the network to train, new or from a file, for the board of all games."""
    from semafor.announcing import announce_first_compile
    from semafor.bots.learned.reading import reading_of
    from semafor.bots.learned.weights import load_weights
    from semafor.learning.copying import board_of_games
    from semafor.learning.torch_network import PolicyNetwork, network_of_parts

    announce_first_compile()
    board = board_of_games(games)
    reading = reading_of(board)
    if start is None:
        return PolicyNetwork(reading, width, 3), reading
    return network_of_parts(reading, load_weights(start, board).parts), reading


def _card(board: Board, games: list[KeptGame], choices: int, device: args.Device) -> ModelCard:
    from semafor.bots.learned.weights import ModelCard

    return ModelCard(
        board=board.board,
        players=sorted({game.record.players for game in games}),
        command=shlex.join(["semafor", *sys.argv[1:]]),
        date=datetime.date.today().isoformat(),
        decisions=choices,
        device=device,
    )

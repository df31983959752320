"""`semafor simulate`: many games, random or of bots, and what came of them."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from semafor.boards import board_names
from semafor.cli.arguments import AsJson, Cores, Device, Positive, Seed, board_of, players_or_usual, refused
from semafor.cli.bot_games import check_bots, mistakes_told, play_with_bar, players_of_games, records_file
from semafor.cli.output import Refused, complain, print_json, progress_bar, stdout_console, stop_wished, word
from semafor.errors import BadSetup

if TYPE_CHECKING:
    from semafor.arena.games_file import PlayedGame
    from semafor.arena.records_file import RecordsFile
    from semafor.arena.series import Seating, Series
    from semafor.arena.statistics import Tally
    from semafor.boards import Board

INTERRUPTED = 130

ALL = "all"
"""In place of a board: every board with every number of players."""


class Run(NamedTuple):
    """A series of games that was played, perhaps not completely."""

    board: Board
    players: int
    seed: str
    asked: int
    tally: Tally
    bots: tuple[str, ...] | None
    """By seat; None if all decisions are random."""

    @property
    def complete(self) -> bool:
        """Whether all games were played."""
        return self.tally.games == self.asked

    def report(self) -> dict[str, Any]:
        """All numbers, for programs."""
        setup = {
            "board": self.board.board,
            "players": self.players,
            "seed": self.seed,
            "bots": self.bots,
            "asked": self.asked,
        }
        return {**setup, **msgspec.to_builtins(self.tally.summary())}


class SimulationOptions(NamedTuple):
    """How every series is played."""

    games: int
    seed: str
    cores: int | None
    device: Device
    records: RecordsFile | None


class SeatedBots(NamedTuple):
    """A series to be played, and its bots."""

    board: Board
    series: Series
    bots: tuple[str, ...] | None
    """By seat; None if all decisions are random."""


def simulate(
    board: str,
    /,
    *,
    players: int | None = None,
    games: Positive = 10_000,
    seed: Seed = "1",
    bots: str | None = None,
    cores: Cores = None,
    records: str | None = None,
    device: Device = "cpu",
    json: AsJson = False,
) -> int:
    """Play many random games, or games of bots, and count the results.

    The same seed gives the same numbers, whatever the number of cores.

    Parameters
    ----------
    board
        Name of a board, a board file, or `all` for the lengths of games on every board.
    players
        Number of players, by default 4 if the board allows it; with `all`, every number.
    games
        How many games.
    seed
        Seed: a number or any text.
    bots
        Names of bots, such as `planner,greedy`, one per seat or one for all; by default moves are random.
    cores
        Number of cores; all by default.
    records
        File for complete games with every decision, as JSON lines or, if its name ends in `.parquet`, as
        Parquet; random games are then played by the bot `random`, about a thousand times slower.
    device
        Where random games are played: `cpu`, or `cuda` for a GPU; the numbers are the same.
    json
        Print JSON.
    """
    wanted = _wanted(board, players, seed)
    if records is not None:
        bots = bots or "random"
    if bots is not None and device != "cpu":
        raise Refused(word("random-on-device"))
    seated = [_seated(*one, bots) for one in wanted]
    with records_file(records) as kept:
        runs = _play_all(seated, SimulationOptions(games, seed, cores, device, kept))
    _report(runs, whole=board != ALL, json=json)
    return 0 if runs[-1].complete else INTERRUPTED


def _play_all(seated: list[SeatedBots], how: SimulationOptions) -> list[Run]:
    """Play every series, until one is stopped."""
    runs: list[Run] = []
    for one in seated:
        runs.append(_run(one, how))
        if not runs[-1].complete:
            break
    return runs


def _wanted(board: str, players: int | None, seed: str) -> list[tuple[Board, Series]]:
    """The series of one board, or of all."""
    from semafor.arena.series import CannotSimulate

    try:
        return _every_series(players, seed) if board == ALL else [_one_series(board, players, seed)]
    except CannotSimulate as error:
        raise refused(error) from None


def _seated(board: Board, series: Series, bots: str | None) -> SeatedBots:
    """Return a series with its bots; refused if a bot cannot be created."""
    sitting = None if bots is None else _sitting(tuple(bots.split(",")), board, series.players)
    return SeatedBots(board, series, sitting)


def _run(seated: SeatedBots, how: SimulationOptions) -> Run:
    """Play a series at random or by bots."""
    from semafor.arena.series import Seating

    board, series, sitting = seated
    if sitting is None:
        rows = _rows(board, series, how.games, how.cores, how.device)
        tally = _play(series, _title(board, series), rows, how.games)
    else:
        seating = Seating(board, sitting, how.seed, keep_records=how.records is not None)
        tally = _play_bots(seating, series, how)
    return Run(board, series.players, how.seed, how.games, tally, sitting)


def _title(board: Board, series: Series) -> str:
    return word("players", board=board.board, n=series.players)


def _sitting(bots: tuple[str, ...], board: Board, players: int) -> tuple[str, ...]:
    """Return a bot for every seat; refused if one cannot be created."""
    from semafor.arena.series import seats_for

    try:
        sitting = seats_for(bots, players)
    except BadSetup as error:
        raise refused(error) from None
    check_bots(bots, board)
    return sitting


def _one_series(name: str, players: int | None, seed: str) -> tuple[Board, Series]:
    from semafor.arena.series import new_series
    from semafor.seeds import series_key

    board = board_of(name)
    return board, new_series(board, players_or_usual(board, players), series_key(seed))


def _every_series(players: int | None, seed: str) -> list[tuple[Board, Series]]:
    """Every board with every number of players or the one asked for."""
    boards = [board_of(name) for name in board_names()]
    wanted = [(board.board, n) for board in boards for n in board.options.players if players in (None, n)]
    if not wanted:
        raise Refused(word("no-board-for", n=players))
    return [_one_series(name, number, seed) for name, number in wanted]


def _rows(board: Board, series: Series, games: int, cores: int | None, device: Device) -> Iterator[Any]:
    """The rows of all games as they are finished, by the processor or a device."""
    if device == "cuda":
        from semafor.gym.device.random_games import play_on_device

        return play_on_device(board, series.players, series.key, games)
    from semafor.arena.series import play_series
    from semafor.cores import count_cores

    return play_series(series, games, cores or count_cores())


def _play(series: Series, title: str, played: Iterator[Any], games: int) -> Tally:
    """Play with a progress bar until all games are done or Ctrl-C is pressed."""
    from semafor.announcing import announce_first_compile
    from semafor.arena.statistics import Tally

    announce_first_compile()
    tally = Tally(series.players, series.team_size)
    with stop_wished() as stop, progress_bar() as progress:
        task = progress.add_task(title, total=games)
        for rows in played:
            tally.add(rows)
            progress.update(task, completed=tally.games)
            if stop.is_set():
                break
    return tally


def _play_bots(seating: Seating, series: Series, how: SimulationOptions) -> Tally:
    """The same with bots at the seats."""
    from semafor.arena.schedule import without_mistakes
    from semafor.arena.series import rows_of
    from semafor.arena.statistics import Tally

    tally = Tally(series.players, series.team_size)

    def take(game: PlayedGame | None) -> bool:
        if game is not None:
            tally.add(rows_of([game]))
            if how.records is not None:
                how.records.add(seating.bots, game)
        return False

    played = without_mistakes(players_of_games(how.cores, ray=False)(seating, range(how.games)))
    with mistakes_told(Path(tempfile.gettempdir()) / f"semafor-{seating.board.board}"):
        play_with_bar(played, _title(seating.board, series), how.games, take)
    return tally


def _report(runs: list[Run], whole: bool, json: bool) -> None:
    """Print the results, and a note if they are not complete."""
    if not runs[-1].complete:
        complain(word("stopped-after", games=runs[-1].tally.games, n=runs[-1].asked))
    played = [run for run in runs if run.tally.games]
    if json and played:
        reports = [run.report() for run in played]
        print_json(reports[0] if whole else reports)
    elif played:
        _print_tables(played, whole)


def _print_tables(runs: list[Run], whole: bool) -> None:
    from semafor.cli.simulate_tables import print_lengths, print_summary

    if whole:
        kind = word("games-of", bots=runs[0].bots) if runs[0].bots else word("random-games")
        print_summary(stdout_console(), runs[0].board, runs[0].tally.summary(), kind)
    else:
        print_lengths(stdout_console(), [(run.board, run.tally.summary()) for run in runs])

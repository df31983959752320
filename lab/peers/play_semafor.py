"""Random games with Semafor: in one compiled call, in a batch with observations, and from Python."""

import sys
from collections.abc import Callable
from random import Random

from lab.peers.stopwatch import Played, measure, take_one_core, tell

take_one_core()

from semafor import Game, board_names, load_board  # noqa: E402  # the core is taken first
from semafor.arena.series import new_series  # noqa: E402
from semafor.gym import Batch  # noqa: E402
from semafor.seeds import series_key  # noqa: E402

PLAYERS = 4
CHUNK = 64
"""Number of games per compiled call."""
BATCH = 256
STEPS = 50
LONGEST_GAME = 800
"""Steps before measuring, which spread the ends of games."""


def engine(board: str) -> Callable[[], Played]:
    """Play whole games in compiled code, including scores."""
    series, first = new_series(load_board(board), PLAYERS, series_key("peers")), [0]

    def play() -> Played:
        rows = series.play(first[0], first[0] + CHUNK)
        first[0] += CHUNK
        return int(rows["decisions"].sum()), CHUNK

    return play


def batch(board: str) -> Callable[[], Played]:
    """Step many games from Python; each step writes mask and observation of every game."""
    games = Batch(board, games=BATCH, players=PLAYERS, seed="peers", threads=1)

    def play() -> Played:
        ended = 0
        for _ in range(STEPS):
            games.step(games.random_actions())
            ended += int(games.done.sum())
        return STEPS * BATCH, ended

    return play


def api(board: str) -> Callable[[], Played]:
    """Play one game move by move from Python."""
    dice = Random(1)

    def play() -> Played:
        game = Game.new(board, players=PLAYERS, seed=dice.getrandbits(64))
        while not game.over:
            seat = game.pending[0]
            game.play(dice.choice(game.moves(seat)), seat)
        game.result()
        return game.version, 1

    return play


WAYS = {"engine": engine, "batch": batch, "api": api}
WARM_UP = {"engine": 2, "batch": LONGEST_GAME // STEPS, "api": 2}
boards = sys.argv[2:] or board_names()
tell(
    [
        measure(make(board), warm_up=WARM_UP[way], game=board, players=PLAYERS, way=way)
        for way, make in WAYS.items()
        for board in boards
    ]
)

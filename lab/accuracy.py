"""Measure the accuracy that reviews report for each level of bots.

    python -m lab.accuracy [--board berlin europe] [--level easy medium hard expert] [--games 200]

Every level plays this many games, two sides at a table, against each of the other levels in turn. Prints the
mean accuracy of each level with its standard error, and the processor time of a review.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections import defaultdict
from statistics import fmean, stdev
from time import process_time

from semafor.boards import load_board
from semafor.bots import LEVELS, choose_move, make_bot
from semafor.game import Game
from semafor.record import Record
from semafor.story.reviewing import review

IDS = [level.id for level in LEVELS if level.id != "master"]


def play(board: str, levels: tuple[str, str], number: int) -> Record:
    """Return the record of a game between two sides."""
    shape = load_board(board)
    players = 2 * shape.options.team_size
    game = Game.new(shape, players=players, seed=f"accuracy {number}", first=number % players)
    bots = [make_bot(levels[seat * 2 // players], shape, 100 * number + seat) for seat in range(players)]
    while not game.over:
        seat = game.pending[0]
        game.play(choose_move(bots[seat], game.view(seat), game.moves(seat)), seat)
    return game.record()


def measure(board: str, levels: list[str], games: int) -> str:
    """Return a row of the table."""
    found, seconds = defaultdict[str, list[float]](list), list[float]()
    pairs = [(one, other) for one in levels for other in levels if one != other]
    for number in range(max(1, games * len(levels) // 2)):
        pair = pairs[number % len(pairs)]
        record, start = play(board, pair, number), process_time()
        told = review(record)
        seconds.append(process_time() - start)
        for seat in told.seats:
            found[pair[seat.side]].append(seat.accuracy)
    cells = [
        f"{fmean(found[level]):.1f} ± {stdev(found[level]) / len(found[level]) ** 0.5:.1f}"
        if len(found[level]) > 1
        else "–"
        for level in levels
    ]
    return " | ".join([f"| {board}", *cells, str(len(seconds)), f"{fmean(seconds):.1f} |"])


def main() -> None:
    """Print the table, board by board."""
    parser = ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--board", nargs="*", default=["berlin", "europe"])
    parser.add_argument("--level", nargs="*", default=IDS)
    parser.add_argument("--games", type=int, default=200)
    asked = parser.parse_args()
    print(" | ".join(["| game", *asked.level, "games", "seconds a review |"]))
    print("| --- " * (len(asked.level) + 3) + "|")
    for board in asked.board:
        print(measure(board, asked.level, asked.games), flush=True)


if __name__ == "__main__":
    main()

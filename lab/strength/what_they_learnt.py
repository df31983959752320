"""Compare the play of learned and other bots: tickets kept, longest routes, length of games.

    python -m lab.strength.what_they_learnt --board usa europe --games 60

Each bot plays against itself, two sides. Takes seconds per board on one core; draws the chart of
docs/learned-players.md and prints a table of means.
"""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import NamedTuple

import matplotlib

from semafor import Game, load_board
from semafor.bots import make_bot

matplotlib.use("svg")
from matplotlib import pyplot

PICTURE = Path(__file__).parents[2] / "docs" / "images" / "what-they-learnt.svg"
BOTS = ("planner", "search@1", "network")
"""`search@1` is the bare playout policy."""
DRAWN = {"tickets": "tickets kept", "longest": "longest line", "turns": "turns of the game"}


class Side(NamedTuple):
    """The result of one side."""

    tickets: int
    completed: int
    longest: int
    turns: int
    points: int


def play(board: str, bot: str, number: int) -> list[Side]:
    """Play one game of a bot against itself."""
    chosen = load_board(board)
    players = 4 if chosen.options.teams else 2
    game = Game.new(chosen, players=players, seed=f"learnt {number}")
    bots = [make_bot(bot, chosen, seat) for seat in range(players)]
    while not game.over:
        seat = game.pending[0]
        game.play(bots[seat].choose(game.view(seat), game.moves(seat)), seat)
    turns = game.view(0).turns
    return [
        Side(len(side.tickets), side.completed, side.longest, turns, side.total)
        for side in game.result().sides
    ]


def draw(found: dict[tuple[str, str], list[Side]], boards: list[str]) -> None:
    """Draw histograms of tickets, longest routes and turns, one row per board."""
    figure, rows = pyplot.subplots(
        len(boards), 3, figsize=(9, 2.4 * len(boards)), layout="constrained", squeeze=False
    )
    for row, board in zip(rows, boards, strict=True):
        for axes, (field, title) in zip(row, DRAWN.items(), strict=True):
            told = [[getattr(side, field) for side in found[board, bot]] for bot in BOTS]
            axes.hist(told, bins=12, label=list(BOTS))
            axes.set_title(f"{board}: {title}", fontsize=9)
    rows[0][0].legend(fontsize=7)
    figure.savefig(PICTURE, metadata={"Date": None})


def main() -> None:
    """Play, print the table and draw the chart."""
    parser = ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--board", nargs="*", default=["usa", "europe"])
    parser.add_argument("--games", type=int, default=60)
    asked = parser.parse_args()
    found: dict[tuple[str, str], list[Side]] = {}
    print("| board | bot | tickets kept | completed | longest line | turns | points |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for board in asked.board:
        for bot in BOTS:
            sides = [side for number in range(asked.games) for side in play(board, bot, number)]
            found[board, bot] = sides
            means = " | ".join(f"{sum(column) / len(sides):.1f}" for column in zip(*sides, strict=True))
            print(f"| {board} | `{bot}` | {means} |", flush=True)
    draw(found, asked.board)


if __name__ == "__main__":
    main()

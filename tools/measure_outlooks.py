"""Measure what the margins that networks expect mean: play their games, and fit chances and points.

    python tools/measure_outlooks.py [BOARD …] [--games 96]

For every board and number of players the shipped network plays against itself, its choices drawn from its
probabilities. What it expected in every few positions and what came of it go into the file that
`semafor.bots.lookahead.forecast` reads. Minutes a board on one core.
"""

from __future__ import annotations

import argparse
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from semafor import Game, board_names, load_board
from semafor.boards.model import Board
from semafor.bots.learned.network_bot import network_of
from semafor.bots.learned.reading import reading_of
from semafor.bots.learned.weights import shipped_weights
from semafor.bots.lookahead.forecast import MEASURED, Measure, Outlooks, Reals
from semafor.bots.lookahead.games import Games
from semafor.bots.lookahead.thinking import legal_of, likely
from semafor.engine.state import Array
from semafor.kinds.base import Kind
from semafor.kinds.lookup import kind_of

EVERY = 11
"""Decisions between two positions that are noted."""
BATCH = 16


class Noted(NamedTuple):
    """Positions: one row a position and side."""

    margin: Reals
    asked: NDArray[np.bool_]
    now: Reals
    mean_now: Reals
    final: Reals
    final_margin: Reals
    won: Reals


def play(board: Board, players: int, games: int) -> Noted:
    """Let the network play so many games against itself, and note what it expected."""
    parts = [_play_some(board, players, f"outlook {number}") for number in range(-(-games // BATCH))]
    return Noted(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def _play_some(board: Board, players: int, seed: str) -> Noted:
    kind, reading, team = kind_of(board), reading_of(board), len(kind_of(board).team(0))
    network, outlooks = network_of(shipped_weights(board), board), Outlooks(board)
    slots, dice = np.arange(BATCH), np.random.default_rng(len(seed))
    states = np.concatenate(
        [Game.new(board, players=players, seed=f"{seed} {n}")._states for n in range(BATCH)]
    )
    games, noted = Games(reading, BATCH, network.win), list[tuple[float, ...]]()
    first = np.array([kind.pending(states[n : n + 1])[0] for n in range(BATCH)])
    games.begin(slots, states, slots, 0, np.full(BATCH, -1))
    games.sight.seats[:] = first
    for step in range(10_000):
        live = slots[games.seats(slots) >= 0]
        if not len(live):
            break
        if step % EVERY == 0:
            noted += _note(kind, outlooks, games.sight.states[live], live, team)
        rows = games.rows(live)
        chances = likely(network.judge(rows)[0], legal_of(games, rows))
        chosen = (np.log(np.maximum(chances, 1e-30)) + dice.gumbel(size=chances.shape)).argmax(1)
        games.step(live, reading.actions[chosen])
    return _with_ends(kind, games, noted)


def _note(kind: Kind, outlooks: Outlooks, states: Array, games: Array, team: int) -> list[tuple[float, ...]]:
    """Game, side, margin expected, asked, points now and their mean, for every side of these games."""
    players = int(states["players"][0])
    expected = outlooks.margins(states).reshape(len(states), -1, team).mean(2)
    rows: list[tuple[float, ...]] = []
    for n, game in enumerate(games):
        now = [side.total for side in kind.result(states[n : n + 1]).sides]
        for side in range(players // team):
            asked = bool(states["ask"][n, side * team : (side + 1) * team].any())
            rows.append((game, side, expected[n, side], asked, now[side], sum(now) / len(now)))
    return rows


def _with_ends(kind: Kind, games: Games, noted: list[tuple[float, ...]]) -> Noted:
    ends = [kind.result(games.sight.states[n : n + 1]).sides for n in range(games.slots)]
    rows = []
    for number, place, margin, asked, now, mean_now in noted:
        game, side = int(number), int(place)
        totals = [end.total for end in ends[game]]
        best = max(total for other, total in enumerate(totals) if other != side)
        winners = sum(end.rank == 1 for end in ends[game])
        won = float(ends[game][side].rank == 1) / winners
        rows.append((margin, asked, now, mean_now, totals[side], totals[side] - best, won))
    margins, askeds, *others = (np.array(column, float) for column in zip(*rows, strict=True))
    return Noted(margins, askeds > 0, *others)


def fit(noted: Noted, games: int) -> Measure:
    """The measure that fits best."""
    asked = noted.asked
    slope, offset = np.polyfit(noted.margin[asked], noted.final_margin[asked], 1)
    late, shift = np.polyfit(noted.margin[~asked], noted.final_margin[~asked], 1)
    waiting = ((shift - offset) / slope, late / slope)
    fair = np.where(asked, noted.margin, waiting[0] + waiting[1] * noted.margin)
    spread, lean = fit_chances(fair, noted.won)
    table = np.stack([np.ones_like(fair), noted.now, fair, noted.mean_now], 1)
    points = np.linalg.lstsq(table, noted.final, rcond=None)[0]
    rounded = [round(float(number), 3) for number in points]
    return Measure(
        spread=round(float(spread), 2),
        lean=round(float(lean), 2),
        waiting=(round(float(waiting[0]), 3), round(float(waiting[1]), 3)),
        points=(rounded[0], rounded[1], rounded[2], rounded[3]),
        games=games,
    )


def fit_chances(margins: Reals, won: Reals) -> tuple[float, float]:
    """Spread and lean of the logistic curve, by Newton's method."""
    table = np.stack([np.ones_like(margins), margins / 20], 1)
    weights = np.zeros(2)
    for _ in range(30):
        told = 1 / (1 + np.exp(-table @ weights))
        curve = table * (told * (1 - told))[:, None]
        weights += np.linalg.solve(table.T @ curve + 1e-6 * np.eye(2), table.T @ (won - told))
    return 20 / weights[1], -20 * weights[0] / weights[1]


def main() -> None:
    """Measure all boards, or those named."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("boards", nargs="*")
    parser.add_argument("--games", type=int, default=96)
    known = parser.parse_args()
    found: dict[str, dict[str, Measure]] = {}
    if MEASURED.exists():
        found = msgspec.json.decode(MEASURED.read_bytes(), type=dict[str, dict[str, Measure]])
    for name in known.boards or board_names():
        board = load_board(name)
        for players in board.options.players:
            measure = fit(play(board, players, known.games), known.games)
            found.setdefault(name, {})[str(players)] = measure
            print(name, players, measure, flush=True)
            MEASURED.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")


if __name__ == "__main__":
    main()

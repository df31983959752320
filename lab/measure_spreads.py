"""Fit the win probability to the final margin that a network expects, from games of self-play.

    python -m lab.measure_spreads [BOARD …] [--games 96]

For every board and number of players the shipped network plays against itself, sampling from its
probabilities. Expected margins and results give the spread that
`semafor.bots.lookahead.thinking` reads. Takes minutes per board on one core.
"""

from __future__ import annotations

import argparse
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from lab.calibration.fitting import fit_chance
from semafor import Game, board_names, load_board
from semafor.boards.model import Board
from semafor.bots.learned.network import PlainNetwork
from semafor.bots.learned.network_bot import network_of
from semafor.bots.learned.reading import SCALE, reading_of
from semafor.bots.learned.weights import shipped_weights
from semafor.bots.lookahead.simulation import SimulatedGames
from semafor.bots.lookahead.thinking import SPREADS, legal_of, likely
from semafor.engine.state import NOBODY, Array
from semafor.games.kind import Kind
from semafor.games.lookup import kind_of

EVERY = 11
"""Decisions between two recorded positions."""
BATCH = 16

Reals = NDArray[np.float64]


class Noted(NamedTuple):
    """Recorded positions: one row per position and side."""

    margin: Reals
    asked: NDArray[np.bool_]
    final_margin: Reals
    won: Reals


def play(board: Board, players: int, games: int) -> Noted:
    """Play games of self-play and record the expected margins."""
    seeds = [f"outlook {number}" for number in range(-(-games // BATCH))]  # seeds of the shipped spreads
    parts = [_play_some(board, players, seed) for seed in seeds]
    return Noted(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def _play_some(board: Board, players: int, seed: str) -> Noted:
    kind, reading, network = kind_of(board), reading_of(board), network_of(shipped_weights(board), board)
    slots, dice = np.arange(BATCH), np.random.default_rng(len(seed))
    states = np.concatenate(
        [Game.new(board, players=players, seed=f"{seed} {n}")._states for n in range(BATCH)]
    )
    games, work = (SimulatedGames(reading, BATCH, network.win) for _ in range(2))
    noted = list[tuple[float, ...]]()
    first = np.array([kind.pending(states[n : n + 1])[0] for n in range(BATCH)])
    games.begin(slots, states, slots, 0, np.full(BATCH, -1))
    games.sight.seats[:] = first
    for step in range(10_000):
        live = slots[games.seats(slots) >= 0]
        if not len(live):
            break
        if step % EVERY == 0:
            standing = games.sight.states[live]
            noted += _note(kind, margins_of(network, work, standing), standing, live)
        rows = games.rows(live)
        chances = likely(network.judge(rows)[0], legal_of(games, rows))
        chosen = (np.log(np.maximum(chances, 1e-30)) + dice.gumbel(size=chances.shape)).argmax(1)
        games.step(live, reading.actions[chosen])
    return _with_ends(kind, games, noted)


def margins_of(network: PlainNetwork, work: SimulatedGames, states: Array) -> Reals:
    """Return the expected final margin by game and seat, including the value of a win."""
    slots, players = np.arange(len(states)), int(states["players"][0])
    found = np.zeros((len(states), players))
    for seat in range(players):
        work.begin(slots, states, slots, seat, np.full(len(slots), -1))
        found[:, seat] = work.margins(slots, seat, NOBODY) + SCALE * network.judge(work.rows(slots))[1]
    return found


def _note(kind: Kind, margins: Reals, states: Array, games: Array) -> list[tuple[float, ...]]:
    """Return game, side, expected margin and whether the side decides, for every side of these games."""
    team = kind.board.options.team_size
    expected = margins.reshape(len(states), -1, team).mean(2)
    asked = (states["ask"][:, : margins.shape[1]] != 0).reshape(len(states), -1, team).any(2)
    return [
        (game, side, expected[n, side], asked[n, side])
        for n, game in enumerate(games)
        for side in range(expected.shape[1])
    ]


def _with_ends(kind: Kind, games: SimulatedGames, noted: list[tuple[float, ...]]) -> Noted:
    ends = [kind.result(games.sight.states[n : n + 1]).sides for n in range(games.slots)]
    rows = []
    for number, place, margin, asked in noted:
        game, side = int(number), int(place)
        totals = [end.total for end in ends[game]]
        best = max(total for other, total in enumerate(totals) if other != side)
        winners = sum(end.rank == 1 for end in ends[game])
        rows.append((margin, asked, totals[side] - best, float(ends[game][side].rank == 1) / winners))
    margins, askeds, *others = (np.array(column, float) for column in zip(*rows, strict=True))
    return Noted(margins, askeds > 0, *others)


def spread_in(noted: Noted) -> float:
    """Return the scale of the best logistic curve, with a free location."""
    fair = fair_margins(noted)
    weights = fit_chance(np.stack([np.ones_like(fair), fair], 1), noted.won, ridge=0.0)
    return round(1 / float(weights[1]), 2)


def fair_margins(noted: Noted) -> Reals:
    """Return margins corrected for sides that do not decide, on which networks are not trained."""
    asked = noted.asked
    slope, offset = np.polyfit(noted.margin[asked], noted.final_margin[asked], 1)
    late, shift = np.polyfit(noted.margin[~asked], noted.final_margin[~asked], 1)
    fair: Reals = np.where(asked, noted.margin, (shift - offset + late * noted.margin) / slope)
    return fair


def main() -> None:
    """Measure all boards or the given ones."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("boards", nargs="*")
    parser.add_argument("--games", type=int, default=96)
    known = parser.parse_args()
    found: dict[str, dict[str, float]] = {}
    if SPREADS.exists():
        found = msgspec.json.decode(SPREADS.read_bytes(), type=dict[str, dict[str, float]])
    for name in known.boards or board_names():
        board = load_board(name)
        for players in board.options.players:
            found.setdefault(name, {})[str(players)] = spread_in(play(board, players, known.games))
            print(name, players, found[name][str(players)], flush=True)
            SPREADS.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")


if __name__ == "__main__":
    main()

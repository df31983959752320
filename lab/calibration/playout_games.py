"""Games for the calibration of playouts: bots with varying noise play, and playouts judge positions."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import msgspec
import numpy as np

from lab.calibration.fitting import fit_chance, own_bend, spread, table_of
from lab.calibration.network_games import CARELESS, LEFT_OUT
from semafor.boards.model import Board
from semafor.bots import make_bot
from semafor.engine.state import Array
from semafor.game import Game
from semafor.moves import DrawTickets, Keep, Move
from semafor.story.calibration import Floats, PlayoutCalibration, PlayoutCurves, playout_features
from semafor.story.playout_judge import PlayoutJudge
from semafor.story.positions import walk
from semafor.view import View

BOTS = ("casual", "planner")
HOARDS = (*(0.0,) * 9, 0.1, 0.3, 0.6)
"""Probabilities that a seat draws tickets although it needs none, as some people do."""
EVERY = 11
"""Decisions between two positions that playouts judge."""


class Asked(msgspec.Struct):
    """Judgements of playouts, one row per position, and the results."""

    game: list[int] = []
    share: list[float] = []
    progress: list[float] = []
    won: list[float] = []


class Careless:
    """A bot that sometimes moves at random or draws all tickets it can get."""

    def __init__(self, board: Board, seed: int, dice: Random) -> None:
        self._bot, self._dice = make_bot(dice.choice(BOTS), board, seed), dice
        self._care, self._hoards = dice.choice(CARELESS), dice.choice(HOARDS)

    def choose(self, view: View, moves: list[Move]) -> Move | str:
        """Return one of the moves."""
        return self._hoard(moves) or (
            self._dice.choice(moves) if self._dice.random() < self._care else self._bot.choose(view, moves)
        )

    def _hoard(self, moves: list[Move]) -> Move | None:
        """Return a move that draws or keeps tickets, with the probability of the bot's habit."""
        if not self._hoards:
            return None
        keeps = [move for move in moves if isinstance(move, Keep)]
        if keeps:
            return max(keeps, key=lambda keep: len(keep.tickets))
        draws = any(isinstance(move, DrawTickets) for move in moves)
        return DrawTickets() if draws and self._dice.random() < self._hoards else None


def play_careless(board: Board, players: int, seed: int) -> Game:
    """Play a game of bots, some of which often move at random or hoard tickets."""
    dice = Random(seed)
    game = Game.new(board, players=players, seed=f"playouts {seed}")
    bots = [Careless(board, seed + seat, dice) for seat in range(players)]
    while not game.over:
        seat = game.pending[0]
        game.play(bots[seat].choose(game.view(seat), game.moves(seat)), seat)
    return game


def ask_playouts(board: Board, players: int, games: Iterable[int]) -> Asked:
    """Play games and judge their positions; the number of a game is its seed."""
    judge, asked = PlayoutJudge(board, players), Asked()
    for number in games:
        walked = walk(play_careless(board, players, number).record())
        winners = [set(side) & set(walked.result.winners) for side in walked.sides]
        shared = sum(map(bool, winners))
        for look in dict.fromkeys(judge.look(walked.positions, EVERY)):  # repeated judgements count once
            asked.game.append(number)
            asked.share.append(look.share)
            asked.progress.append(look.progress)
            asked.won.append(bool(winners[look.side]) / shared)
    return asked


def joined(parts: Iterable[Asked]) -> Asked:
    """Combine the judgements of several boards."""
    whole = Asked()
    for part in parts:
        whole.game += part.game
        whole.share += part.share
        whole.progress += part.progress
        whole.won += part.won
    return whole


def fit_playouts(asked: Asked) -> tuple[PlayoutCurves, Array]:
    """Return curves fitted to three of four games, and their predictions for the fourth."""
    games = np.array(asked.game)
    share, progress, won = (np.array(column) for column in (asked.share, asked.progress, asked.won))
    seen = games % LEFT_OUT > 0
    features = spread(playout_features(share), progress)
    curves = PlayoutCurves(
        own=table_of(fit_chance(features[seen], won[seen])),
        bend=own_bend(features[seen], won[seen], games[seen] // LEFT_OUT),
        games=len(set(asked.game)),
        loss=0.0,
    )
    told: Floats = PlayoutCalibration(curves).chances(share[~seen], progress[~seen])
    loss = round(float(np.square(told - won[~seen]).mean()), 4)
    return msgspec.structs.replace(curves, loss=loss), np.stack([told, won[~seen]], 1)

"""Games for the calibration of playouts: bots of changing care play, and playouts are asked about it."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import msgspec
import numpy as np

from semafor.boards.model import Board
from semafor.bots import make_bot
from semafor.engine.state import Array
from semafor.game import Game
from semafor.story.bending import Floats
from semafor.story.calibrating import CARELESS, LEFT_OUT
from semafor.story.calibration import PlayoutCalibration, PlayoutCurves, playout_features
from semafor.story.fitting import fit_chance, own_bend, spread, table_of
from semafor.story.playout_judge import PlayoutJudge
from semafor.story.positions import walk

BOTS = ("casual", "planner")
EVERY = 11
"""Decisions between two that playouts are asked about."""


class Asked(msgspec.Struct):
    """What playouts said of positions, one row each, and what came of it."""

    game: list[int] = []
    share: list[float] = []
    progress: list[float] = []
    won: list[float] = []


def play_careless(board: Board, players: int, seed: int) -> Game:
    """A game of bots, some of which often leave their choice to dice."""
    dice = Random(seed)
    game = Game.new(board, players=players, seed=f"playouts {seed}")
    bots = [make_bot(dice.choice(BOTS), board, seed + seat) for seat in range(players)]
    care = [dice.choice(CARELESS) for _ in bots]
    while not game.over:
        seat = game.pending[0]
        moves = game.moves(seat)
        wild = dice.random() < care[seat]
        game.play(dice.choice(moves) if wild else bots[seat].choose(game.view(seat), moves), seat)
    return game


def ask_playouts(board: Board, players: int, games: Iterable[int]) -> Asked:
    """Let games be played and asked about; a game's number is its seed."""
    judge, asked = PlayoutJudge(board, players), Asked()
    for number in games:
        walked = walk(play_careless(board, players, number).record())
        winners = [set(side) & set(walked.result.winners) for side in walked.sides]
        shared = sum(map(bool, winners))
        for look in dict.fromkeys(judge.look(walked.positions, EVERY)):  # what is said again counts once
            asked.game.append(number)
            asked.share.append(look.share)
            asked.progress.append(look.progress)
            asked.won.append(bool(winners[look.side]) / shared)
    return asked


def joined(parts: Iterable[Asked]) -> Asked:
    """What was asked about several boards, as one."""
    whole = Asked()
    for part in parts:
        whole.game += part.game
        whole.share += part.share
        whole.progress += part.progress
        whole.won += part.won
    return whole


def fit_playouts(asked: Asked) -> tuple[PlayoutCurves, Array]:
    """Curves from three games of four, and what they told of the fourth: chance told, part won."""
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

"""Copying a player: what it saw and chose is found again, and learnt."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest
import torch

from semafor import BadRecord, BadSetup, Game, SemaforError, load_board
from semafor.arena.records_file import KeptGame
from semafor.bots import make_bot
from semafor.bots.learned.network_bot import RowWriter
from semafor.bots.learned.reading import reading_of
from semafor.games.kind import Plain
from semafor.games.lookup import kind_of
from semafor.knowledge.memory import SeatMemory
from semafor.learning.copying import Copying, agreement, choices_of, look_through
from semafor.learning.torch_network import PolicyNetwork
from semafor.notation import parse_move


def played(seed: int, bots: tuple[str, ...] = ("greedy", "random"), board: str = "berlin") -> KeptGame:
    """A game of these bots, with its record."""
    game = Game.new(board, players=len(bots), seed=seed)
    players = [make_bot(name, game.board, seed) for name in bots]
    while not game.over:
        seat = game.pending[0]
        game.play(players[seat].choose(game.view(seat), game.moves(seat)), seat)
    totals = tuple(side.total for side in game.result().sides)
    return KeptGame(bots, totals, totals, seed, 0, game.record())


def test_choices_are_what_the_bot_saw() -> None:
    """The rows are those that a network in the bot's seat would read, from its views alone."""
    kept, board = played(1), load_board("berlin")
    choices = look_through(board, "greedy", [kept])
    reading, memory, game = reading_of(board), SeatMemory(board), Game.replay(kept.record, steps=0)
    writer, rows = RowWriter(reading), []
    for seat, text in kept.record.decisions():
        if seat == 0:
            rows.append(writer.row(memory.game(game.view(0)), 0).tobytes())
        game.play(text, seat)
    found = {row.tobytes() for row in choices.rows}
    assert len(found & set(rows)) > len(set(rows)) / 2
    legal = choices.rows[:, reading.features - len(reading.actions) : reading.features]
    assert (legal[np.arange(len(legal)), choices.places] == 1).all()
    assert (legal.sum(1) > 1).all()


def test_a_network_learns_what_was_chosen() -> None:
    torch.manual_seed(1)
    learnt, aside = choices_of([played(seed) for seed in range(24)], "greedy")
    network = PolicyNetwork(reading_of(load_board("berlin")), 64, 1)
    before, seen = agreement(network, aside), 0

    def note(number: int) -> None:
        nonlocal seen
        seen += number

    Copying(network, learnt).run(30, note)
    assert seen == 30 * len(learnt.places)
    assert agreement(network, learnt) > before + 0.3
    assert agreement(network, aside) > before


def test_a_copy_is_corrected_in_its_own_games() -> None:
    """In positions played by the copy, the bot gives its own decision, from the views of that seat."""
    kept, board = played(2, ("greedy", "random")), load_board("berlin")
    corrected = look_through(board, "greedy", [kept], corrected="random")
    assert len(corrected.places) > len(look_through(board, "greedy", [kept]).places)
    game, adviser, said = Game.replay(kept.record, steps=0), make_bot("greedy", board, 1), set()
    reading, differed = reading_of(board), 0
    writer, memory = RowWriter(reading), SeatMemory(board)
    for seat, text in kept.record.decisions():
        if seat == 1:
            table, move = memory.game(game.view(1)), str(adviser.choose(game.view(1), game.moves(1)))
            action = kind_of(board).chain_of(Plain(table.states), 1, parse_move(move, board))[0]
            said.add((writer.row(table, 1).tobytes(), int(np.searchsorted(reading.actions, action))))
            differed += move != text
        game.play(text, seat)
    found = {(row.tobytes(), place) for row, place in zip(*corrected, strict=True)}
    assert differed > 5
    assert len(found & said) > len(said) / 2


def test_a_game_that_cannot_have_been_is_refused() -> None:
    kept = played(1)
    for moves in (("0 claim Nowhere-Elsewhere 2 red",), ("0 draw deck", *kept.record.moves)):
        forged = msgspec.structs.replace(kept, record=msgspec.structs.replace(kept.record, moves=moves))
        with pytest.raises(SemaforError):
            choices_of([forged] * 2, "greedy")
    other = msgspec.structs.replace(kept.record.board, fingerprint="0" * 16)
    changed = msgspec.structs.replace(kept, record=msgspec.structs.replace(kept.record, board=other))
    with pytest.raises(BadRecord, match="has changed"):
        choices_of([changed], "greedy")


def test_games_must_have_the_bot_and_one_board() -> None:
    with pytest.raises(BadSetup, match="planner made no choices"):
        choices_of([played(1)], "planner")
    with pytest.raises(BadSetup, match="these are on 2"):
        choices_of([played(1), played(1, board="usa")], "greedy")
    with pytest.raises(BadSetup, match="these are on 0"):
        choices_of([], "greedy")

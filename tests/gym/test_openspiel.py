"""OpenSpiel's own tests, and one of its searches at the table."""

from __future__ import annotations

from random import Random

import numpy as np
import pyspiel  # type: ignore[import-not-found,unused-ignore]  # it has no types
import pytest
from open_spiel.python.algorithms import (  # type: ignore[import-untyped,unused-ignore]  # no types
    cfr,
    exploitability,
    ismcts,
    mcts,
)

from semafor import BadSetup, board_names, load_board
from semafor.gym.openspiel import TINY, SemaforState

SOLVING = 8
"""Iterations after which the tiny game is nearly solved."""
TABLES = [(board, max(load_board(board).options.players)) for board in board_names()]


def load(board: str, players: int, deals: int = 20) -> pyspiel.Game:
    return pyspiel.load_game("python_semafor", {"board": board, "players": players, "deals": deals})


def play(game: pyspiel.Game, seed: int, decisions: int | None = None) -> SemaforState:
    """A random game, or its beginning."""
    state, chance = game.new_initial_state(), Random(seed)
    while not state.is_terminal() and decisions != 0:
        actions = [o for o, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply_action(chance.choice(actions))
        decisions = None if decisions is None else decisions - 1
    assert isinstance(state, SemaforState)
    return state


@pytest.mark.parametrize(("board", "players"), [("berlin", 2), ("cardgame", 2)])
def test_openspiel_finds_nothing(board: str, players: int) -> None:
    pyspiel.random_sim_test(load(board, players), num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize(("board", "players"), TABLES)
def test_a_history_is_the_deal_and_the_decisions(board: str, players: int) -> None:
    game = load(board, players)
    state = play(game, 4)
    assert sum(state.returns()) == pytest.approx(0)
    again = game.new_initial_state()
    for action in state.history():
        again.apply_action(action)
    assert again.is_terminal()
    assert again.returns() == state.returns()
    for player in range(players):
        assert again.information_state_string(player) == state.information_state_string(player)
        assert again.observation_tensor(player) == state.observation_tensor(player)


def test_a_clone_goes_its_own_way() -> None:
    state = play(load("berlin", 2), 1, 30)
    twin, told = state.clone(), state.information_state_string(0)
    twin.apply_action(twin.legal_actions()[0])
    assert state.information_state_string(0) == told
    assert twin.history()[:-1] == state.history()


def test_an_information_state_changes_with_what_is_seen_and_done() -> None:
    """Hidden decisions of others do not change the information state; own and visible ones do."""
    state, chance, unseen = play(load("berlin", 2), 1, 1), Random(2), 0
    while not state.is_terminal():
        actor = state.current_player()
        before = [(state.observation_string(n), state.information_state_string(n)) for n in range(2)]
        state.apply_action(chance.choice(state.legal_actions()))
        after = [(state.observation_string(n), state.information_state_string(n)) for n in range(2)]
        other = 1 - actor
        assert before[actor][1] != after[actor][1]
        assert (before[other][0] == after[other][0]) == (before[other][1] == after[other][1])
        unseen += before[other] == after[other]
    assert unseen > 10


@pytest.mark.parametrize(("board", "players"), TABLES)
def test_a_resampled_world_looks_the_same_and_plays_on(board: str, players: int) -> None:
    chance, state, changed = Random(5), play(load(board, players), 5, 1), 0
    while not state.is_terminal():
        seat = state.current_player()
        world = state.resample_from_infostate(seat, chance.random)
        assert world.information_state_string(seat) == state.information_state_string(seat)
        assert world.legal_actions() == state.legal_actions()
        assert world.table is not None
        assert state.table is not None
        changed += (world.table.states["hand"] != state.table.states["hand"]).any()
        for _ in range(9):
            if not state.is_terminal():
                state.apply_action(chance.choice(state.legal_actions()))
    assert changed > 5
    while not world.is_terminal():
        world.apply_action(chance.choice(world.legal_actions()))


def test_information_states_repeat() -> None:
    """Each deal of a family shows one of the seats the same as the deal before."""
    game = load("berlin", 2, deals=8)
    shown = []
    for deal in range(8):
        state = game.new_initial_state()
        state.apply_action(deal)
        shown.append([state.information_state_string(seat) for seat in range(2)])
    for deal in (1, 2, 3, 5, 6, 7):
        seat = (deal - 1) % 2
        assert shown[deal][seat] == shown[deal - 1][seat]
        assert shown[deal][1 - seat] != shown[deal - 1][1 - seat]
    assert shown[3] != shown[4]


def test_a_tiny_board_can_be_solved() -> None:
    """Exploitability falls as regret is minimised over every history of the game."""
    game = load(str(TINY), 2, deals=2)
    solver = cfr.CFRPlusSolver(game)
    before = exploitability.nash_conv(game, solver.average_policy())
    for _ in range(SOLVING):
        solver.evaluate_and_update_policy()
    assert exploitability.nash_conv(game, solver.average_policy()) < min(0.1, before / 4)


def test_the_tiny_board_is_no_game_to_choose() -> None:
    assert "tiny" not in board_names()
    assert load_board(TINY).title.pl == "Maleńka"


def test_openspiel_s_search_plays_berlin() -> None:
    """Information-set MCTS with random rollouts over resampled worlds, a few decisions of a game."""
    game = load("berlin", 2)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(game, evaluator, 2.0, 4, random_state=np.random.RandomState(2))
    state, chance = game.new_initial_state(), Random(3)
    state.apply_action(7)
    searched = 0
    while not state.is_terminal():
        player, legal = state.current_player(), state.legal_actions()
        action = bot.step(state) if player == 0 and searched < 12 else chance.choice(legal)
        searched += player == 0
        assert action in legal
        state.apply_action(action)
    assert sum(state.returns()) == 0


def test_a_wrong_number_of_players_is_refused() -> None:
    with pytest.raises(BadSetup, match="for 2, 3, 4 players, not 5"):
        load("berlin", 5)

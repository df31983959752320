"""Random games of gin rummy with OpenSpiel: rules in C++, the loop in Python."""

import random

from lab.peers.stopwatch import Played, measure, take_one_core, tell

take_one_core()

import pyspiel  # type: ignore  # noqa: E402  # untyped

game = pyspiel.load_game("gin_rummy")
dice = random.Random(1)


def play() -> Played:
    """Play a two-player game; chance nodes are not counted as decisions."""
    state, decisions = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(dice.choices(outcomes, weights)[0])
        else:
            state.apply_action(dice.choice(state.legal_actions()))
            decisions += 1
    return decisions, 1


tell([measure(play, warm_up=5, game="gin rummy", players=2, way="C++ from Python")])

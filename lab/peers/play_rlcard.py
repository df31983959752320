"""Random games of gin rummy with RLCard."""

from lab.peers.stopwatch import Played, measure, take_one_core, tell

take_one_core()

import rlcard  # type: ignore  # noqa: E402  # only in its own environment
from rlcard.agents import RandomAgent  # type: ignore  # noqa: E402  # only in its own environment

env = rlcard.make("gin-rummy", config={"seed": 1})
env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])


def play() -> Played:
    """Play a two-player game with `env.run`, which also writes observations."""
    before = env.timestep
    env.run(is_training=False)
    return env.timestep - before, 1


tell([measure(play, warm_up=5, game="gin rummy", players=2, way="Python, with observations")])
